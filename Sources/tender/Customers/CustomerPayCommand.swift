import Tender
import TenderSale

/// Charges a customer's saved card, through the same checkout that a till uses.
enum CustomerPayCommand: Command {
    static let name = "customer pay"
    static let summary = "charge a customer's saved card"
    static let operands = "ID --amount A [--card CARD] --gateway URL"
    static let options =
        [
            Option("amount", "A", "the amount, such as 10.00 (required)"),
            Option("currency", "CODE", "its currency (default eur)"),
            Option("card", "CARD", "which saved card; the customer's default when left out"),
            Option("order", "KEY", "your order's own key: within 24 hours the same one charges once"),
            Option("return-url", "URL", "where the customer comes back to from an authentication"),
            Option("off-session", nil, "the customer is absent, and can authenticate nothing"),
        ] + CustomerOptions.access
    static let notes = """
        With --order the same command can be given again after any end, within the 24 hours for which the gateway knows
        the key: it finds what was paid, whichever card is named; after a decline it tries again.
        What the customer must do first (4), and an unknown outcome (4), are told with the order's key.
        """

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let customer = try CustomerOptions.operands(options, "customer id")[0]
        let amount = try amount(options)
        let client = try GatewayAccess.client(options)
        var configuration = SavedMethodPayer.Configuration()
        configuration.isOffSession = options.isGiven("off-session")
        configuration.returnURL = options.value("return-url")
        let order = options.value("order") ?? CustomerOptions.makeBase()
        let context = PaymentContext(
            customer: CustomerContext(
                keys: OwnKeys(client: client, customer: customer), gateway: try GatewayAccess.connection(options)),
            configuration: CheckoutConfiguration(amount: amount, remembersChoices: false, orderKey: order),
            payer: SavedMethodPayer(client, configuration: configuration))
        do {
            try await context.load()
            if let card = options.value("card") { try await context.select(card) }
            return tell(try await pay(context), order, output)
        } catch CheckoutError.failed(let error) {
            throw error
        }
    }

    /// Pays; what an earlier command was declined is no answer for this one, whose card may be another.
    private static func pay(_ context: PaymentContext) async throws -> CheckoutFinish {
        while true {
            let finish = try await context.requestPayment()
            guard finish.status == .error, finish.error?.isReplay == true else { return finish }
        }
    }

    private static func amount(_ options: Options) throws -> Amount {
        guard let text = options.value("amount") else {
            throw CommandLineError("--amount is needed, such as --amount 10.00")
        }
        let code = options.value("currency") ?? "eur"
        guard let currency = Currency(code) else { throw CommandLineError("'\(code)' is no currency of ISO 4217") }
        let amount = try Amount(parsing: text, currency: currency)
        guard amount.minorUnits > 0 else { throw CommandLineError("--amount \(text) must be above zero") }
        return amount
    }

    private struct Report: Encodable {
        var outcome: String
        var order: String
        var card: String
        var intent: PaymentIntent?
        var error: Failure?
        var nextAction: NextAction?

        enum CodingKeys: String, CodingKey {
            case outcome, order, card, intent, error
            case nextAction = "next_action"
        }
    }

    private static func tell(_ finish: CheckoutFinish, _ order: String, _ output: Output) -> ExitCode {
        let failure = finish.error.map { Failure($0) }
        let (outcome, code) = end(finish, failure)
        var report = Report(
            outcome: outcome, order: order, card: finish.intent?.paymentMethod?.id ?? finish.payment.paymentMethod.id,
            intent: finish.intent?.masked,
            error: failure)
        let paid = finish.intent?.paymentMethod?.value ?? finish.payment.paymentMethod
        let card = CustomerOptions.line(paid, isDefault: false)
        output.line("\(outcome)  \(finish.payment.amount)  \(card)")
        if let intent = finish.intent { output.line("  \(intent.id)  \(intent.status)") }
        if let failure { output.remark("tender: \(failure.message)") }
        if finish.status == .requiresAction {
            report.nextAction = finish.intent?.nextAction
            output.line("  the customer must act first: \(report.nextAction?.redirectURL ?? "in the app")")
        }
        if code == .unknown { output.remark("tender: find out with the same command and --order \(order)") }
        output.object(report)
        return code
    }

    private static func end(_ finish: CheckoutFinish, _ failure: Failure?) -> (String, ExitCode) {
        switch finish.status {
        case .success: (finish.intent?.status == .requiresCapture ? "held" : "paid", .done)
        case .error: (failure?.exitCode == .declined ? "declined" : "failed", failure?.exitCode ?? .refused)
        case .userCancellation: ("canceled", .canceled)
        case .requiresAction: ("requires_action", .unknown)
        case .unknown: ("unknown", .unknown)
        }
    }
}

/// The command line is the customer's own server too: it makes the short-lived key itself.
private struct OwnKeys: EphemeralKeyProvider {
    let client: PaymentsClient
    let customer: String

    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey {
        try await client.createEphemeralKey(
            customer: customer, apiVersion: apiVersion, key: CustomerOptions.makeKey("key"))
    }
}

import CommandLineOptions
import Tender
import TenderSale

/// The command that charges a customer's saved card, through the same checkout that a till uses.
enum CustomerPayCommand: Command {
    static let name = "customer pay"
    static let summary = "charge a customer's saved card"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    private static let card = Option(
        "card", "CARD", "which saved card; the customer's default when left out", as: .text)
    private static let order = Option(
        "order", "ID", "your order's id: the same one charges this customer once", as: .text)
    private static let returnURL = Option(
        "return-url", "URL", "where the customer comes back to from an authentication", as: .address)
    private static let offSession = Option(
        flag: "off-session", "the customer is absent, and can authenticate nothing")
    static let options: [any DeclaredOption] =
        [MoneyOptions.amount, MoneyOptions.currency, card, order, returnURL, offSession] + GatewayAccess.commandOptions
    static let notes = """
        With --order the same command can be given again after any end: the customer's payments are looked through for the
        order first, and one that was paid is told, whichever card is named; after a decline it tries again. Until a
        payment is listed, as while two commands run at once, only the order's key keeps them from charging twice, for
        the 24 hours for which the gateway knows it. A payment without --order is found by nobody.
        What the customer must do first (4), and an unknown outcome (4), are told with the order's key.
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let customer = try arguments[CustomerOptions.id]
        let amount = try MoneyOptions.amount(arguments)
        let client = try GatewayAccess.client(arguments)
        var configuration = SavedMethodPayer.Configuration()
        configuration.isOffSession = arguments[Self.offSession]
        configuration.returnURL = arguments[Self.returnURL]
        let order = arguments[Self.order] ?? GatewayAccess.makeBase()
        let context = PaymentContext(
            customer: CustomerContext(
                keys: OwnKeys(client: client, customer: customer), gateway: try GatewayAccess.connection(arguments)),
            configuration: CheckoutConfiguration(amount: amount, remembersChoices: false, orderKey: order),
            payer: SavedMethodPayer(client, configuration: configuration))
        do {
            try await context.load()
            if let card = arguments[Self.card] { try await context.select(card) }
            return tell(try await context.requestPayment(), order, output)
        } catch CheckoutError.failed(let error) {
            throw error
        }
    }

    private struct Report: Encodable {
        var outcome: String
        var order: String
        var card: String
        var intent: PaymentIntent?
        var wasPaidBefore: Bool
        var error: Failure?
        var nextAction: NextAction?

        enum CodingKeys: String, CodingKey {
            case outcome, order, card, intent, error
            case nextAction = "next_action"
            case wasPaidBefore = "was_paid_before"
        }
    }

    private static func tell(_ finish: CheckoutFinish, _ order: String, _ output: Output) -> ExitCode {
        let failure = finish.error.map { Failure($0) }
        let (outcome, code) = end(finish, failure)
        var report = Report(
            outcome: outcome, order: order, card: finish.intent?.paymentMethod?.id ?? finish.payment.paymentMethod.id,
            intent: finish.intent?.masked, wasPaidBefore: finish.wasPaidBefore, error: failure)
        let paid = finish.intent?.paymentMethod?.value ?? finish.payment.paymentMethod
        let card = CustomerOptions.line(paid, isDefault: false)
        output.line("\(outcome)  \(finish.payment.amount)  \(card)")
        if let intent = finish.intent { output.line("  \(intent.id)  \(intent.status)".withoutControls) }
        if finish.wasPaidBefore { output.line("  the order was paid before: nothing was charged now") }
        if let failure { output.remark("tender: \(failure.message)") }
        if finish.status == .requiresAction {
            report.nextAction = finish.intent?.nextAction
            output.line(
                "  the customer must act first: \(report.nextAction?.redirectURL?.withoutControls ?? "in the app")")
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

/// The command line is the customer's own server too: it creates the short-lived key itself.
private struct OwnKeys: EphemeralKeyProvider {
    let client: PaymentsClient
    let customer: String

    func createEphemeralKey(apiVersion: String) async throws(GatewayError) -> EphemeralKey {
        try await client.createEphemeralKey(
            customer: customer, apiVersion: apiVersion, key: GatewayAccess.makeKey("key"))
    }
}

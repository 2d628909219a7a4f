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
        [MoneyOptions.amount, MoneyOptions.currency, card, order, returnURL, offSession] + MoneyRequests.options
    static let notes = """
        \(MoneyRequests.notes) That is so whichever card is named: another one is charged only once it is known that the
        first was not. What the customer must do first is told with exit code 4, too.

        With --order it is told and not charged again even later: the customer's payments are looked through for the order
        first, whoever made them. After a decline it tries again.

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let customer = try arguments[CustomerOptions.id]
        let amount = try MoneyOptions.amount(arguments)
        let client = try GatewayAccess.client(arguments)
        var configuration = SavedMethodPayer.Configuration()
        configuration.isOffSession = arguments[Self.offSession]
        configuration.returnURL = arguments[Self.returnURL]
        let order = arguments[Self.order]
        let keys = OwnKeys(client: client, customer: customer)
        let connection = try GatewayAccess.connection(arguments)
        return try await Payment.withTerminal(arguments, policy: MoneyRequests.policy) { [configuration] terminal in
            let charger = ToldCharger(terminal, output)
            let context = PaymentContext(
                customer: CustomerContext(keys: keys, gateway: connection),
                configuration: CheckoutConfiguration(amount: amount, remembersChoices: false, orderKey: order),
                payer: SavedMethodPayer(client, configuration: configuration, charger: charger))
            do {
                try await context.load()
                if let card = arguments[Self.card] { try await context.select(card) }
                return try await MoneyRequests.claiming(output) {
                    let finish = try await context.requestPayment()
                    return (tell(finish, order, output), await charger.key(of: finish))
                } claim: { key in
                    try await terminal.claim(key)
                }
            } catch CheckoutError.failed(let error) {
                throw error
            }
        }
    }

    private struct Report: Encodable {
        var outcome: String
        var order: String?
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

    private static func tell(_ finish: CheckoutFinish, _ order: String?, _ output: Output) -> ExitCode {
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
        if code == .unknown {
            output.remark("tender: the same command continues it; tender pending lists it until then")
        }
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

/// The terminal, which says what goes on, and remembers under which key.
private actor ToldCharger: CheckoutCharger {
    private let terminal: Terminal
    private let output: Output
    private var key: IdempotencyKey?

    init(_ terminal: Terminal, _ output: Output) {
        self.terminal = terminal
        self.output = output
    }

    func openCheckoutPayment(
        _ call: MoneyCall, key: IdempotencyKey?
    ) async throws(GatewayError) -> KeyedRequest<MoneyCall>? {
        let open = try await terminal.openCheckoutPayment(call, key: key)
        if let open, open.isOpen { MoneyRequests.remark(open, "payment", output) }
        return open
    }

    func chargeCheckout(_ call: MoneyCall, key: IdempotencyKey?) async throws(GatewayError) -> MoneyOutcome {
        let outcome = try await terminal.chargeCheckout(call, key: key)
        if case .succeeded(_, let key) = outcome { self.key = key }
        return outcome
    }

    /// Returns the key of the payment whose end is told; `nil` if it has none yet.
    func key(of finish: CheckoutFinish) -> IdempotencyKey? {
        switch finish.status {
        case .success, .error, .userCancellation:
            let told = finish.intent?.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0) }
            return key ?? told ?? finish.payment.key
        case .requiresAction, .unknown: return nil
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

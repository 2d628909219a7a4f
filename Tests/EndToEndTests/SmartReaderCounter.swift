import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import Tender
import TenderHTTP
import Testing

/// The product's terminal on a registered smart reader of the simulated gateway, and its customers.
struct SmartReaderCounter: Sendable {
    let gateway: SimulatedGateway
    /// The merchant's own client, with the secret key.
    let client: PaymentsClient
    let terminal: Terminal
    private let key: String

    /// - Parameter till: The client of the terminal; the merchant's own if it is `nil`.
    init(
        _ gateway: SimulatedGateway, key: String = "sk_test_e2e", till: PaymentsClient? = nil,
        journal: any Journal = InMemoryJournal(), failsIfInUse: Bool = false
    ) throws {
        self.gateway = gateway
        self.key = key
        client = try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: .init(baseURL: gateway.url))
        let policy = InternetReaderPolicy(
            firstPause: .milliseconds(2), longestPause: .milliseconds(5), maximumDoubts: 3)
        terminal = Terminal(
            configuration: .init(
                gateway: InternetReaderGateway(till ?? client, policy: policy),
                readerSource: InternetReaderSource(till ?? client, policy: policy, failsIfInUse: failsIfInUse),
                journal: journal,
                policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5))))
    }

    /// - Parameter faults: Faults of the gateway.
    init(faults: String...) throws {
        let faults = try faults.map { try Fault(parsing: $0) }
        try self.init(SimulatedGateway(configuration: .init(faults: faults)))
    }

    /// Registers a reader, once, and connects it.
    func open() async throws -> Reader {
        let address = Address(
            line1: "1 Main Street", city: "San Francisco", state: "CA", postalCode: "94111", country: "US")
        let location = try await client.createLocation(
            displayName: "Shop", address: address, key: IdempotencyKey("location"))
        _ = try await client.registerReader(
            code: "simulated-wpe", location: location.id, label: "Desk", key: IdempotencyKey("reader"))
        return try await terminal.easyConnect(.internet(location: location.id))
    }

    /// Puts a fault into the reader, by an endpoint of the simulator's own.
    func arm(_ reader: Reader, _ fault: String, count: Int = 1) async throws {
        let request = HTTPRequest(
            .post, url: "\(gateway.url)/v1/_tender/readers/\(reader.id)/fault",
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
            authorization: SecretBytes(utf8: "Bearer " + key), body: Array("fault=\(fault)&count=\(count)".utf8),
            timeout: .seconds(10))
        let answer = try await HTTPClient().send(request)
        #expect(answer.status == 200)
    }

    /// Presents a card as soon as the reader waits for one to do something in one step.
    fileprivate func visit(
        _ card: SimulatedCard, at reader: Reader, waitingTo kind: ReaderAction.Kind, _ id: String
    ) -> Task<Void, any Error> {
        Task {
            while true {
                let action = try await client.retrieveReader(reader.id).action
                if action?.kind == kind, action?.status == .inProgress { break }
                try Task.checkCancellation()
            }
            try await present(card, to: reader, for: "\(kind)-\(id)")
        }
    }

    fileprivate func present(_ card: SimulatedCard, to reader: Reader, for id: String) async throws {
        let number = card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        _ = try await client.presentPaymentMethod(
            to: reader.id, number: number, key: IdempotencyKey("\(id)-\(card.name)"))
    }
}

/// Payments.
extension SmartReaderCounter {
    /// Sells, and presents each of the cards as soon as the reader asks for one.
    func sell(
        _ reader: Reader, _ cards: [SimulatedCard] = [.visa], capture: CaptureMethod = .automatic
    ) async throws -> PaymentOutcome {
        let intent = try await terminal.createPaymentIntent(
            .init(amount: 1000, currency: .usd, captureMethod: capture))
        var outcome = PaymentOutcome.canceled(by: .application, intent)
        for card in cards {
            let customer = pay(card, at: reader, intent)
            outcome = try await terminal.processPaymentIntent(intent)
            try await customer.value
        }
        return outcome
    }

    /// Sells to a customer with Interac, whose refunds need the card.
    func sellToInterac(_ reader: Reader) async throws -> PaymentOutcome {
        var parameters = PaymentIntentParameters(amount: 1000, currency: .cad)
        parameters.paymentMethodTypes = [.cardPresent, .interacPresent]
        let intent = try await terminal.createPaymentIntent(parameters)
        let customer = pay(.interac, at: reader, intent)
        let outcome = try await terminal.processPaymentIntent(intent)
        try await customer.value
        return outcome
    }

    /// Sells to a customer who has agreed that the card is saved.
    ///
    /// - Returns: What is saved of the customer's.
    func sellAndSave(_ reader: Reader, _ consent: AllowRedisplay) async throws -> [PaymentMethod] {
        let customer = try await client.createCustomer(.init(name: "A"), key: IdempotencyKey("customer")).id
        var parameters = PaymentIntentParameters(amount: 1000, currency: .usd)
        (parameters.customer, parameters.setupFutureUsage) = (customer, .offSession)
        let intent = try await terminal.createPaymentIntent(parameters)
        let paying = pay(.visa, at: reader, intent)
        _ = try await terminal.processPaymentIntent(
            intent, configuration: CollectConfiguration(allowRedisplay: consent))
        try await paying.value
        return try await client.listPaymentMethods(ofCustomer: customer, type: .card).data
    }

    /// Has a card read, and not yet charged.
    func collect(_ reader: Reader) async throws -> PaymentIntent {
        let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        let customer = pay(.visa, at: reader, intent)
        let collected = try await terminal.collectPaymentMethod(intent)
        try await customer.value
        return collected
    }

    /// The outcome of a charge, or the code of its error.
    func confirm(_ intent: PaymentIntent) async -> String {
        do {
            switch try await terminal.confirmPaymentIntent(intent) {
            case .approved: return "approved"
            case .declined: return "declined"
            case .canceled: return "canceled"
            case .unknown: return "unknown"
            case .storedOffline: return "stored"
            }
        } catch {
            return (error as? TenderError)?.code.rawValue ?? "\(error)"
        }
    }

    /// Presents a card as soon as the reader asks for one.
    private func pay(_ card: SimulatedCard, at reader: Reader, _ intent: PaymentIntent) -> Task<Void, any Error> {
        let events = terminal.events()
        return Task {
            for await event in events {
                guard case .inputOptions(let options) = event.kind, !options.isEmpty else { continue }
                return try await present(card, to: reader, for: intent.id)
            }
        }
    }

    /// Refunds to the Interac card that is presented as soon as the reader waits for it.
    func refund(_ intent: PaymentIntent, _ units: Int64, at reader: Reader) async throws -> RefundOutcome {
        let customer = visit(.interac, at: reader, waitingTo: .refundPayment, intent.id)
        defer { customer.cancel() }
        let amount = Amount(minorUnits: units, currency: intent.amount.currency)
        return try await terminal.processRefund(RefundParameters(paymentIntent: intent.id, amount: amount))
    }

    func ledger(_ intent: PaymentIntent) -> LedgerEntry? { gateway.ledger(paymentIntent: intent.id) }
}

/// Cards that are saved.
extension SmartReaderCounter {
    /// A SetupIntent of a new customer.
    func createSetup() async throws -> SetupIntent {
        let customer = try await client.createCustomer(.init(name: "A"), key: IdempotencyKey("customer"))
        return try await terminal.createSetupIntent(
            SetupIntentParameters(customer: customer.id, paymentMethodTypes: [.cardPresent]))
    }

    /// Saves a card that is presented as soon as the reader waits for one.
    ///
    /// - Returns: The outcome, or the error's finest code.
    func save(
        _ card: SimulatedCard = .visa, at reader: Reader, _ intent: SetupIntent,
        _ process: (Terminal) async throws -> SetupOutcome
    ) async -> String {
        let customer = visit(card, at: reader, waitingTo: .processSetupIntent, intent.id)
        defer { customer.cancel() }
        return await Self.word { try await process(terminal) }
    }

    /// The outcome, or the error's finest code.
    static func word(_ process: () async throws -> SetupOutcome) async -> String {
        do {
            switch try await process() {
            case .saved: return "saved"
            case .declined: return "declined"
            case .canceled(let origin, _): return "canceled by \(origin)"
            case .storedOffline: return "stored offline"
            case .unknown: return "unknown"
            }
        } catch {
            return (error as? TenderError)?.errorCode.rawValue ?? "\(error)"
        }
    }

    /// How many cards are saved for the intent's customer.
    func savedCards(_ intent: SetupIntent) async throws -> Int {
        try await client.listPaymentMethods(ofCustomer: intent.customer ?? "", type: .card).data.count
    }
}

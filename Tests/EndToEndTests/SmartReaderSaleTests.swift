import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import Tender
import TenderHTTP
import Testing

/// The product's terminal on a registered simulated smart reader of the simulated gateway, measured by the issuer's ledger.
@Suite(.timeLimit(.minutes(2))) struct SmartReaderSaleTests {
    private struct Counter: Sendable {
        let gateway: SimulatedGateway
        let client: PaymentsClient
        let terminal: Terminal
        let readers: InternetReaderSource
        private let key: SecretBytes

        init() throws {
            let policy = InternetReaderPolicy(
                firstPause: .milliseconds(2), longestPause: .milliseconds(5), maximumDoubts: 3)
            gateway = try SimulatedGateway(configuration: .init())
            key = SecretBytes(utf8: "sk_test_e2e")
            client = try PaymentsClient(apiKey: key, connection: .init(baseURL: gateway.url))
            readers = InternetReaderSource(client, policy: policy)
            terminal = Terminal(
                configuration: .init(
                    gateway: InternetReaderGateway(client, policy: policy), readerSource: readers,
                    journal: InMemoryJournal(),
                    policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5))))
        }

        /// Registers a reader and connects it.
        func open() async throws -> Reader {
            let address = Address(
                line1: "1 Main Street", city: "San Francisco", state: "CA", postalCode: "94111", country: "US")
            let location = try await client.createLocation(
                displayName: "Shop", address: address, key: IdempotencyKey("location"))
            _ = try await client.registerReader(
                code: "simulated-wpe", location: location.id, label: "Desk", key: IdempotencyKey("reader"))
            return try await terminal.easyConnect(.internet(location: location.id))
        }

        /// Sells, and presents each of the cards as soon as the reader asks for one.
        func sell(
            _ reader: Reader, _ cards: [SimulatedCard] = [.visa], capture: CaptureMethod = .automatic
        ) async throws -> PaymentOutcome {
            let intent = try await terminal.createPaymentIntent(
                .init(amount: 1000, currency: .usd, captureMethod: capture))
            var outcome = PaymentOutcome.canceled(by: .application, intent)
            for card in cards {
                let customer = present(card, to: reader, intent)
                outcome = try await terminal.processPaymentIntent(intent)
                try await customer.value
            }
            return outcome
        }

        /// Has a card read, and not yet charged.
        func collect(_ reader: Reader) async throws -> PaymentIntent {
            let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
            let customer = present(.visa, to: reader, intent)
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
        private func present(_ card: SimulatedCard, to reader: Reader, _ intent: PaymentIntent) -> Task<Void, any Error>
        {
            let events = terminal.events()
            return Task {
                for await event in events {
                    guard case .inputOptions(let options) = event.kind, !options.isEmpty else { continue }
                    let number = card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                    _ = try await client.presentPaymentMethod(
                        to: reader.id, number: number, key: IdempotencyKey("\(intent.id)-\(card.name)"))
                    return
                }
            }
        }

        /// Puts a fault into the reader, by an endpoint of the simulator's own.
        func arm(_ reader: Reader, _ fault: String, count: Int = 1) async throws {
            let request = HTTPRequest(
                .post, url: "\(gateway.url)/v1/_tender/readers/\(reader.id)/fault",
                headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
                authorization: SecretBytes(utf8: "Bearer sk_test_e2e"),
                body: Array("fault=\(fault)&count=\(count)".utf8), timeout: .seconds(10))
            let answer = try await HTTPClient().send(request)
            #expect(answer.status == 200)
        }

        func ledger(_ intent: PaymentIntent) -> LedgerEntry? { gateway.ledger(paymentIntent: intent.id) }
    }

    @Test func aRegisteredReaderSells() async throws {
        let counter = try Counter()
        let outcome = try await counter.sell(try await counter.open())
        guard case .approved(let intent) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(intent.card?.last4 == "4242")
        #expect(counter.ledger(intent)?.captured == 1000)
        #expect(counter.ledger(intent)?.authorizations == 1)
    }

    @Test func theNextCardPaysAfterADecline() async throws {
        let counter = try Counter()
        let declined = try SimulatedCard.named("chargeDeclinedInsufficientFunds")
        let outcome = try await counter.sell(try await counter.open(), [declined, .visa])
        guard case .approved(let intent) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(counter.ledger(intent)?.captured == 1000)
    }

    @Test func everyDecliningCardIsToldAsTheIssuerSaid() async throws {
        let counter = try Counter()
        let reader = try await counter.open()
        var found: [String] = []
        for name in ["chargeDeclined", "chargeDeclinedExpiredCard", "chargeDeclinedProcessingError"] {
            let outcome = try await counter.sell(reader, [SimulatedCard.named(name)])
            guard case .declined(let decline, _) = outcome else { continue }
            found.append(decline.code)
        }
        #expect(found == ["card_declined", "expired_card", "processing_error"])
    }

    @Test func aHoldIsCapturedLater() async throws {
        let counter = try Counter()
        let outcome = try await counter.sell(try await counter.open(), capture: .manual)
        guard case .approved(let held) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(held.status == .requiresCapture)
        #expect(counter.ledger(held)?.captured == 0)
        let captured = try await counter.terminal.capturePaymentIntent(held)
        #expect(captured.status == .succeeded)
        #expect(counter.ledger(held)?.captured == 1000)
    }

    @Test func aStopLeavesTheReaderIdle() async throws {
        let counter = try Counter()
        let reader = try await counter.open()
        let intent = try await counter.terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        let cancelable = Cancelable()
        let events = counter.terminal.events()
        let sale = Task { try await counter.terminal.processPaymentIntent(intent, cancelable: cancelable) }
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { break }
        }
        #expect(await cancelable.cancel() == .canceled(by: .application))
        guard case .canceled(.application, _) = try await sale.value else {
            Issue.record("another outcome")
            return
        }
        #expect(try await counter.client.retrieveReader(reader.id).action == nil)
    }

    @Test func noFaultOfTheReaderChargesTwiceOrLosesAnApproval() async throws {
        let cases: [(fault: String, count: Int, word: String, captured: Int64)] = [
            ("lost_acknowledgement", 1, "approved", 1000), ("timeout", 1, "approved", 1000),
            ("timeout", 99, "canceled", 0), ("connection_error", 1, "approved", 1000),
            ("busy", 1, "readerBusy", 0), ("offline", 1, "approved", 1000), ("offline", 99, "canceled", 0),
            ("hardware_fault", 1, "approved", 1000), ("hardware_fault", 99, "canceled", 0),
        ]
        var wrong: [String] = []
        for (fault, count, word, captured) in cases {
            let counter = try Counter()
            let reader = try await counter.open()
            let intent = try await counter.collect(reader)
            try await counter.arm(reader, fault, count: count)
            let found = await counter.confirm(intent)
            let ledger = counter.ledger(intent)
            if found != word || ledger?.captured ?? 0 != captured || ledger?.authorizations ?? 0 != captured / 1000 {
                wrong.append("\(fault) \(count): \(found), \(String(describing: ledger))")
            }
        }
        #expect(wrong == [])
    }

    @Test func aCustomerCancelsOnTheReader() async throws {
        let counter = try Counter()
        let reader = try await counter.open()
        try await counter.arm(reader, "customer_cancel")
        let intent = try await counter.terminal.createPaymentIntent(.init(amount: 1000, currency: .usd))
        guard case .canceled(.customer, _) = try await counter.terminal.processPaymentIntent(intent) else {
            Issue.record("another outcome")
            return
        }
    }

    @Test func aCartIsShownAndCleared() async throws {
        let counter = try Counter()
        let reader = try await counter.open()
        let price = Amount(minorUnits: 250, currency: .usd)
        let cart = ReaderCart(total: price, tax: price, lineItems: [.init("Tea", amount: price)])
        try await counter.terminal.setReaderDisplay(cart)
        #expect(try await counter.client.retrieveReader(reader.id).action?.cart == cart)
        try await counter.terminal.clearReaderDisplay()
        #expect(try await counter.client.retrieveReader(reader.id).action == nil)
    }

    @Test func formsAreFilledIn() async throws {
        let counter = try Counter()
        let reader = try await counter.open()
        let inputs = [
            ReaderInput(
                .selection, title: "Size?", required: true, choices: [.init(id: "s", text: "Small", style: "primary")]),
            ReaderInput(.email, title: "Mail?"),
        ]
        _ = try await counter.client.collectInputs(inputs, on: reader.id, key: IdempotencyKey("forms"))
        let filled = try await counter.client.succeedInputCollection(
            on: reader.id, skipsOptional: true, key: IdempotencyKey("fill"))
        #expect(filled.action?.status == .succeeded)
        #expect(filled.action?.inputs.map(\.value) == ["s", nil])
        #expect(filled.action?.inputs.map(\.isSkipped) == [false, true])
    }
}

import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import SimulatedReader
import Tender
import Testing

/// The product's terminal and client against the simulated gateway on a real port, measured by the issuer's ledger.
@Suite struct SaleOverHTTPTests {
    private struct Counter {
        let gateway: SimulatedGateway
        let terminal: Terminal

        init(cards: [SimulatedCard] = [.visa], faults: [String] = [], key: String = "sk_test_e2e") throws {
            gateway = try SimulatedGateway(configuration: .init(faults: faults.map { try Fault(parsing: $0) }))
            let client = try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: .init(baseURL: gateway.url))
            terminal = Counter.terminal(client, cards)
        }

        static func terminal(_ gateway: any Gateway, _ cards: [SimulatedCard] = [.visa]) -> Terminal {
            let script = ReaderScript(collections: cards.map { [.swipe($0, after: .zero)] }, readDuration: .zero)
            return Terminal(
                configuration: .init(
                    gateway: gateway, readerSource: SimulatedReaderSource([script]), journal: InMemoryJournal(),
                    policy: PaymentPolicy(firstPause: .milliseconds(1), longestPause: .milliseconds(5))
                )
            )
        }

        func sell(_ units: Int64 = 1000, capture: CaptureMethod = .automatic) async throws -> PaymentOutcome {
            try await Self.sell(terminal, units, capture)
        }

        static func sell(
            _ terminal: Terminal, _ units: Int64 = 1000, _ capture: CaptureMethod = .automatic,
            options: CardPresentOptions? = nil
        ) async throws -> PaymentOutcome {
            for try await readers in terminal.discoverReaders(.simulated) {
                _ = try await terminal.connect(#require(readers.first))
            }
            var parameters = PaymentIntentParameters(amount: units, currency: .eur, captureMethod: capture)
            parameters.paymentMethodOptions = options.map { PaymentMethodOptions(cardPresent: $0) }
            let intent = try await terminal.createPaymentIntent(parameters)
            return try await terminal.processPaymentIntent(intent)
        }

        func ledger(_ outcome: PaymentOutcome) -> LedgerEntry? { gateway.ledger(paymentIntent: outcome.intentID) }
    }

    @Test func noFaultChargesTwiceOrLosesAnApproval() async throws {
        let expectations: [(faults: [String], word: String, captured: Int64)] = [
            ([], "approved", 1000),
            (["drop-request:create:1"], "approved", 1000),
            (["drop-answer:create:9"], "approved", 1000),
            (["drop-request:confirm:2"], "approved", 1000),
            (["drop-answer:confirm:2"], "approved", 1000),
            (["drop-answer:confirm:99"], "approved", 1000),
            (["drop-request:confirm:99"], "canceled", 0),
            (["close-mid-body:confirm:1"], "approved", 1000),
            (["html:confirm:1"], "approved", 1000),
            (["status:confirm:1:500"], "approved", 1000),
            (["status:confirm:2:503"], "approved", 1000),
            (["status-after:confirm:1:500"], "approved", 1000),
            (["status:confirm:1:429"], "approved", 1000),
            (["delay:confirm:1:20ms"], "approved", 1000),
            (["drop-answer:confirm:99", "drop-answer:retrieve:2"], "approved", 1000),
            (["drop-answer:confirm:99", "drop-answer:retrieve:99"], "unknown", 1000),
            (["drop-request:confirm:99", "drop-answer:cancel:3"], "canceled", 0),
        ]
        var wrong: [String] = []
        for (faults, word, captured) in expectations {
            let counter = try Counter(faults: faults)
            let outcome = try await counter.sell()
            let ledger = counter.ledger(outcome)
            let authorizations = captured > 0 ? 1 : 0
            if outcome.word != word || ledger?.captured ?? 0 != captured
                || ledger?.authorizations ?? 0 != authorizations
            {
                wrong.append("\(faults): \(outcome.word), \(String(describing: ledger))")
            }
        }
        #expect(wrong == [])
    }

    @Test func theTestCardsAndAmountsAreDeclinedWithTheirReasons() async throws {
        let expectations: [(card: String, units: Int64, reason: String)] = [
            ("visa", 1001, "call_issuer"), ("visa", 1005, "generic_decline"), ("visa", 1055, "incorrect_pin"),
            ("chargeDeclinedInsufficientFunds", 1000, "insufficient_funds"),
            ("chargeDeclinedLostCard", 1000, "lost_card"), ("chargeDeclinedExpiredCard", 1000, "expired_card"),
            ("chargeDeclinedProcessingError", 1000, "processing_error"),
        ]
        var wrong: [String] = []
        for (card, units, reason) in expectations {
            let counter = try Counter(cards: [SimulatedCard.named(card)])
            let outcome = try await counter.sell(units)
            guard case .declined(let decline, _) = outcome, decline.reason == reason else {
                wrong.append("\(card) \(units): \(outcome)")
                continue
            }
        }
        #expect(wrong == [])
    }

    @Test func aHoldIsCapturedInPartOnceAndRefunded() async throws {
        let counter = try Counter()
        guard case .approved(let held) = try await counter.sell(capture: .manual) else { throw Unexpected() }
        let part = Amount(minorUnits: 700, currency: .eur)
        let captured = try await counter.terminal.capturePaymentIntent(held, amount: part)
        #expect(captured.amountReceived == part)
        let error = await #expect(throws: TenderError.self) {
            try await counter.terminal.capturePaymentIntent(captured)
        }
        #expect(error?.code == .unexpectedState)
        guard case .succeeded(let refund) = try await counter.terminal.refund(.init(paymentIntent: held.id)) else {
            throw Unexpected()
        }
        #expect(refund.amount == part)
        let ledger = try #require(counter.gateway.ledger(paymentIntent: held.id))
        #expect([ledger.captured, ledger.released, ledger.refunded] == [700, 300, 700])
    }

    @Test func aTipIsCapturedOnTopOfTheHold() async throws {
        let counter = try Counter()
        guard case .approved(let held) = try await counter.sell(capture: .manual) else { throw Unexpected() }
        let withTip = Amount(minorUnits: 1200, currency: .eur)
        #expect(try await counter.terminal.capturePaymentIntent(held, amount: withTip).amountReceived == withTip)
        #expect(counter.gateway.ledger(paymentIntent: held.id)?.captured == 1200)
    }

    @Test func aHoldIsRaisedOnceWhateverIsLost() async throws {
        var wrong: [String] = []
        for fault in ["", "drop-request:increment:1", "drop-answer:increment:1", "status-after:increment:1:500"] {
            let counter = try Counter(faults: fault.isEmpty ? [] : [fault])
            let outcome = try await Counter.sell(
                counter.terminal, 1000, .manual, options: .init(requestIncrementalAuthorizationSupport: true))
            guard case .approved(let held) = outcome else { throw Unexpected() }
            let total = Amount(minorUnits: 1500, currency: .eur)
            let raised = try await counter.terminal.incrementAuthorization(held, amount: total)
            // The intent from before it is as good, and so is the same call again.
            let again = try await counter.terminal.incrementAuthorization(held, amount: total)
            let captured = try await counter.terminal.capturePaymentIntent(held)
            let ledger = try #require(counter.gateway.ledger(paymentIntent: held.id))
            if raised.amountCapturable != total || again.amountCapturable != total || captured.amountReceived != total
                || [ledger.authorized, ledger.captured, ledger.released] != [1500, 1500, 0]
            {
                wrong.append("\(fault): \(raised.amount) \(again.amount) \(captured.amount) \(ledger)")
            }
            let error = await #expect(throws: TenderError.self) {
                try await counter.terminal.incrementAuthorization(
                    captured, amount: Amount(minorUnits: 2000, currency: .eur))
            }
            if error?.code != .unexpectedState { wrong.append("\(fault): \(String(describing: error))") }
        }
        #expect(wrong == [])
    }

    @Test func aRefusedIncrementLeavesTheHoldAndACancelReleasesAll() async throws {
        let counter = try Counter()
        let outcome = try await Counter.sell(
            counter.terminal, 1000, .manual, options: .init(requestIncrementalAuthorizationSupport: true))
        guard case .approved(let held) = outcome else { throw Unexpected() }
        // An amount that ends in 01 is declined.
        let error = await #expect(throws: TenderError.self) {
            try await counter.terminal.incrementAuthorization(held, amount: Amount(minorUnits: 1501, currency: .eur))
        }
        #expect(error?.code == .declinedByIssuer)
        let raised = try await counter.terminal.incrementAuthorization(
            held, amount: Amount(minorUnits: 1200, currency: .eur))
        #expect(try await counter.terminal.cancelPaymentIntent(raised).status == .canceled)
        let ledger = try #require(counter.gateway.ledger(paymentIntent: held.id))
        #expect([ledger.authorized, ledger.captured, ledger.released] == [1200, 0, 1200])
    }

    @Test func aPartIsApprovedWhereTheSaleAcceptsIt() async throws {
        var wrong: [String] = []
        for faults in [[], ["drop-answer:confirm:1"], ["drop-answer:confirm:99"]] {
            let counter = try Counter(cards: [.named("partiallyApproved")], faults: faults)
            let outcome = try await Counter.sell(
                counter.terminal, options: .init(requestPartialAuthorization: .ifAvailable))
            guard case .approved(let paid) = outcome else {
                wrong.append("\(faults): \(outcome)")
                continue
            }
            let parts = [paid.amount, paid.amountReceived, paid.amountRequested, paid.amountLeft]
            if parts.map({ $0?.minorUnits }) != [600, 600, 1000, 400] || !paid.isPartial {
                wrong.append("\(faults): \(parts)")
            }
            if counter.ledger(outcome)?.captured != 600 { wrong.append("\(faults): not captured once") }
        }
        let counter = try Counter(cards: [.named("partiallyApproved")])
        let outcome = try await counter.sell()
        if outcome.word != "declined" { wrong.append("not accepted: \(outcome)") }
        #expect(wrong == [])
    }

    @Test func noSecretReachesAnybodysEyes() async throws {
        let counter = try Counter(
            cards: [try .named("chargeDeclined"), .visa], faults: ["drop-answer:confirm:1"], key: "sk_test_canary"
        )
        let events = counter.terminal.events()
        var texts: [String] = []
        for units in [Int64(1000), 1001, 1000] {
            let outcome = try await counter.sell(units)
            dump(outcome, to: &texts[appending: ""])
            texts.append("\(outcome)")
            try await counter.terminal.disconnect()
        }
        var disconnects = 0
        for await event in events {
            texts.append("\(event)")
            if event.kind == .disconnected(.disconnectRequested) { disconnects += 1 }
            if disconnects == 3 { break }
        }
        let secrets = ["sk_test_canary", "4242424242424242", "4000000000000002"]
        #expect(texts.filter { text in secrets.contains { text.contains($0) } } == [])
        #expect(texts.filter { $0.contains(/_secret_[A-Za-z0-9]/) } == [])
    }
}

private struct Unexpected: Error {}

extension [String] {
    fileprivate subscript(appending element: String) -> String {
        get { element }
        set { append(newValue) }
    }
}

extension PaymentOutcome {
    fileprivate var word: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .canceled: "canceled"
        case .unknown: "unknown"
        case .storedOffline: "stored offline"
        }
    }

    fileprivate var intentID: String {
        switch self {
        case .approved(let intent), .declined(_, let intent), .canceled(_, let intent): intent.id
        case .unknown(let unknown): unknown.intent.id
        case .storedOffline(let approval): approval.intent.id
        }
    }
}

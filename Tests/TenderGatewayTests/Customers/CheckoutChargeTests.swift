import HTTPTestServer
import SimulatedReader
import Synchronization
import TenderBytes
import TenderCheckout
import TenderFlow
import TenderGateway
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// The payment of a checkout under a journal: what an answer proves, and what a process that ends leaves.
@Suite(.timeLimit(.minutes(1))) struct CheckoutChargeTests {
    private static func payment(card: String = "pm_1", units: Int64 = 1099, order: String? = nil) -> PaymentResult {
        PaymentResult(
            number: 1, key: IdempotencyKey("o/1/pay"), order: order,
            amount: Amount(minorUnits: units, currency: .eur), customer: "cus_1",
            paymentMethod: PaymentMethod(id: card, type: .card))
    }

    private static func call(
        card: String = "pm_1", units: Int64 = 1099, order: String? = nil
    ) throws -> MoneyCall {
        var parameters = PaymentIntentParameters(
            Amount(minorUnits: units, currency: .eur), paymentMethodTypes: [.card], customer: "cus_1")
        parameters.metadata[PaymentIntent.orderMetadata] = order
        return try .checkoutPayment(parameters, with: SavedMethodPayment(paymentMethod: card))
    }

    private static let quick = PaymentPolicy(
        maximumSends: 3, maximumAsks: 3, firstPause: .milliseconds(1), longestPause: .milliseconds(2))

    private static func terminal(_ gateway: any Gateway, _ journal: any Journal) -> Terminal {
        Terminal(
            configuration: .init(
                gateway: gateway, readerSource: SimulatedReaderSource([]), journal: journal, policy: quick))
    }

    /// What every answer of the gateway means: the error's claim counts only with the intent of this key.
    @Test func onlyThePaymentsOwnIntentDecides() async throws {
        let key = IdempotencyKey("o/1/pay")
        let lastError = CustomerFixture.lastError
        func decline(_ intent: String) -> String {
            Fixture.error("card_error", code: "card_declined", more: ",\"payment_intent\":\(intent)")
        }
        let unpaid = CustomerFixture.paid("requires_payment_method", more: lastError)
        let foreign = CustomerFixture.paid("requires_payment_method", attempt: "o/0/pay", more: lastError)
        let replay = ["Idempotent-Replayed: true"]
        let cases: [([HTTPTestReply], String)] = [
            ([.answer(200, CustomerFixture.paid())], "made"),
            ([.answer(200, CustomerFixture.paid("requires_capture"))], "made"),
            ([.answer(200, CustomerFixture.paid("requires_action"))], "pending"),
            ([.answer(200, CustomerFixture.paid("processing"))], "pending"),
            ([.answer(200, CustomerFixture.paid("requires_confirmation"))], "open"),
            ([.answer(200, unpaid)], "ended"), ([.answer(200, CustomerFixture.paid("canceled"))], "ended"),
            ([.answer(200, CustomerFixture.paid(amount: 1))], "open"),
            ([.answer(200, CustomerFixture.paid(customer: "cus_2"))], "open"),
            ([.answer(200, CustomerFixture.paid(attempt: "o/0/pay"))], "open"),
            ([.answer(402, decline(unpaid))], "refused"), ([.answer(402, decline(foreign))], "open"),
            ([.answer(402, decline(CustomerFixture.paid()))], "made"),
            ([.answer(402, decline(CustomerFixture.paid("processing")))], "pending"),
            ([.answer(402, Fixture.error("card_error", code: "card_declined"))], "open"),
            (
                [
                    .answer(
                        402, headers: ["Idempotency-Key: o/1/pay"],
                        Fixture.error("card_error", code: "card_declined"))
                ], "refused"
            ),
            // A stored answer is read anew, and one that cannot be read decides nothing.
            ([.answer(402, headers: replay, decline(unpaid)), .answer(200, CustomerFixture.paid())], "made"),
            ([.answer(200, headers: replay, CustomerFixture.paid("requires_action")), .answer(200, unpaid)], "ended"),
            ([.answer(200, headers: replay, CustomerFixture.paid()), .close], "open"),
            ([.answer(400, Fixture.error("invalid_request_error"))], "refused"),
        ]
        var wrong: [String] = []
        for (index, (replies, expected)) in cases.enumerated() {
            let count = Atomic(0)
            let server = try HTTPTestServer { _ in
                replies[min(count.wrappingAdd(1, ordering: .relaxed).oldValue, replies.count - 1)]
            }
            let client = try server.client()
            let call = try Self.call()
            let told = await Self.told { try await client.perform(call, key: key) }
            if told != expected { wrong.append("\(index): \(told), not \(expected)") }
        }
        #expect(wrong == [])
    }

    private static func told(_ perform: () async throws -> MoneyObject) async -> String {
        do {
            return try await perform().isPending ? "pending" : "made"
        } catch let error as GatewayError {
            return switch error.fate {
            case .precluded: "ended"
            case .answered: "refused"
            case .unknown, .notSent: "open"
            }
        } catch { return "\(error)" }
    }

    /// Two cards for one wish are one payment, at the same time and after a crash; another sum or order is another one.
    @Test func aWishIsOnePaymentWithWhateverCard() async throws {
        let first = try Self.call()
        let others = [
            try Self.call(card: "pm_2"), try Self.call(units: 1), try Self.call(order: "A"),
            MoneyCall(.transfer, amount: first.amount, fields: first.fields),
        ]
        #expect(others.map { $0.isSameWish(as: first) } == [true, false, false, false])

        let gateway = ScriptedGateway()
        let terminal = Self.terminal(gateway, InMemoryJournal())
        gateway.script(.perform, .holdAnswer)
        let one = Task { try await terminal.chargeCheckout(first, key: nil) }
        await gateway.waitForCalls(.perform, 1)
        let open = try await terminal.openCheckoutPayment(others[0], key: nil)
        #expect(open?.parameters == first)
        let two = Task { try await terminal.chargeCheckout(others[0], key: nil) }
        for _ in 0..<100 { await Task.yield() }
        gateway.release(.perform)
        #expect(try await one.value == two.value)
        #expect(gateway.chargeCount == 1)
    }

    /// While nobody knows what became of an order's checkout, no other payment of the order leaves, and none of a card.
    @Test func anOpenCheckoutBlocksItsOrder() async throws {
        let journal = InMemoryJournal()
        let call = try Self.call(order: "A")
        let key = IdempotencyKey("A/1/pay")
        try await journal.append(
            JournalEntry(intentID: key.rawValue, attempt: 1, event: .callLeaving(call, key, send: 1)))
        let other = IdempotencyKey("A/2/pay")
        let terms = PaymentTerms(
            intentID: "pi_1", amount: Amount(minorUnits: 1099, currency: .eur), baseKey: "b", order: "A")
        let refused = [
            JournalEntry(intentID: other.rawValue, attempt: 1, event: .callLeaving(call, other, send: 1)),
            JournalEntry(
                intentID: "pi_1", attempt: 1, terms: terms,
                event: .attemptOpened(reader: nil, .none)),
        ]
        var admitted: [String] = []
        for entry in refused {
            if (try? await journal.append(entry)) != nil { admitted.append(entry.intentID) }
        }
        // A decline is an end, and the next attempt may leave.
        try await journal.append(
            JournalEntry(
                intentID: key.rawValue, attempt: 1, event: .requestSettled(key, RequestEnd(.notExecuted))))
        #expect(admitted == [])
        try await journal.append(refused[0])
    }

    /// The process ends at every write and every request, with the newest one done or lost.
    ///
    /// A person asks again, perhaps with another card, until told of an end. The card is charged once, and nothing is
    /// listed then.
    @Test(arguments: [[], [ScriptedGateway.CheckoutStep.decline], [.challenge], [.challenge, .decline]])
    func aCheckoutSurvivesACrashAtEveryStep(steps: [ScriptedGateway.CheckoutStep]) async throws {
        var wrong: [String] = []
        for point in 0..<32 {
            let gateway = ScriptedGateway()
            gateway.checkoutSteps(steps)
            let journal = InMemoryJournal()
            var fuse = Fuse(point)
            var terminal = Self.process(gateway, journal, fuse)
            var told: [String] = []
            var isClaimed = false
            for attempt in 0..<10 where told.last != "paid" {
                let payer = SavedMethodPayer(try Self.nowhere(), charger: terminal)
                let completion = await payer.pay(Self.payment(card: attempt.isMultiple(of: 2) ? "pm_1" : "pm_2"))
                // What a process that has ended was about to say, nobody has heard.
                if !fuse.hasBlown {
                    told.append(Self.words(completion))
                    if let key = completion.key { isClaimed = (try? await terminal.claim(key)) != nil }
                    gateway.customerActs()
                }
                if fuse.hasBlown {
                    fuse = Fuse(nil)
                    terminal = Self.process(gateway, journal, fuse)
                }
            }
            let open = try await journal.openPayments().map(\.intentID)
            if told.last != "paid" || gateway.chargeCount != 1 || isClaimed && !open.isEmpty {
                wrong.append("\(point): \(told), charged \(gateway.chargeCount) times, open: \(open)")
            }
        }
        #expect(wrong == [])
    }

    private static func process(_ gateway: ScriptedGateway, _ journal: InMemoryJournal, _ fuse: Fuse) -> Terminal {
        gateway.intercept { _ in
            switch fuse.strike() {
            case .alive: nil
            case .blowsBefore, .blown: .loseRequest
            case .blowsAfter: .loseAnswer
            }
        }
        var policy = quick
        policy.claimsOnReturn = false
        return Terminal(
            configuration: .init(
                gateway: gateway, readerSource: SimulatedReaderSource([]),
                journal: FusedJournal(journal, fuse), policy: policy))
    }

    private static func nowhere() throws -> PaymentsClient {
        try PaymentsClient(apiKey: .init(utf8: "sk_test_1"), connection: .init(baseURL: "http://127.0.0.1:9"))
    }

    private static func words(_ completion: CheckoutCompletion) -> String {
        switch completion {
        case .success, .alreadyPaid: "paid"
        case .failure: "declined"
        case .userCancellation: "canceled"
        case .requiresAction: "action"
        case .unknown: "unknown"
        }
    }
}

extension CheckoutCompletion {
    /// The key of the intent that it tells of.
    fileprivate var key: IdempotencyKey? {
        let intent: PaymentIntent? =
            switch self {
            case .success(let intent): intent
            case .alreadyPaid(let intent): intent
            case .failure(let error): error.intent
            case .userCancellation, .requiresAction, .unknown: nil
            }
        return intent?.metadata[PaymentIntent.attemptMetadata].map { IdempotencyKey($0) }
    }
}

/// A process that ends at its nth step: a write, or a request.
private final class Fuse: Sendable {
    enum Strike { case alive, blowsBefore, blowsAfter, blown }

    private let left: Mutex<Int?>

    init(_ left: Int?) { self.left = Mutex(left) }

    var hasBlown: Bool { left.withLock { $0.map { $0 < 0 } ?? false } }

    func strike() -> Strike {
        left.withLock { left in
            guard let now = left else { return .alive }
            left = now < 2 ? -1 : now - 2
            return now < 0 ? .blown : now == 0 ? .blowsBefore : now == 1 ? .blowsAfter : .alive
        }
    }
}

/// The journal as a process has it that ends at some step.
private struct FusedJournal: Journal {
    private let inner: InMemoryJournal
    private let fuse: Fuse

    init(_ inner: InMemoryJournal, _ fuse: Fuse) {
        self.inner = inner
        self.fuse = fuse
    }

    func append(_ entry: JournalEntry) async throws(JournalError) {
        let strike = fuse.strike()
        if strike == .alive || strike == .blowsAfter { try await inner.append(entry) }
        guard strike == .alive else { throw JournalError(message: "the process has ended") }
    }

    func takeUnresolved() async throws(JournalError) -> [PaymentHistory] {
        try await inner.openPayments().filter { $0.isUnresolved || $0.isRequestUnresolved }
    }

    func openPayments() async throws(JournalError) -> [PaymentHistory] { try await inner.openPayments() }

    func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await inner.payments(of: order)
    }

    func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await inner.history(of: intentID)
    }
}

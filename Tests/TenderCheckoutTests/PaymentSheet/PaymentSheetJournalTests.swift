import TenderBytes
import TenderCheckout
import TenderFlow
import TenderJournal
import TenderModel
import TenderPaymentSheet
import Testing

/// A payment sheet whose payments are in a journal, and a process that ends at every step.
@Suite(.timeLimit(.minutes(1))) struct PaymentSheetJournalTests {
    /// The process ends at every write and every request, with the newest one done or lost.
    ///
    /// The app starts again, and the customer pays until told of an end. The card is charged once, each request was
    /// recorded before it left, and nothing is listed then.
    @Test(arguments: [0, 1, 2])
    func aSheetSurvivesACrashAtEveryStep(declines: Int) async throws {
        var wrong: [String] = []
        for point in 0..<24 {
            let bank = Bank(declines: declines)
            let journal = InMemoryJournal()
            var fuse = Fuse(point)
            var told: [String] = []
            for _ in 0..<8 where told.last != "completed" {
                let flow = try await Self.process(bank, journal, fuse)
                let result = await Self.pay(flow)
                await flow.flushJournal()
                // What a process that has ended was about to say, nobody has heard.
                if fuse.hasBlown { fuse = Fuse(nil) } else { told.append(result) }
            }
            let open = try await journal.openPayments()
            let unrecorded = bank.keys.filter { key in
                !journal.entries.contains {
                    if case .callLeaving(_, key, _) = $0.event { true } else { false }
                }
            }
            if told.last != "completed" || bank.charges != 1 || !open.isEmpty || !unrecorded.isEmpty {
                wrong.append("\(point): \(told), charged \(bank.charges) times, \(open.count) open, \(unrecorded)")
            }
        }
        #expect(wrong == [])
    }

    /// An end that cannot be recorded is not shown.
    @Test func nothingIsShownBeforeItIsRecorded() async throws {
        let bank = Bank(declines: 0)
        let flow = try await Self.process(bank, InMemoryJournal(), Fuse(4))
        #expect(await Self.pay(flow) == "unknown")
        #expect(bank.charges == 1)
    }

    private static func process(_ bank: Bank, _ journal: InMemoryJournal, _ fuse: Fuse) async throws -> PaymentSheetFlow
    {
        let flow = PaymentSheetFlow(
            clientSecret: ClientSecret("pi_1_secret_x"),
            configuration: PaymentSheetFixture.configuration { $0.maximumAsks = 1 },
            gateway: FusedBank(bank: bank, fuse: fuse), journal: FusedJournal(inner: journal, fuse: fuse))
        try? await flow.load()
        return flow
    }

    private static func pay(_ flow: PaymentSheetFlow) async -> String {
        if await flow.state.phase == .completed { return "completed" }
        let choosing = Task { try await flow.flowController.presentPaymentOptions() }
        while (try? await flow.select(.new(PaymentSheetFixture.card))) == nil {
            if case .failed = await flow.state.phase { return "not loaded" }
            await Task.yield()
        }
        try? await flow.flowController.choose()
        _ = try? await choosing.value
        let paying = Task { try await flow.flowController.confirm() }
        while true {
            let state = await flow.state
            switch state.phase {
            case .unknown: try? await flow.leave()
            case .completed, .failed: return words(try? await paying.value)
            case .ready where state.notice != nil: return words(try? await paying.value)
            case .idle, .loading, .ready, .confirming, .actionRequired, .asking: break
            }
            await Task.yield()
        }
    }

    private static func words(_ result: PaymentSheetResult?) -> String {
        switch result {
        case .completed: "completed"
        case .failed(.outcomeUnknown): "unknown"
        case .failed: "declined"
        case .canceled, nil: "canceled"
        }
    }
}

/// The gateway and the issuer, with one intent.
private final class Bank: Sendable {
    private struct State {
        var status = PaymentIntentStatus.requiresPaymentMethod
        var declines: Int
        var refusals = 0
        var charges = 0
        var keys: [IdempotencyKey] = []
    }

    private let state: Guarded<State>

    init(declines: Int) { state = Guarded(State(declines: declines)) }

    var charges: Int { state.withLock { $0.charges } }
    var keys: [IdempotencyKey] { state.withLock { $0.keys } }

    var intent: PaymentSheetIntent {
        state.withLock { PaymentSheetFixture.payment($0.status, refusal: $0.refusals) }
    }

    func confirm(_ key: IdempotencyKey) {
        state.withLock { state in
            guard !state.keys.contains(key) else { return }
            state.keys.append(key)
            guard state.status != .succeeded else { return }
            guard state.declines == 0 else {
                state.declines -= 1
                state.refusals += 1
                return
            }
            state.status = .succeeded
            state.charges += 1
        }
    }
}

private struct FusedBank: PaymentSheetGateway {
    let bank: Bank
    let fuse: Fuse

    private static let lost = GatewayError(.gatewayConnectionLost, fate: .unknown, message: "the answer was lost")

    func retrieve(_ secret: ClientSecret) async throws(GatewayError) -> PaymentSheetIntent {
        guard !fuse.hasBlown else { throw Self.lost }
        return bank.intent
    }

    func savedMethods(of customer: PaymentSheetCustomer) async throws(GatewayError) -> [PaymentMethod] { [] }

    func confirm(
        _ secret: ClientSecret, _ confirmation: PaymentSheetConfirmation
    ) async throws(GatewayError) -> PaymentSheetIntent {
        let strike = fuse.strike()
        if strike == .alive || strike == .blowsAfter { bank.confirm(confirmation.key) }
        guard strike == .alive else { throw Self.lost }
        return bank.intent
    }
}

/// The journal as a process has it that ends at some step.
private struct FusedJournal: Journal {
    let inner: InMemoryJournal
    let fuse: Fuse

    func append(_ entry: JournalEntry) async throws(JournalError) {
        let strike = fuse.strike()
        if strike == .alive || strike == .blowsAfter { try await inner.append(entry) }
        guard strike == .alive else { throw JournalError(message: "the process has ended") }
    }

    func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { [] }

    func openPayments() async throws(JournalError) -> [PaymentHistory] { try await inner.openPayments() }

    func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
        try await inner.history(of: intentID)
    }

    func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
        try await inner.payments(of: order)
    }
}

/// A process that ends at its nth step: a write, or a request.
private final class Fuse: Sendable {
    enum Strike { case alive, blowsBefore, blowsAfter, blown }

    private let left: Guarded<Int?>

    init(_ left: Int?) { self.left = Guarded(left) }

    var hasBlown: Bool { left.withLock { $0.map { $0 < 0 } ?? false } }

    func strike() -> Strike {
        left.withLock { left in
            guard let now = left else { return .alive }
            left = now < 2 ? -1 : now - 2
            return now < 0 ? .blown : now == 0 ? .blowsBefore : now == 1 ? .blowsAfter : .alive
        }
    }
}

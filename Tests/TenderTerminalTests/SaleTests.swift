import TenderFlow
import TenderJournal
import TenderModel
@testable import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct SaleTests {
    @Test func aSaleIsApprovedOnce() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        let collected = try await shop.terminal.collectPaymentMethod(intent)
        #expect(collected.status == .requiresConfirmation)
        let outcome = try await shop.terminal.confirmPaymentIntent(collected)
        #expect(outcome.word == "approved")
        #expect(shop.gateway.approvals(intent.id) == 1)
    }

    @Test func aHeldApprovalIsCapturedInPartAndOnlyOnce() async throws {
        let shop = Shop()
        let intent = try await shop.open(capture: .manual)
        guard case .approved(let held) = try await shop.terminal.processPaymentIntent(intent) else {
            throw UnexpectedOutcome()
        }
        #expect(held.status == .requiresCapture)
        let part = Amount(minorUnits: 800, currency: .eur)
        let captured = try await shop.terminal.capturePaymentIntent(held, amount: part)
        #expect(captured.amountReceived == part)
        await #expect(throws: TenderError.self) { try await shop.terminal.capturePaymentIntent(captured) }
        await #expect(throws: TenderError.self) { try await shop.terminal.capturePaymentIntent(held) }
        #expect(shop.gateway.intent(intent.id)?.amountReceived == part)
    }

    @Test func aClaimThatIsWrittenLateIsNoNews() async throws {
        let journal = JournalWithLateClaims()
        let shop = Shop(journal: journal)
        let events = shop.terminal.events()
        guard case .approved(let held) = try await shop.terminal.processPaymentIntent(shop.open(capture: .manual))
        else { throw UnexpectedOutcome() }
        let before = await shop.terminal.lastCommand
        let captured = Task { try await shop.terminal.capturePaymentIntent(held) }
        try await waitUntil { await shop.terminal.lastCommand != before }
        journal.release()
        _ = try await captured.value
        await shop.terminal.flushJournal()
        try await shop.terminal.disconnect()
        var diagnostics: [String] = []
        for await event in events {
            if case .diagnostic(let text) = event.kind { diagnostics.append(text) }
            if event.kind == .disconnected(.disconnectRequested) { break }
        }
        #expect(diagnostics == [])
    }

    /// A journal in memory that writes the claim of an approval when it is told to.
    private final class JournalWithLateClaims: Journal {
        private let base = InMemoryJournal()
        private let (releases, continuation) = AsyncStream.makeStream(of: Void.self)

        func release() { continuation.yield() }

        func append(_ entry: JournalEntry) async throws(JournalError) {
            if case .claimed = entry.event { for await _ in releases { break } }
            try await base.append(entry)
        }

        func takeUnresolved() async throws(JournalError) -> [PaymentHistory] { try await base.takeUnresolved() }
        func openPayments() async throws(JournalError) -> [PaymentHistory] { try await base.openPayments() }
        func history(of intentID: String) async throws(JournalError) -> PaymentHistory? {
            try await base.history(of: intentID)
        }

        func payments(of order: String) async throws(JournalError) -> [PaymentHistory] {
            try await base.payments(of: order)
        }
    }

    @Test func fiveConcurrentConfirmsAreOneCharge() async throws {
        let shop = Shop()
        let intent = try await shop.terminal.collectPaymentMethod(shop.open())
        let words = await withTaskGroup(of: String.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    (try? await shop.terminal.confirmPaymentIntent(intent))?.word ?? "refused"
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.sorted() == ["approved", "refused", "refused", "refused", "refused"])
        #expect(shop.gateway.approvals(intent.id) == 1)
    }

    @Test func aDeclineTakesTheNextCardOnTheSameIntentUnderAKeyOfItsOwn() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.decline("insufficient_funds")
        guard case .declined(let decline, let after) = try await shop.terminal.processPaymentIntent(intent) else {
            throw UnexpectedOutcome()
        }
        #expect(decline.reason == "insufficient_funds")
        #expect(try await shop.terminal.processPaymentIntent(after).word == "approved")
        let base = try #require(intent.metadata["tender_attempt"])
        let keys = shop.gateway.calls(.confirm).compactMap(\.key?.rawValue)
        #expect(keys == ["\(base)/1/confirm", "\(base)/2/confirm"])
    }

    @Test(arguments: [(1, 0), (0, 1), (2, 1), (1, 2), (0, 3), (3, 0)])
    func lostMessagesAreRepeatedUnderOneKey(requests: Int, answers: Int) async throws {
        let shop = Shop()
        let intent = try await shop.open()
        for _ in 0..<requests { shop.gateway.script(.confirm, .loseRequest) }
        for _ in 0..<answers { shop.gateway.script(.confirm, .loseAnswer) }
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        #expect(Set(shop.gateway.calls(.confirm).map(\.key)).count == 1)
        #expect(shop.gateway.calls(.confirm).count == requests + answers + 1)
        #expect(shop.gateway.approvals(intent.id) == 1)
    }

    @Test func anAnswerThatNeverArrivesIsAskedFor() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.always(.confirm, .loseAnswer)
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        #expect(shop.gateway.calls(.retrieve).count == 1)
    }

    @Test func aRequestThatNeverArrivesIsProvedByAKeyedCancel() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.always(.confirm, .loseRequest)
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "canceled by engine")
        #expect(shop.gateway.intent(intent.id)?.status == .canceled)
        #expect(shop.gateway.approvals(intent.id) == 0)
    }

    @Test func whereNothingAnswersTheOutcomeIsUnknownAndResolvedLater() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        shop.gateway.always(.confirm, .loseAnswer)
        shop.gateway.always(.retrieve, .loseRequest)
        guard case .unknown(let unknown) = try await shop.terminal.processPaymentIntent(intent) else {
            throw UnexpectedOutcome()
        }
        #expect(unknown.reason == .noAnswer)
        #expect(unknown.message.contains(unknown.idempotencyKey.rawValue))
        await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(intent) }
        shop.gateway.always(.retrieve, nil)
        #expect(try await shop.terminal.resolvePaymentIntent(intent).word == "approved")
        #expect(shop.gateway.approvals(intent.id) == 1)
    }

    /// Asking what became of an earlier confirmation charges no card that is kept meanwhile.
    @Test func resolvingSendsNoCard() async throws {
        let shop = Shop()
        let collected = try await shop.terminal.collectPaymentMethod(shop.open())
        await #expect(throws: TenderError.self) { try await shop.terminal.resolvePaymentIntent(collected) }
        #expect(shop.gateway.calls(.confirm).isEmpty)
        #expect(try await shop.terminal.confirmPaymentIntent(collected).word == "approved")
    }

    @Test func nothingIsChargedWithoutAConnection() async throws {
        let shop = Shop()
        let intent = try await shop.terminal.collectPaymentMethod(shop.open())
        shop.gateway.always(.confirm, .refuseConnection)
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(intent) }
        #expect(error?.code == .notConnectedToGateway)
        #expect(error?.advice == .sameCall)
        shop.gateway.always(.confirm, nil)
        #expect(try await shop.terminal.confirmPaymentIntent(intent).word == "approved")
        #expect(Set(shop.gateway.calls(.confirm).map(\.key)).count == 1)
    }

    @Test func anotherAmountInTheAnswerIsNeverApproved() async throws {
        let shop = Shop()
        let intent = try await shop.open()
        let other = Amount(minorUnits: 9999, currency: .eur)
        shop.gateway.always(.confirm, .change { $0.amount = other })
        shop.gateway.always(.retrieve, .change { $0.amount = other })
        guard case .unknown(let unknown) = try await shop.terminal.processPaymentIntent(intent) else {
            throw UnexpectedOutcome()
        }
        #expect(unknown.reason == .answerMismatch)
        #expect(unknown.intent.amount == intent.amount)
        #expect(shop.gateway.calls(.cancel).isEmpty)
    }

    @Test func anEditedIntentMustBeCollectedAgain() async throws {
        let shop = Shop()
        var intent = try await shop.terminal.collectPaymentMethod(shop.open())
        intent.amount = Amount(minorUnits: 2000, currency: .eur)
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(intent) }
        #expect(error?.advice == .collectAgain)
        #expect(shop.gateway.calls(.confirm).isEmpty)
    }

    @Test func aPaymentThatManyOthersFollowedIsCollectedAgain() async throws {
        let shop = Shop()
        let left = try await shop.terminal.collectPaymentMethod(shop.open())
        for _ in 0..<300 { _ = try await shop.terminal.collectPaymentMethod(shop.intent()) }
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(left) }
        #expect(error?.advice == .collectAgain)
        #expect(shop.gateway.calls(.confirm).isEmpty)
        #expect(try await shop.terminal.processPaymentIntent(left).word == "approved")
    }

    @Test(arguments: [Int64(0), -1, .min])
    func amountsThatAreNoneAreRefused(units: Int64) async throws {
        let shop = Shop()
        let error = await #expect(throws: TenderError.self) { try await shop.intent(units) }
        #expect(error?.code == .invalidAmount)
        #expect(shop.gateway.calls(.create).isEmpty)
    }
}

struct UnexpectedOutcome: Error {}

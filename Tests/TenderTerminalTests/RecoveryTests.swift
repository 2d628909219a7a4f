import Foundation
import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderTerminal
import TenderTestSupport
import Testing

/// What a new process does about what an earlier one left in the journal's file.
@Suite struct RecoveryTests {
    /// Leaves a confirmation that was executed and never answered.
    private func loseConfirmation(
        _ premises: Premises, capture: CaptureMethod = .automatic, order: String? = nil
    ) async throws -> PaymentIntent {
        let shop = try await premises.process()
        let intent = try await shop.open(capture: capture, order: order)
        premises.cutAnswers()
        let outcome = try await shop.terminal.processPaymentIntent(intent)
        premises.mendAnswers()
        guard case .unknown = outcome else { throw UnexpectedOutcome() }
        return intent
    }

    @Test func aLostApprovalIsFoundAndListedUntilItIsAcknowledged() async throws {
        let premises = try Premises()
        let intent = try await loseConfirmation(premises, order: "A1")
        let shop = try await premises.process()
        let events = shop.terminal.events()
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.unclaimed])
        #expect(premises.gateway.approvals(intent.id) == 1)
        #expect(premises.gateway.calls(.cancel).isEmpty)
        var words: [String] = []
        for await event in events {
            if case .outcomeResolved(let outcome, intent.id) = event.kind { words.append(outcome.word) }
            if case .recoveryEnded(intent.id) = event.kind { break }
        }
        #expect(words == ["approved"])
        let second = try await shop.open(order: "A1")
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.processPaymentIntent(second) }
        #expect(error?.code == .outcomeUnknown)
        #expect(error?.message.contains("acknowledge") == true)
        try await shop.terminal.acknowledge(intent.id, by: "Ann")
        let again = try await premises.process()
        await again.terminal.waitForRecovery()
        #expect(try await again.terminal.pendingAttempts().isEmpty)
    }

    @Test func anUndecidedConfirmationIsDisprovedAfterARestart() async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await first.open()
        for verb in ScriptedGateway.Verb.allCases where verb != .token { premises.gateway.always(verb, .loseRequest) }
        _ = try await first.terminal.processPaymentIntent(intent)
        premises.mendAnswers()
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        #expect(premises.gateway.intent(intent.id)?.status == .canceled)
        #expect(premises.gateway.approvals(intent.id) == 0)
    }

    @Test(arguments: [CaptureMethod.automatic, .manual])
    func anApprovalWhoseReversalWasAskedForIsGivenBackAfterARestart(capture: CaptureMethod) async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await first.open(capture: capture)
        premises.gateway.script(.confirm, .holdAnswer)
        let cancelable = Cancelable()
        async let outcome = first.terminal.processPaymentIntent(intent, cancelable: cancelable)
        await premises.gateway.waitForCalls(.confirm, 1)
        let asked = Task { await cancelable.cancel(.reverseIfApproved) }
        try await waitUntil { try await isCancelRecorded(first, intent.id) }
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        let isReversed =
            capture == .manual
            ? premises.gateway.intent(intent.id)?.status == .canceled : premises.gateway.refunds.count == 1
        #expect(isReversed)
        premises.gateway.release(.confirm)
        _ = try? await outcome
        _ = await asked.value
    }

    private func isCancelRecorded(_ shop: Shop, _ id: String) async throws -> Bool {
        try await shop.journal.history(of: id)?.cancel != nil
    }

    @Test func aSecondCardForAnOrderIsRefusedWhileTheFirstIsUnknown() async throws {
        let premises = try Premises()
        let intent = try await loseConfirmation(premises, order: "A1")
        premises.gateway.always(.retrieve, .loseAnswer)
        let shop = try await premises.process()
        let second = try await shop.open(order: "A1")
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.processPaymentIntent(second) }
        #expect(error?.code == .outcomeUnknown)
        #expect(error?.message.contains(intent.id) == true)
        #expect(premises.gateway.approvals(second.id) == 0)
        let other = try await shop.intent(order: "A2")
        #expect(try await shop.terminal.processPaymentIntent(other).word == "approved")
    }

    @Test func aLostRefundIsFoundAndNotMadeTwice() async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await first.open()
        _ = try await first.terminal.processPaymentIntent(intent)
        premises.gateway.script(.refund, .holdAnswer)
        let refund = Task { try await first.terminal.refund(RefundParameters(paymentIntent: intent.id)) }
        await premises.gateway.waitForCalls(.refund, 1)
        // The recovery begins at once, and gets no further than its first question.
        for verb in [ScriptedGateway.Verb.listRefunds, .refund] { premises.gateway.always(verb, .holdAnswer) }
        let shop = try await premises.process()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.refunding])
        await premises.gateway.waitForCalls(.listRefunds, 1)
        for verb in [ScriptedGateway.Verb.listRefunds, .refund] { premises.gateway.always(verb, nil) }
        premises.gateway.release(.listRefunds)
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.refunded])
        #expect(premises.gateway.refunds.count == 1)
        premises.gateway.release(.refund)
        _ = try? await refund.value
    }

    /// The power went before anybody was told: whoever asks again means the same refund.
    @Test(arguments: [ScriptedGateway.Behavior.loseRequest, .loseAnswer])
    func aRefundThatNobodyWasToldOfIsContinuedAndNotMadeAgain(fault: ScriptedGateway.Behavior) async throws {
        let premises = try Premises()
        let (intent, wish) = try await leaveRefund(premises, fault)
        let shop = try await premises.process()
        #expect(try await shop.terminal.openRefund(wish) != nil)
        guard case .succeeded(let refund) = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.refunds == [refund])
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        #expect(try await shop.terminal.openRefund(wish) == nil)
        // Told once, the next one is a second one on purpose.
        guard case .succeeded(let second) = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        #expect(second.id != refund.id)
        #expect(premises.gateway.refunds.count == 2)
        #expect(second.paymentIntent == intent)
    }

    @Test func aRefundThatNobodyWasToldOfIsListedAndBlocksAnotherUntilItIsAcknowledged() async throws {
        let premises = try Premises()
        let (intent, _) = try await leaveRefund(premises, .loseAnswer)
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        let listed = try await shop.terminal.pendingAttempts()
        #expect(listed.map(\.state) == [.refunded])
        #expect(listed.first?.refunds.map(\.isMade) == [true])
        let other = RefundParameters(paymentIntent: intent, amount: Amount(minorUnits: 100, currency: .eur))
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.refund(other) }
        #expect(error?.code == .outcomeUnknown)
        #expect(error?.message.contains("nobody was told") == true)
        try await shop.terminal.acknowledge(intent, by: "Ann")
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        guard case .succeeded = try await shop.terminal.refund(other) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.refunds.count == 2)
    }

    /// The gateway takes a refund now and gives the money back later, or not at all.
    @Test(.timeLimit(.minutes(1)), arguments: [RefundStatus.succeeded, .failed])
    func aPendingRefundIsFollowedToItsEnd(end: RefundStatus) async throws {
        var policy = Shop.policy
        policy.unknownPause = .milliseconds(1)
        let shop = Shop(policy: policy)
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        let wish = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 500, currency: .eur))
        shop.gateway.setRefunds(.pending)
        guard case .pending = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        let events = shop.terminal.events()
        shop.gateway.setRefunds(end)
        for await event in events { if event.kind == .requestResolved(intentID: intent.id) { break } }
        #expect(try await shop.journal.history(of: intent.id)?.refunds.map(\.isUnresolved) == [false])
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [end == .failed ? .refundFailed : .refunded])
    }

    /// Whoever was told that money is on its way has to learn that it is not; the money is the shop's, and blocks nothing.
    @Test func aPendingRefundThatFailsIsListedUntilItIsTold() async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let intent = try await first.open()
        _ = try await first.terminal.processPaymentIntent(intent)
        let wish = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 500, currency: .eur))
        premises.gateway.setRefunds(.pending)
        guard case .pending = try await first.terminal.refund(wish) else { throw UnexpectedOutcome() }
        premises.gateway.setRefunds(.failed)
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.refundFailed])
        guard case .failed = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        premises.gateway.setRefunds(.succeeded)
        guard case .succeeded = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.refunds.count == 2)
    }

    /// Who is told of an approval has not been told of the refund beside it: asked for again, it is still the same one.
    @Test func acknowledgingAnApprovalTellsNobodyOfARefund() async throws {
        var history = try #require(
            PaymentHistory(
                folding: Self.records([
                    .attemptOpened(reader: nil, .none), .requestLeaving(.confirm(Self.key), send: 1),
                    .settled(.confirm(Self.key), .approved(Self.approved), receipt: nil),
                    .refundLeaving(Self.half, .refund("r"), send: 1),
                    .requestSettled(.refund("r"), RequestEnd(.succeeded)),
                    .acknowledged(by: "Ann"),
                ])))
        #expect(history.refund(continuedBy: Self.half)?.key == .refund("r"))
        for record in Self.records([.acknowledged(by: "Ann")]) { history.apply(record) }
        #expect(history.refund(continuedBy: Self.half) == nil)
    }

    private static let key = IdempotencyKey("k/1/confirm")
    private static let half = RefundParameters(
        paymentIntent: "pi_1", amount: Amount(minorUnits: 500, currency: .eur))
    private static let approved = IntentFacts(
        id: "pi_1", amount: Amount(minorUnits: 1000, currency: .eur), status: .succeeded)

    private static func records(_ events: [JournalEntry.Event]) -> [RecordedEntry] {
        events.enumerated().map { index, event in
            RecordedEntry(
                sequence: Int64(index + 1), stamp: Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1),
                entry: JournalEntry(intentID: "pi_1", attempt: 1, event: event))
        }
    }

    /// Nobody is there who wants the money to go: a recovery asks, and sends nothing.
    @Test func aRefundThatNeverLeftIsListedAndNotSentByTheRecovery() async throws {
        let premises = try Premises()
        _ = try await leaveRefund(premises, .loseRequest)
        let sent = premises.gateway.calls(.refund).count
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.refunding])
        #expect(premises.gateway.calls(.refund).count == sent)
        #expect(premises.gateway.refunds.isEmpty)
    }

    /// A refund of half a payment whose process ends before it was answered.
    private func leaveRefund(
        _ premises: Premises, _ fault: ScriptedGateway.Behavior
    ) async throws -> (intent: String, wish: RefundParameters) {
        let shop = try await premises.process()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        let wish = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 500, currency: .eur))
        for verb in [ScriptedGateway.Verb.refund, .listRefunds] { premises.gateway.always(verb, fault) }
        guard case .unknown = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        for verb in [ScriptedGateway.Verb.refund, .listRefunds] { premises.gateway.always(verb, nil) }
        return (intent.id, wish)
    }

    @Test func anApprovalIsClaimedWhenTheApplicationSaysThatItWasShown() async throws {
        var policy = Shop.policy
        policy.claimsOnReturn = false
        let shop = Shop(policy: policy)
        guard case .approved(let intent) = try await shop.terminal.processPaymentIntent(shop.open()) else {
            throw UnexpectedOutcome()
        }
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.unclaimed])
        try await shop.terminal.claim(intent)
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
    }

    @Test func anUnresolvedPaymentIsNotAcknowledged() async throws {
        let premises = try Premises()
        let intent = try await loseConfirmation(premises)
        premises.gateway.always(.retrieve, .loseAnswer)
        let shop = try await premises.process()
        await #expect(throws: TenderError.self) { try await shop.terminal.acknowledge(intent.id, by: "Ann") }
    }

    @Test func aSecondRefundIsRefusedWhileTheFirstIsUnknown() async throws {
        let premises = try Premises()
        let shop = try await premises.process()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        for verb in [ScriptedGateway.Verb.refund, .listRefunds] { premises.gateway.always(verb, .loseAnswer) }
        let half = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 500, currency: .eur))
        guard case .unknown = try await shop.terminal.refund(half) else { throw UnexpectedOutcome() }
        premises.mendAnswers()
        let other = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 300, currency: .eur))
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.refund(other) }
        #expect(error?.code == .outcomeUnknown)
        #expect(premises.gateway.refunds.count == 1)
        let again = try await premises.process()
        guard case .succeeded = try await again.terminal.refund(half) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.refunds.count == 1)
    }

    @Test func theSameRefundAskedForAgainIsLookedForFirst() async throws {
        let premises = try Premises()
        let shop = try await premises.process()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        let parameters = RefundParameters(paymentIntent: intent.id, idempotencyKey: "r")
        guard case .succeeded = try await shop.terminal.refund(parameters),
            case .succeeded = try await shop.terminal.refund(parameters)
        else { throw UnexpectedOutcome() }
        #expect(premises.gateway.calls(.refund).count == 1)
        #expect(premises.gateway.calls(.listRefunds).count == 1)
    }

    @Test func aHoldThatEndedElsewhereIsNotListedForEver() async throws {
        let premises = try Premises()
        let shop = try await premises.process()
        let intent = try await shop.open(capture: .manual)
        _ = try await shop.terminal.processPaymentIntent(intent)
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.held])
        let reference = PaymentIntentReference(id: intent.id)
        _ = try await premises.gateway.cancelPaymentIntent(reference, reason: nil, key: IdempotencyKey("elsewhere"))
        try await shop.terminal.refreshHolds()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
    }

    /// With the customer's tip more is captured than the payment was asked for.
    @Test func aHoldWithATipThatWasCapturedElsewhereIsNotListedForEver() async throws {
        let steps: [ReaderStep] = [ReaderStep(.chooseTip(150)), .insert(.visa, after: .zero), .remove(after: .zero)]
        let shop = Shop(ReaderScript(collections: [steps], readDuration: .zero))
        let intent = try await shop.open(capture: .manual)
        let most = Amount(minorUnits: 500, currency: intent.amount.currency)
        _ = try await shop.terminal.processPaymentIntent(
            intent, configuration: CollectConfiguration(tipping: TippingConfiguration(maximum: most)))
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().map(\.state) == [.held])
        _ = try await shop.gateway.capturePaymentIntent(
            PaymentIntentReference(id: intent.id), amount: nil, applicationFee: nil, key: IdempotencyKey("elsewhere"))
        try await shop.terminal.refreshHolds()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
    }

    @Test func twoTerminalsOnOneJournalDoNotChargeOneIntentTwice() async throws {
        let premises = try Premises()
        let first = try await premises.process()
        let second = Shop(Shop.quickly([.visa]), journal: first.journal, gateway: premises.gateway)
        let intent = try await first.open()
        try await second.connect()
        premises.gateway.script(.confirm, .holdAnswer)
        async let outcome = first.terminal.processPaymentIntent(intent)
        await premises.gateway.waitForCalls(.confirm, 1)
        let error = await #expect(throws: TenderError.self) { try await second.terminal.processPaymentIntent(intent) }
        #expect(error?.code == .outcomeUnknown)
        premises.gateway.release(.confirm)
        #expect(try await outcome.word == "approved")
        #expect(premises.gateway.approvals(intent.id) == 1)
    }
}

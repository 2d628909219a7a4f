import TenderFlow
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Calls that move money, through answers that are lost, processes that end, and people who repeat themselves.
@Suite struct MoneyCallTests {
    private static let call = MoneyCall(
        .transfer, amount: Amount(minorUnits: 400, currency: .eur), fields: [.init("destination", "acct_1")])

    @Test(arguments: [ScriptedGateway.Behavior.loseRequest, .loseAnswer])
    func aCallThatNobodyWasToldOfIsContinuedByTheNextProcess(fault: ScriptedGateway.Behavior) async throws {
        let premises = try Premises()
        let first = try await premises.process()
        for verb in [ScriptedGateway.Verb.perform, .find] { premises.gateway.always(verb, fault) }
        guard case .unknown(let key) = try await first.terminal.perform(Self.call) else { throw UnexpectedOutcome() }
        for verb in [ScriptedGateway.Verb.perform, .find] { premises.gateway.always(verb, nil) }
        let shop = try await premises.process()
        await shop.terminal.waitForRecovery()
        let listed = try await shop.terminal.pendingAttempts()
        #expect(listed.map(\.call?.key) == [key])
        #expect(try await shop.terminal.openCall(Self.call)?.key == key)
        guard case .succeeded(_, key) = try await shop.terminal.perform(Self.call) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.madeCount == 1)
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        #expect(try await shop.terminal.openCall(Self.call) == nil)
        // Told once, the next one is a second one on purpose.
        guard case .succeeded = try await shop.terminal.perform(Self.call) else { throw UnexpectedOutcome() }
        #expect(premises.gateway.madeCount == 2)
    }

    /// What was told once under a caller's key is told again, however much was made since, and without the gateway too.
    @Test(arguments: [nil, ScriptedGateway.Behavior.loseAnswer])
    func aCallThatWasToldLongAgoIsToldAgain(fault: ScriptedGateway.Behavior?) async throws {
        let premises = try Premises()
        let first = try await premises.process()
        guard case .succeeded(let told, let key) = try await first.terminal.perform(Self.call, idempotencyKey: "t-1")
        else { throw UnexpectedOutcome() }
        await first.terminal.flushJournal()
        premises.gateway.pushOutOfLists()
        premises.gateway.always(.find, fault)
        let shop = try await premises.process()
        let again = try await shop.terminal.perform(Self.call, idempotencyKey: "t-1")
        guard case .succeeded(let object, key) = again else { throw UnexpectedOutcome() }
        #expect(object.id == told.id)
        #expect(premises.gateway.madeCount == 1)
    }

    /// The approval is another journal's: whoever captured it was told of it.
    @Test func aCaptureThatWasToldLeavesNothingToBeClaimed() async throws {
        let first = Shop()
        guard case .approved(let held) = try await first.terminal.processPaymentIntent(first.open(capture: .manual))
        else { throw UnexpectedOutcome() }
        let shop = Shop(gateway: first.gateway)
        _ = try await shop.terminal.capturePaymentIntent(held)
        await shop.terminal.flushJournal()
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
    }

    @Test func theSameCallTwiceAtOnceIsMadeOnce() async throws {
        let shop = Shop()
        shop.gateway.script(.perform, .holdAnswer)
        let one = Task { try await shop.terminal.perform(Self.call) }
        await shop.gateway.waitForCalls(.perform, 1)
        let two = Task { try await shop.terminal.perform(Self.call) }
        shop.gateway.release(.perform)
        #expect(try await one.value == two.value)
        #expect(shop.gateway.madeCount == 1)
    }

    /// Whoever still follows a refund that a person gave up must not send it.
    @Test func whatAPersonGaveUpDoesNotLeaveAgain() async throws {
        let premises = try Premises()
        let shop = try await premises.process()
        let intent = try await shop.open()
        _ = try await shop.terminal.processPaymentIntent(intent)
        let wish = RefundParameters(paymentIntent: intent.id, amount: Amount(minorUnits: 400, currency: .eur))
        for verb in [ScriptedGateway.Verb.refund, .listRefunds] { premises.gateway.always(verb, .loseRequest) }
        guard case .unknown(let key) = try await shop.terminal.refund(wish) else { throw UnexpectedOutcome() }
        try await shop.terminal.acknowledge(intent.id, by: "Ann")
        let journal = shop.journal
        // A send that is no first one would be refused for its key's age alone.
        for send in [1, 9] {
            let again = JournalEntry(
                intentID: intent.id, attempt: 1, event: .refundLeaving(wish, key, send: send))
            await #expect(throws: JournalError.self, "send \(send)") { try await journal.append(again) }
        }
    }
}

import SimulatedCard
import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Holds that nobody finished: a person's call, and the watch.
@Suite struct HoldTests {
    private static let rule = HoldRule(.release, .olderThan(60))

    private static func held(_ shop: Shop, order: String? = nil) async throws -> PaymentIntent {
        guard
            case .approved(let intent) = try await shop.terminal.processPaymentIntent(
                shop.open(capture: .manual, order: order))
        else { throw UnexpectedOutcome() }
        await shop.terminal.flushJournal()
        return intent
    }

    private static func decision(_ shop: Shop, _ id: String) async throws -> HoldRule? {
        try await shop.journal.history(of: id)?.holdDecision
    }

    @Test(arguments: HoldRule.Action.allCases)
    func aHoldIsFinishedWithItsReason(action: HoldRule.Action) async throws {
        let shop = Shop()
        let intent = try await Self.held(shop, order: "7")
        let listed = try await shop.terminal.holds()
        let rule = HoldRule(action, .olderThan(60))
        let finished = try await shop.terminal.finishHold(intent.id, by: rule)
        #expect(finished.status == (action == .capture ? .succeeded : .canceled))
        #expect(listed.map(\.order) == ["7"])
        #expect(listed[0].amount == intent.amount)
        #expect(try await Self.decision(shop, intent.id) == rule)
        #expect(try await shop.terminal.holds() == [])
    }

    @Test func whatAPersonCapturedStaysCaptured() async throws {
        let shop = Shop()
        let intent = try await Self.held(shop)
        _ = try await shop.terminal.capturePaymentIntent(intent)
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.finishHold(intent.id, by: Self.rule)
        }
        #expect(error?.code == .unexpectedState)
        #expect(shop.gateway.intent(intent.id)?.status == .succeeded)
        #expect(shop.gateway.calls(.cancel).isEmpty)
        #expect(shop.gateway.refunds.isEmpty)
    }

    @Test func aPaymentAtWorkIsLeftAlone() async throws {
        let shop = Shop()
        let intent = try await Self.held(shop)
        shop.gateway.script(.capture, .holdAnswer)
        async let captured = shop.terminal.capturePaymentIntent(intent)
        await shop.gateway.waitForCalls(.capture, 1)
        let error = await #expect(throws: TenderError.self) {
            try await shop.terminal.finishHold(intent.id, by: Self.rule)
        }
        shop.gateway.release(.capture)
        #expect(error?.code == .busy)
        #expect(try await captured.status == .succeeded)
        #expect(shop.gateway.calls(.cancel).isEmpty)
    }

    @Test func whatNobodyWasToldOfIsLeftToAPerson() async throws {
        var policy = Shop.policy
        policy.claimsOnReturn = false
        let shop = Shop(policy: policy)
        let intent = try await Self.held(shop)
        await #expect(throws: TenderError.self) { try await shop.terminal.finishHold(intent.id, by: Self.rule) }
        #expect(shop.gateway.intent(intent.id)?.status == .requiresCapture)
        #expect(try await Self.decision(shop, intent.id) == nil)
    }

    @Test func aLostAnswerIsFollowedToTheEnd() async throws {
        let shop = Shop()
        let intent = try await Self.held(shop)
        shop.gateway.script(.cancel, .loseAnswer)
        #expect(try await shop.terminal.finishHold(intent.id, by: Self.rule).status == .canceled)
        #expect(Set(shop.gateway.calls(.cancel).map(\.key)).count == 1)
    }

    @Test func whatEndedElsewhereIsRecorded() async throws {
        let shop = Shop()
        let intent = try await Self.held(shop)
        _ = try await shop.gateway.cancelPaymentIntent(
            PaymentIntentReference(id: intent.id), reason: nil, key: IdempotencyKey("elsewhere"))
        await #expect(throws: TenderError.self) { try await shop.terminal.finishHold(intent.id, by: Self.rule) }
        #expect(try await shop.terminal.holds() == [])
        #expect(try await Self.decision(shop, intent.id) == nil)
    }

    /// The watch of a terminal, with a clock that ends its pauses, and no limit of a request.
    @Test(.timeLimit(.minutes(1))) func theWatchReleasesAForgottenHold() async throws {
        let shop = Shop()
        let intent = try await Self.held(shop)
        let clock = TestClock()
        var policy = Shop.policy
        policy.online = .seconds(86_400)
        let watching = HoldWatching(HoldPolicy(rules: [Self.rule]), clock: LaterClock())
        let terminal = Terminal(
            configuration: .init(
                gateway: shop.gateway, readerSource: shop.source, journal: shop.journal, policy: policy,
                clock: clock, holds: watching))
        let events = terminal.events()
        var finished: FinishedHold?
        await clock.running(noLongerThan: .seconds(3600)) {
            for await event in events {
                if case .holdFinished(let hold) = event.kind {
                    finished = hold
                    break
                }
            }
        }
        #expect(finished == FinishedHold(intent.id, Self.rule, .done))
        #expect(shop.gateway.intent(intent.id)?.status == .canceled)
        withExtendedLifetime(terminal) {}
    }
}

/// A clock that is an hour ahead of every record, and steady.
private struct LaterClock: WallClock {
    private let stamp: Stamp

    init() {
        stamp = SystemWallClock().now()
    }

    func now() -> Stamp {
        var later = stamp
        later.unixMilliseconds += 3_600_000
        later.upMilliseconds += 3_600_000
        return later
    }
}

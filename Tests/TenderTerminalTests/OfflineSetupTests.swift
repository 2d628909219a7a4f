import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

/// Cards that are accepted offline, and saved when they are forwarded.
@Suite struct OfflineSetupTests {
    private static let wish = SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent])

    private static func word(_ outcome: SetupOutcome) -> String {
        switch outcome {
        case .saved(let intent): "saved \(intent.generatedCard ?? "nothing")"
        case .declined: "declined"
        case .canceled: "canceled"
        case .unknown: "unknown"
        case .storedOffline: "stored offline"
        }
    }

    /// Stores a card that is presented.
    private static func store(
        _ shop: OfflineShop, _ behavior: OfflineBehavior = .forceOffline
    ) async throws -> SetupIntent {
        let intent = try await shop.terminal.createSetupIntent(wish, offlineBehavior: behavior)
        let outcome = try await shop.terminal.processSetupIntent(intent, allowRedisplay: .always)
        guard case .storedOffline(let stored) = outcome else { throw UnexpectedOutcome() }
        return stored
    }

    private static func state(_ id: String, _ shop: OfflineShop) async throws -> OfflinePayment.State? {
        try await shop.journal.history(of: id).flatMap { OfflineSetup($0) }?.state
    }

    private static func refusal(_ work: () async throws -> Void) async -> String {
        do {
            try await work()
            return "none"
        } catch {
            return (error as? TenderError)?.errorCode.rawValue ?? "\(error)"
        }
    }

    private static func message(_ work: () async throws -> Void) async -> String {
        do {
            try await work()
            return "none"
        } catch {
            return (error as? TenderError)?.message ?? "\(error)"
        }
    }

    @Test func aCardIsStoredAndSavedOnceWhenItIsForwarded() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let events = shop.terminal.events()
        let stored = try await Self.store(shop)
        let again = try await shop.terminal.processSetupIntent(stored, allowRedisplay: .always)
        let listed = try await shop.terminal.offlineSetups()
        let before = try await shop.terminal.offlineStatus()
        #expect(stored.offlineDetails?.requiresUpload == true)
        #expect(stored.offlineDetails?.card?.last4 == "4242")
        #expect(Self.word(again) == "stored offline")
        #expect(listed.map(\.id) == [stored.id])
        #expect([before.count, before.totals.count] == [1, 0])
        #expect(shop.gateway.calls(.createSetup).isEmpty)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(shop.gateway.savedCards.count == 1)
        #expect(try await shop.journal.payload(stored.id) == nil)
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
        let read = try await shop.terminal.retrieveSetupIntent(id: stored.id)
        let asked = try await shop.terminal.processSetupIntent(stored, allowRedisplay: .always)
        #expect(read.status == .succeeded)
        #expect(Self.word(asked) == "saved pm_1")
        for await event in events {
            guard case .setupForwarded(let setup) = event.kind else { continue }
            #expect(setup.generatedCard == "pm_1")
            break
        }
    }

    /// Each fault, of the request that creates the SetupIntent and of the one that saves the card.
    @Test func noFaultSavesACardTwiceOrLosesIt() async throws {
        let faults: [(ScriptedGateway.Verb, ScriptedGateway.Behavior)] = [
            (.createSetup, .loseRequest), (.createSetup, .loseAnswer), (.createSetup, .refuseConnection),
            (.confirmSetup, .loseRequest), (.confirmSetup, .loseAnswer), (.confirmSetup, .refuseConnection),
        ]
        var wrong: [String] = []
        for (verb, fault) in faults {
            let shop = OfflineShop(forwardsByItself: false)
            try await shop.connect()
            let stored = try await Self.store(shop)
            shop.gateway.script(verb, fault)
            // The first try may end at the fault.
            for _ in 1...2 {
                await shop.terminal.forwardNow()
                await shop.terminal.waitForForwarding()
            }
            let state = try await Self.state(stored.id, shop)?.word
            let saved = shop.gateway.savedCards.count
            if state != "approved" || saved != 1 { wrong.append("\(verb) \(fault): \(state ?? "none"), \(saved)") }
        }
        #expect(wrong == [])
    }

    /// What may have arrived is disproved by a cancel before the card goes with another SetupIntent.
    @Test func whatNeverArrivedIsDisprovedAndSavedWithAnotherIntent() async throws {
        var policy = Shop.policy
        policy.unknownPause = .milliseconds(1)
        let shop = OfflineShop(policy: policy, forwardsByItself: false)
        try await shop.connect()
        let stored = try await Self.store(shop)
        let isDisproved = Guarded(false)
        shop.gateway.intercept { verb in
            isDisproved.withLock { isDisproved in
                if verb == .cancelSetup { isDisproved = true }
                return isDisproved || verb == .createSetup ? nil : .loseRequest
            }
        }
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(try await Self.state(stored.id, shop)?.word == "approved")
        #expect(shop.gateway.savedCards.count == 1)
        #expect(shop.gateway.calls(.createSetup).count == 2)
    }

    @Test func withoutTheGatewayACardIsStoredIfThatIsPreferred() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        shop.gateway.always(.createSetup, .loseAnswer)
        let stored = try await Self.store(shop, .preferOnline)
        shop.gateway.always(.createSetup, nil)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(try await Self.state(stored.id, shop)?.word == "approved")
        // The one that was created before the card was stored is the one that it is saved with.
        #expect(Set(shop.gateway.calls(.createSetup).compactMap(\.key)).count == 1)
    }

    @Test func aDeclineIsListedUntilItWasAcknowledged() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let stored = try await Self.store(shop)
        shop.gateway.decline("lost_card")
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        let listed = try await shop.terminal.pendingAttempts().map { "\($0.intentID) \($0.state)" }
        let said = await Self.message { _ = try await shop.terminal.retrieveSetupIntent(id: stored.id) }
        try await shop.terminal.acknowledge(stored.id, by: "Ann")
        #expect(said.hasSuffix("no card was saved"))
        #expect(listed == ["\(stored.id) lostOffline"])
        #expect(try await Self.state(stored.id, shop)?.word == "declined")
        #expect(try await shop.terminal.pendingAttempts().isEmpty)
    }

    @Test func aCanceledIntentSavesNothing() async throws {
        let shop = OfflineShop(forwardsByItself: false)
        try await shop.connect()
        let stored = try await Self.store(shop)
        let canceled = try await shop.terminal.cancelSetupIntent(stored)
        await shop.terminal.forwardNow()
        await shop.terminal.waitForForwarding()
        #expect(canceled.status == .canceled)
        #expect(shop.gateway.calls(.createSetup).isEmpty)
        #expect(try await shop.journal.payload(stored.id) == nil)
    }

    @Test func whereNothingIsTakenOfflineNoCardIs() async throws {
        let none = OfflineShop(limits: .none)
        let few = OfflineShop(
            limits: OfflineLimits(
                perPayment: OfflineShop.limits.perPayment, stored: OfflineShop.limits.stored, count: 1),
            forwardsByItself: false)
        try await few.connect()
        _ = try await Self.store(few)
        let found = [
            await Self.refusal {
                _ = try await none.terminal.createSetupIntent(Self.wish, offlineBehavior: .forceOffline)
            },
            await Self.refusal { _ = try await Self.store(few) },
            await Self.refusal {
                _ = try await few.terminal.createSetupIntent(SetupIntentParameters(), offlineBehavior: .forceOffline)
            },
        ]
        #expect(found == ["offlineNotEnabled", "offlinePaymentsTooMany", "offlineRefused"])
    }

    /// A process that ends before it tells of a card that it stored; the same wish finds that card, and no other does.
    @Test func aStoredCardThatNobodyWasToldOfIsNotAskedForAgain() async throws {
        var policy = Shop.policy
        policy.claimsOnReturn = false
        let journal = InMemoryJournal()
        let shop = OfflineShop(journal: journal, policy: policy, forwardsByItself: false)
        try await shop.connect()
        let stored = try await Self.store(shop)
        let next = OfflineShop(
            gateway: shop.gateway, journal: InheritedJournal(base: journal), policy: policy, forwardsByItself: false)
        let others = [
            try await next.terminal.untoldSetup(customer: "cus_2", allowRedisplay: .always),
            try await next.terminal.untoldSetup(customer: "cus_1", allowRedisplay: .limited),
        ]
        let found = try #require(try await next.terminal.untoldSetup(customer: "cus_1", allowRedisplay: .always))
        let outcome = try await next.terminal.confirmSetupIntent(found)
        try await next.terminal.claim(found)
        #expect(others == [nil, nil])
        #expect(found.id == stored.id)
        #expect(Self.word(outcome) == "stored offline")
        #expect(try await next.terminal.untoldSetup(customer: "cus_1", allowRedisplay: .always) == nil)
        await next.terminal.forwardNow()
        await next.terminal.waitForForwarding()
        #expect(try await Self.state(stored.id, next)?.word == "approved")
        #expect(shop.gateway.savedCards.count == 1)
    }

    /// The next process looks at what the one before sent, and saves no second card.
    @Test func aRestartSavesNoSecondCard() async throws {
        let journal = InMemoryJournal()
        let shop = OfflineShop(journal: journal, forwardsByItself: false)
        try await shop.connect()
        let stored = try await Self.store(shop)
        shop.gateway.script(.confirmSetup, .holdAnswer)
        await shop.terminal.forwardNow()
        await shop.gateway.waitForCalls(.confirmSetup, 1)
        let next = OfflineShop(gateway: shop.gateway, journal: InheritedJournal(base: journal))
        await next.terminal.waitForForwarding()
        #expect(try await Self.state(stored.id, next)?.word == "approved")
        #expect(shop.gateway.savedCards.count == 1)
        shop.gateway.release(.confirmSetup)
        await shop.terminal.flushJournal()
    }
}

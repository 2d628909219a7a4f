import SimulatedCard
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// Sales at a reader with a slot and a stripe.
@Suite(.timeLimit(.minutes(1))) struct ChipFallbackTests {
    private static let both = "Swipe / Insert"

    private func profile(_ fault: ChipFault?) -> ChipProfile {
        var profile = ChipProfile(card: .visa)
        profile.faults = fault.map { [$0] } ?? []
        return profile
    }

    /// The customer inserts the card, and again after it has been taken out.
    private static let threeInsertions: [(String, StripeCounter.Act)] = [
        (both, .insert), ("retryCard", .takeOut), (both, .insert), ("retryCard", .takeOut), (both, .insert),
    ]

    @Test func aChipThatFailsThreeTimesFallsBackToTheStripe() async throws {
        let counter = try #require(
            try await StripeCounter(
                profile(.silence(at: 1)),
                script: Self.threeInsertions + [("swipeCard", .takeOut), ("Swipe", .swipe)]))
        let card = try await counter.collect().get()
        #expect(card.card.readMethod == .magneticStripeFallback)
        let asked = counter.messages.filter { $0 != "doNotRemoveCard" }
        #expect(asked == ["retryCard", "retryCard", "swipeCard"])
        let payload = try CardPayload.open(card.payload)
        #expect(payload.readMethod == .magneticStripeFallback)
        #expect(payload.number == SimulatedCard.visa.number)
        var shop = ChipShop()
        let (outcome, charge) = shop.pay(card)
        #expect(outcome == "succeeded")
        #expect(charge?["read_method"]?.text == "magnetic_stripe_fallback")
        await counter.reader.disconnect()
    }

    @Test func aSwipedChipCardIsAskedToInsert() async throws {
        let counter = try #require(
            try await StripeCounter(profile(nil), script: [(Self.both, .swipe), ("insertCard", .insert)]))
        #expect(try await counter.collect().get().card.readMethod == .contactEmv)
        #expect(counter.messages.first == "insertCard")
    }

    @Test func aCardWithoutAChipIsSwiped() async throws {
        let counter = try #require(
            try await StripeCounter(profile(nil), serviceCode: "101", script: [(Self.both, .swipe)]))
        let card = try await counter.collect().get()
        #expect(card.card.readMethod == .magneticStripeTrack2)
        #expect(try CardPayload.open(card.payload).readMethod == .magneticStripeTrack2)
        #expect(counter.messages == [])
    }

    @Test func aChipThatFailsWhenItHasBegunToPayDoesNotFallBack() async throws {
        let counter = try #require(try await StripeCounter(profile(.silence(at: 10)), script: Self.threeInsertions))
        #expect(await counter.collect() == .failure(.cardNotRead(.insert)))
        #expect(counter.messages.contains("swipeCard") == false)
    }

    @Test func aStripeThatFailsLeavesTheChip() async throws {
        let counter = try #require(
            try await StripeCounter(profile(nil), script: [(Self.both, .unplugStripe), ("Insert", .insert)]))
        #expect(try await counter.collect().get().card.readMethod == .contactEmv)
    }

    @Test func withoutItsStripeAReaderDoesNotFallBack() async throws {
        let again: [(String, StripeCounter.Act)] = [("retryCard", .takeOut), ("Insert", .insert)]
        let counter = try #require(
            try await StripeCounter(
                profile(.silence(at: 1)), script: [(Self.both, .unplugStripe), ("Insert", .insert)] + again + again))
        #expect(await counter.collect() == .failure(.cardNotRead(.insert)))
        #expect(counter.messages.contains("swipeCard") == false)
    }

    @Test func aStripeThatFailsInItsFallbackEndsIt() async throws {
        let counter = try #require(
            try await StripeCounter(
                profile(.silence(at: 1)), script: Self.threeInsertions + [("swipeCard", .unplugStripe)]))
        #expect(await counter.collect() == .failure(.cardNotRead(.insert)))
        #expect(counter.messages.last == "swipeCard")
    }

    @Test func aBlockedCardDoesNotFallBack() async throws {
        var profile = profile(nil)
        profile.state = .cardBlocked
        let counter = try #require(try await StripeCounter(profile, script: [(Self.both, .insert)]))
        #expect(await counter.collect() == .failure(.refused("the issuer has blocked this card")))
        #expect(counter.messages.contains("swipeCard") == false)
    }

    @Test func aCancelEndsTheWaitAtBoth() async throws {
        let counter = try #require(try await StripeCounter(profile(nil), script: []))
        let collecting = Task { await counter.collect() }
        try await waitUntil { counter.told.withLock { $0.contains(Self.both) } }
        collecting.cancel()
        #expect(await collecting.value == .failure(.canceled(by: .application)))
        let again = Task { await counter.collect() }
        try await waitUntil { counter.told.withLock { $0.count { $0 == Self.both } == 2 } }
        again.cancel()
        #expect(await again.value == .failure(.canceled(by: .application)))
    }
}

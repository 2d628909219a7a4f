import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

/// What a customer who gives up costs: no number of a key.
@Suite(.timeLimit(.minutes(1))) struct SealKeeperTests {
    /// Counts the numbers that are drawn.
    private final class CountingSealer: CardSealer {
        let count = Guarded(0)
        private let sealer = SimulatedCardSealer(counter: 1)

        func nextSeal() -> any CardSeal {
            count.withLock { $0 += 1 }
            return sealer.nextSeal()
        }
    }

    @Test func aCollectionWithoutACardLeavesItsNumberToTheNext() async throws {
        let sealer = CountingSealer()
        let counter = try #require(try await ChipCounter(ChipProfile(card: .visa), acts: false, sealer: sealer))
        for _ in 0..<3 {
            let before = counter.count("Insert")
            let sale = Task { await counter.collect() }
            try await waitUntil { counter.count("Insert") > before }
            sale.cancel()
            #expect(await sale.value == .failure(.canceled(by: .application)))
        }
        var serials: [String] = []
        for _ in 0..<2 {
            counter.usb.happen(.presentCard)
            serials.append(try await counter.collect().get().payload.ciphertext)
            try await counter.takeOut()
        }
        #expect(Set(serials).count == 2)
        #expect(sealer.count.withLock { $0 } == 2)
    }

    @Test func aSealThatWasUsedIsNotHandedOutAgain() async throws {
        let sealer = CountingSealer()
        let seals = SealKeeper(sealer)
        let amount = ChipCounter.amount
        let track = SecretBytes(utf8: "4242424242424242=34122010000000000000")
        let first = try await seals.nextSeal()
        let same = try await seals.nextSeal()
        _ = try first.seal(track2: track, read: .magneticStripeTrack2, amount: amount)
        #expect(throws: (any Error).self) {
            try same.seal(track2: track, read: .magneticStripeTrack2, amount: amount)
        }
        _ = try await seals.nextSeal().seal(track2: track, read: .magneticStripeTrack2, amount: amount)
        #expect(sealer.count.withLock { $0 } == 2)
    }
}

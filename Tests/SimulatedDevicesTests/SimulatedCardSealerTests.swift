import SimulatedCard
import SimulatedDevices
import TenderBytes
import TenderModel
import TenderReaders
import Testing

@Suite struct SimulatedCardSealerTests {
    @Test func noTwoCardsHaveTheSameNonce() throws {
        let sealer = SimulatedCardSealer(device: 3, counter: .max - 1)
        let track = SecretBytes(utf8: "4242424242424242=3412201")
        let serials = try (0..<4).map { _ in
            try sealer.nextSeal().seal(
                track2: track, read: .magneticStripeTrack2, amount: Amount(minorUnits: 100, currency: .eur)
            ).keySerial
        }
        #expect(Set(serials).count == 4)
    }
}

import SimulatedCard
public import TenderBytes
public import TenderModel
public import TenderReaders

/// A sealer that encrypts a stripe under the simulators' published key, so that a simulated sale with a clear stripe
/// reaches the simulated gateway; worthless for a real card.
public final class SimulatedTrackSealer: TrackSealer {
    private let device: UInt32
    private let counter: Guarded<UInt64>

    /// Creates a sealer.
    ///
    /// - Parameters:
    ///   - device: Its number, the first half of each payload's nonce.
    ///   - counter: The second half of the first nonce, never used before; it grows by one with each stripe.
    public init(device: UInt32 = 1, counter: UInt64) {
        self.device = device
        self.counter = Guarded(counter)
    }

    /// Encrypts track 2.
    ///
    /// - Throws: `CardPayloadError` for data that is not a track of a payment card.
    public func seal(track2: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        let number = counter.withLock { counter in
            defer { counter &+= 1 }
            return counter
        }
        return try Self.payload(track2, amount).seal(device: device, counter: number)
    }

    private static func payload(_ track2: SecretBytes, _ amount: Amount) throws(CardPayloadError) -> CardPayload {
        try track2.withUnsafeBytes { (bytes) throws(CardPayloadError) in
            let number = bytes.prefix { $0 != UInt8(ascii: "=") }
            let expiry = bytes.dropFirst(number.count + 1).prefix(4).map { Int($0) - 0x30 }
            guard expiry.count == 4, expiry.allSatisfy((0...9).contains) else { throw .invalidContent(.expiry) }
            return CardPayload(
                readMethod: .magneticStripeTrack2, number: SecretBytes(number), expMonth: expiry[2] * 10 + expiry[3],
                expYear: 2000 + expiry[0] * 10 + expiry[1], verification: .signature, amount: amount)
        }
    }
}

import SimulatedCard
public import TenderBytes
public import TenderModel
public import TenderReaders

/// A sealer that encrypts card data under the simulators' published key, so that a simulated sale with a reader that does
/// not encrypt reaches the simulated gateway; worthless for a real card.
public final class SimulatedCardSealer: CardSealer {
    private let device: UInt32
    private let counter: Guarded<UInt64>

    /// Creates a sealer.
    ///
    /// - Parameters:
    ///   - device: Its number, the first half of each payload's nonce.
    ///   - counter: The second half of the first nonce, never used before; it grows by one with each card.
    public init(device: UInt32 = 1, counter: UInt64) {
        self.device = device
        self.counter = Guarded(counter)
    }

    /// Encrypts track 2.
    ///
    /// - Throws: `CardPayloadError` for data that is not a track of a payment card.
    public func seal(track2: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        try Self.payload(track2, amount).seal(device: device, counter: nextNumber())
    }

    /// Encrypts the data objects of a chip.
    ///
    /// - Throws: `CardPayloadError` for data that are not those of a payment with a chip.
    public func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        try CardPayload(chip: objects, amount: amount).seal(device: device, counter: nextNumber())
    }

    private func nextNumber() -> UInt64 {
        counter.withLock { counter in
            defer { counter &+= 1 }
            return counter
        }
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

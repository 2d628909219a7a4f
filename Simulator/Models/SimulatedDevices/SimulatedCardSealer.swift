import SimulatedCard
import TenderBytes
import TenderModel
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

    /// Takes the number of the next card.
    public func nextSeal() -> any CardSeal {
        let number = counter.withLock { counter in
            defer { counter &+= 1 }
            return counter
        }
        return SimulatedCardSeal(device: device, number: number)
    }
}

/// The encryption of one card under the simulators' published key.
private final class SimulatedCardSeal: CardSeal {
    private struct Used: Error {}

    private let device: UInt32
    private let number: Guarded<UInt64?>

    init(device: UInt32, number: UInt64) {
        self.device = device
        self.number = Guarded(number)
    }

    func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload {
        try seal(CardPayload(track2: track2, readMethod: method, amount: amount))
    }

    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        try seal(CardPayload(chip: objects, amount: amount))
    }

    /// A number under one key is a nonce, and so is used once.
    private func seal(_ payload: CardPayload) throws -> EncryptedPayload {
        let number = number.withLock { number in
            defer { number = nil }
            return number
        }
        guard let number else { throw Used() }
        return try payload.seal(device: device, counter: number)
    }
}

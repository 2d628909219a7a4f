import TenderBytes
package import TenderFlow
import TenderModel

/// The seals of one connection to a reader: one that encrypted no card serves the next collection, so that a customer who
/// gives up costs no number of a key.
package final class SealKeeper: Sendable {
    private let sealer: any CardSealer
    /// The seal that was prepared, and has not been used.
    private let unused = Guarded<(any CardSeal)?>(nil)

    /// Creates the keeper of a connection, which has no seal yet.
    package init(_ sealer: any CardSealer) { self.sealer = sealer }

    /// Returns the seal that was not used, or prepares one.
    ///
    /// - Throws: What the sealer throws.
    package func nextSeal() async throws(ReaderError) -> any CardSeal {
        if let seal = unused.withLock({ $0 }) { return KeptSeal(seal: seal, unused: unused) }
        let seal = try await sealer.nextSeal()
        unused.withLock { $0 = seal }
        return KeptSeal(seal: seal, unused: unused)
    }
}

/// A seal that its keeper forgets before it encrypts; that it encrypts once is its own promise.
private struct KeptSeal: CardSeal {
    let seal: any CardSeal
    let unused: Guarded<(any CardSeal)?>

    func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload {
        unused.withLock { $0 = nil }
        return try seal.seal(track2: track2, read: method, amount: amount)
    }

    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload {
        unused.withLock { $0 = nil }
        return try seal.seal(objects: objects, amount: amount)
    }
}

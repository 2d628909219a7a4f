public import TenderBytes
public import TenderModel

/// An encryption for the stripes of readers that do not encrypt; without one from the application, such stripes are
/// refused.
///
/// It is called as soon as a stripe was read, on no particular thread, and must not wait.
public protocol TrackSealer: Sendable {
    /// Encrypts track 2 for the gateway.
    ///
    /// - Parameters:
    ///   - track2: The track as ASCII, without sentinels: number, `=`, expiry (YYMM), service code, and the rest.
    ///   - amount: The amount that the card is to pay.
    /// - Throws: Any error that prevented encryption, in which case the stripe is refused.
    func seal(track2: SecretBytes, amount: Amount) throws -> EncryptedPayload
}

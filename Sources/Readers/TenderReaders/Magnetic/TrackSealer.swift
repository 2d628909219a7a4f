public import TenderBytes
public import TenderModel

/// Encrypts the stripe of a reader that does not encrypt by itself; the application hands one in, or such stripes are
/// refused.
///
/// It is called at once when a stripe was read, on no particular thread, and must not wait.
public protocol TrackSealer: Sendable {
    /// Encrypts track 2 for the gateway.
    ///
    /// - Parameters:
    ///   - track2: the track as ASCII, without sentinels: number, `=`, expiry (YYMM), service code, and the rest.
    ///   - amount: the amount that the card is to pay.
    /// - Throws: whatever kept it from encrypting; the stripe is refused then.
    func seal(track2: SecretBytes, amount: Amount) throws -> EncryptedPayload
}

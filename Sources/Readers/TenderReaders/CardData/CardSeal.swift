public import TenderBytes
public import TenderModel

/// The encryption of one card's data, prepared by a `CardSealer`.
///
/// It is called as soon as the card was read, on no particular thread, and must not wait. It encrypts once: a second call
/// throws.
public protocol CardSeal: Sendable {
    /// Encrypts track 2 for the gateway.
    ///
    /// - Parameters:
    ///   - track2: The track as ASCII, without sentinels: number, `=`, expiry (YYMM), service code, and the rest.
    ///   - method: How the card was read: by its stripe, or by its stripe after its chip had failed.
    ///   - amount: The amount that the card is to pay.
    /// - Throws: Any error that prevented encryption, in which case the stripe is refused.
    func seal(track2: SecretBytes, read method: ReadMethod, amount: Amount) throws -> EncryptedPayload

    /// Encrypts the data objects of a chip for the gateway.
    ///
    /// - Parameters:
    ///   - objects: Primitive BER-TLV data objects, one after the other: the number, the cryptogram, and what was
    ///     authenticated with it (`ContactResult.payload`).
    ///   - amount: The amount that the card is to pay, which the cryptogram covers.
    /// - Throws: Any error that prevented encryption, in which case the card is refused.
    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload
}

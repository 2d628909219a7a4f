public import TenderBytes
public import TenderModel

/// An encryption for the card data of readers that do not encrypt; without one from the application, such cards are
/// refused.
///
/// It is called as soon as a card was read, on no particular thread, and must not wait.
public protocol CardSealer: Sendable {
    /// Encrypts track 2 for the gateway.
    ///
    /// - Parameters:
    ///   - track2: The track as ASCII, without sentinels: number, `=`, expiry (YYMM), service code, and the rest.
    ///   - amount: The amount that the card is to pay.
    /// - Throws: Any error that prevented encryption, in which case the stripe is refused.
    func seal(track2: SecretBytes, amount: Amount) throws -> EncryptedPayload

    /// Encrypts the data objects of a chip for the gateway.
    ///
    /// - Parameters:
    ///   - objects: Primitive BER-TLV data objects, one after the other: the number, the cryptogram, and what was
    ///     authenticated with it (`ContactResult.payload`).
    ///   - amount: The amount that the card is to pay, which the cryptogram covers.
    /// - Throws: Any error that prevented encryption, in which case the card is refused.
    func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload
}

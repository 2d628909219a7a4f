public import TenderFlow
import TenderModel

/// The card data of a payment that was stored offline, as read back.
public struct StoredPayload: Sendable {
    /// Whether the data is what was stored.
    public let reading: PayloadReading
    /// The card, if the data is what was stored.
    public let card: CollectedCard?

    /// Compares the bytes with what the record says of them.
    ///
    /// - Parameters:
    ///   - bytes: What is stored beside the journal; `nil` for nothing.
    ///   - sale: What was recorded; `nil` if nothing was.
    public init(bytes: [UInt8]?, sale: OfflineSale?) {
        guard let bytes, let sale else {
            (reading, card) = (.missing, nil)
            return
        }
        guard EncryptedPayload.digest(ofStored: bytes) == sale.payloadDigest,
            let payload = try? EncryptedPayload(storedBytes: bytes)
        else {
            (reading, card) = (.damaged, nil)
            return
        }
        (reading, card) = (.ready, CollectedCard(card: sale.card, payload: payload))
    }
}

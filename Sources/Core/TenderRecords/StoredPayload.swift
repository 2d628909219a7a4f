public import TenderFlow
import TenderModel

/// The card data of a payment that was stored offline, as they were read again.
public struct StoredPayload: Sendable {
    /// Whether they are what was stored.
    public let reading: PayloadReading
    /// The card, when they are.
    public let card: CollectedCard?

    /// Compares the bytes with what the record says of them.
    ///
    /// - Parameters:
    ///   - bytes: what lies beside the journal; nil for nothing.
    ///   - sale: what was recorded; nil when nothing is recorded.
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

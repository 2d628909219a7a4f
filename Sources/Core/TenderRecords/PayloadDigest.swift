import TenderBytes
import TenderCrypto
public import TenderModel

/// Card data as it lies beside the journal: encrypted by the reader, and nobody here can open it.
extension EncryptedPayload {
    /// The bytes that are stored.
    public var storedBytes: [UInt8] {
        var writer = RecordWriter()
        for field in [scheme, keySerial, ciphertext, tag] { writer.write(field) }
        return writer.bytes
    }

    /// Reads stored bytes.
    ///
    /// - Throws: `RecordError` when they are no card data.
    public init(storedBytes bytes: [UInt8]) throws(RecordError) {
        var reader = RecordReader(bytes)
        self.init(
            scheme: try reader.text("payload"), keySerial: try reader.text("payload"),
            ciphertext: try reader.text("payload"), tag: try reader.text("payload"))
        guard reader.remaining == 0 else { throw .trailingBytes }
    }

    /// What the journal's records say of stored card data: the SHA-256 of its bytes, in hexadecimal.
    public static func digest(ofStored bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(bytes)) }
}

import TenderBytes
import TenderCrypto
public import TenderModel

/// Card data as stored beside the journal: encrypted by the reader, so that nobody here can open it.
extension EncryptedPayload {
    /// The payload as stored bytes.
    public var storedBytes: [UInt8] {
        var writer = RecordWriter()
        for field in [scheme, keySerial, ciphertext, tag] { writer.write(field) }
        if allowRedisplay != .unspecified { writer.write(open: allowRedisplay) }
        return writer.bytes
    }

    /// Parses stored bytes.
    ///
    /// - Throws: `RecordError` if they are not card data.
    public init(storedBytes bytes: [UInt8]) throws(RecordError) {
        var reader = RecordReader(bytes)
        self.init(
            scheme: try reader.text("payload"), keySerial: try reader.text("payload"),
            ciphertext: try reader.text("payload"), tag: try reader.text("payload"))
        // Without a consent it ends here, as earlier versions wrote it.
        if reader.remaining > 0 { allowRedisplay = try reader.open("payload") }
        guard reader.remaining == 0 else { throw .trailingBytes }
    }

    /// Returns what the journal's records say of stored card data: the SHA-256 of its bytes, in hexadecimal.
    public static func digest(ofStored bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(bytes)) }
}

import TenderBytes
import TenderCrypto

/// An uploaded file: what is kept of it.
struct UploadedFile: Hashable, Sendable {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]

    let name: String
    let size: Int
    /// The type by its first bytes: `png`, `jpg`, or `nil` for anything else.
    let type: String?
    /// The digest by which an idempotency key distinguishes files.
    let digest: String

    init(_ name: String, _ content: ArraySlice<UInt8>) {
        self.name = name
        size = content.count
        type = content.starts(with: Self.png) ? "png" : content.starts(with: Self.jpeg) ? "jpg" : nil
        digest = Hex.encode(SHA256.hash(content))
    }

    /// The value of the parameter.
    var json: JSONValue {
        [
            "filename": .string(name), "size": .integer(Int64(size)), "type": .optional(type),
            "digest": .string(digest),
        ]
    }
}

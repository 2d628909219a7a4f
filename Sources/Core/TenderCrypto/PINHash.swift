public import TenderBytes

/// What is stored of a cashier's PIN: its scrypt hash with salt and cost, as a line of text.
///
/// The text is `$scrypt$ln=15,r=8,p=1$salt$hash`, with salt and hash in hexadecimal. A PIN has so few digits that
/// anyone who has the text can find it by brute force, so the hash is never printed either, and is stored only in files
/// that their owner alone can read.
public struct PINHash: Hashable, Sendable {
    /// The valid sizes of a salt, in bytes.
    public static let saltByteCounts = 16...64

    private static let hashByteCount = 32
    /// A longer line was not written by this type.
    private static let maximumTextByteCount = 256

    private let cost: Scrypt.Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a PIN; this takes as long as the cost demands, so never call it on a thread that others wait for.
    ///
    /// - Parameter salt: Random bytes that no other hash uses.
    /// - Throws: `CryptoError.hashOutOfBounds` for a salt whose size is not in `saltByteCounts`; `library`.
    public init(_ pin: SecretBytes, salt: [UInt8], cost: Scrypt.Cost = .interactive) throws(CryptoError) {
        guard Self.saltByteCounts.contains(salt.count) else { throw .hashOutOfBounds }
        self.cost = cost
        self.salt = salt
        hash = try Scrypt.derive(pin, salt: salt, cost: cost, count: Self.hashByteCount).withUnsafeBytes { Array($0) }
    }

    /// Returns whether a PIN is the one that was hashed, in time that does not depend on how much of it is right.
    ///
    /// - Throws: `CryptoError.library`.
    public func matches(_ pin: SecretBytes) throws(CryptoError) -> Bool {
        try Scrypt.derive(pin, salt: salt, cost: cost, count: hash.count) == SecretBytes(hash)
    }

    /// The hash as a line of text.
    public var text: String {
        "$scrypt$ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)$\(Hex.encode(salt))$\(Hex.encode(hash))"
    }

    /// Parses a line of text.
    ///
    /// - Throws: `CryptoError.hashMalformed`, and `hashOutOfBounds` for a salt or a cost that this program never uses.
    public init(text: String) throws(CryptoError) {
        let fields =
            text.utf8.count > Self.maximumTextByteCount
            ? [] : text.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0].isEmpty, fields[1] == "scrypt",
            let salt = Hex.decode(String(fields[3])), let hash = Hex.decode(String(fields[4])),
            let (logarithm, blockSize, parallelism) = Self.cost(fields[2])
        else { throw .hashMalformed }
        guard let cost = Scrypt.Cost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism),
            Self.saltByteCounts.contains(salt.count), hash.count == Self.hashByteCount
        else { throw .hashOutOfBounds }
        self.cost = cost
        self.salt = salt
        self.hash = hash
        // There is only one form: no signs, leading zeros or capitals.
        guard self.text == text else { throw .hashMalformed }
    }

    private static func cost(_ field: Substring) -> (Int, Int, Int)? {
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let logarithm = number(parts[0], "ln="), let blockSize = number(parts[1], "r="),
            let parallelism = number(parts[2], "p=")
        else { return nil }
        return (logarithm, blockSize, parallelism)
    }

    private static func number(_ part: Substring, _ name: String) -> Int? {
        part.hasPrefix(name) ? Int(part.dropFirst(name.count)) : nil
    }
}

extension PINHash: CustomStringConvertible, CustomReflectable {
    /// The cost, never the hash.
    public var description: String { "PINHash(2^\(cost.logarithm) rounds)" }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PINHash: Codable {
    /// Decodes the line of text; throws `DecodingError` if it is not a hash.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    /// Encodes the line of text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

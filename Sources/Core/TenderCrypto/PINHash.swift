public import TenderBytes

/// What is kept of a cashier's PIN: its scrypt hash with salt and cost, as a line of text.
///
/// The text is `$scrypt$ln=15,r=8,p=1$salt$hash` with salt and hash in hexadecimal. A PIN has few digits: whoever has the
/// text finds it by trying, so it is never printed either, and lies in files for their owner only.
public struct PINHash: Hashable, Sendable {
    /// The sizes that a salt may have.
    public static let saltByteCounts = 16...64

    private static let hashByteCount = 32
    /// A line that is longer is none that was written.
    private static let maximumTextByteCount = 256

    private let cost: Scrypt.Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a PIN; takes the time of the cost, so never on the threads that others wait for.
    ///
    /// - Parameter salt: random bytes that no other hash has.
    /// - Throws: `CryptoError.hashOutOfBounds` for a salt of another size than `saltByteCounts`; `library`.
    public init(_ pin: SecretBytes, salt: [UInt8], cost: Scrypt.Cost = .interactive) throws(CryptoError) {
        guard Self.saltByteCounts.contains(salt.count) else { throw .hashOutOfBounds }
        self.cost = cost
        self.salt = salt
        hash = try Scrypt.derive(pin, salt: salt, cost: cost, count: Self.hashByteCount).withUnsafeBytes { Array($0) }
    }

    /// Whether a PIN is the one that was hashed, in a time that does not depend on how much of it is right.
    ///
    /// - Throws: `CryptoError.library`.
    public func matches(_ pin: SecretBytes) throws(CryptoError) -> Bool {
        try Scrypt.derive(pin, salt: salt, cost: cost, count: hash.count) == SecretBytes(hash)
    }

    /// The line of text.
    public var text: String {
        "$scrypt$ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)$\(Hex.encode(salt))$\(Hex.encode(hash))"
    }

    /// Reads a line of text.
    ///
    /// - Throws: `CryptoError.hashMalformed`, and `hashOutOfBounds` for a salt or a cost that no hash of this program has.
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
        // One form only: no signs, leading zeros or capitals.
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
    /// Its cost, never the hash.
    public var description: String { "PINHash(2^\(cost.logarithm) rounds)" }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PINHash: Codable {
    /// Reads the line of text; throws `DecodingError` for one that is no hash.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    /// Writes the line of text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

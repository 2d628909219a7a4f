import TenderCrypto

/// A generator of the opaque parts of ids and secrets: random if its seed is, and the same for the same seed.
public struct IDGenerator: Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let length = 24

    private var bytes: ChaChaBytes

    /// Starts a sequence; `seed` needs at least 16 random bytes where ids must not be guessed or collide.
    public init(seed: [UInt8]) { bytes = ChaChaBytes(key: SHA256.hash(seed)) }

    /// Generates `<prefix>_<24 base62 characters>`.
    mutating func make(_ prefix: String) -> String { text(prefix, separator: 1, base: 62, count: Self.length) }

    /// Generates decimal digits.
    mutating func digits(_ count: Int) -> String { text("", separator: 0, base: 10, count: count) }

    /// Generates upper-case hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String { text("", separator: 0, base: 16, count: count) }

    private mutating func text(_ prefix: String, separator: Int, base: Int, count: Int) -> String {
        // Bytes at or above this bound would make the first characters more likely than the others.
        let bound = 256 - 256 % base
        let start = prefix.utf8.count + separator
        let alphabet = Self.alphabet
        return String(unsafeUninitializedCapacity: start + count) { characters in
            var place = characters.initialize(fromContentsOf: prefix.utf8)
            if separator > 0 { characters.initializeElement(at: place, to: UInt8(ascii: "_")) }
            place = start
            while place < start + count {
                let byte = Int(bytes.next())
                guard byte < bound else { continue }
                characters.initializeElement(at: place, to: alphabet[byte % base])
                place += 1
            }
            return place
        }
    }
}

import TenderCrypto

/// Makes the opaque parts of ids and secrets: random when its seed is, and the same for the same seed.
public struct IDGenerator: Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let length = 24

    private let seed: [UInt8]
    private var counter: UInt64 = 0

    /// Starts a sequence; `seed` needs 16 random bytes or more where ids must not be guessed or meet again.
    public init(seed: [UInt8]) { self.seed = seed }

    /// Makes `<prefix>_<24 base62 characters>`.
    mutating func make(_ prefix: String) -> String { prefix + "_" + text(Self.alphabet, count: Self.length) }

    /// Makes decimal digits.
    mutating func digits(_ count: Int) -> String { text(Self.alphabet[..<10], count: count) }

    /// Makes upper-case hexadecimal digits.
    mutating func hexadecimal(_ count: Int) -> String { text(Self.alphabet[..<16], count: count) }

    private mutating func text(_ alphabet: some RandomAccessCollection<UInt8>, count: Int) -> String {
        let characters = Array(alphabet)
        // Bytes at or above this bound would make the first characters more likely than the others.
        let bound = 256 - 256 % characters.count
        var text: [UInt8] = []
        while text.count < count {
            for byte in nextBlock() where Int(byte) < bound && text.count < count {
                text.append(characters[Int(byte) % characters.count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func nextBlock() -> [UInt8] {
        counter += 1
        return SHA256.hash(seed + (0..<8).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) })
    }
}

import TenderBytes
import TenderCrypto

/// The tokens by which the merchant's server knows its tills.
public enum TillToken {
    /// Creates a token of 256 random bits.
    public static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return "till_" + Hex.encode(bytes)
    }

    /// Returns what the server keeps of a token: its SHA-256, in lower-case hexadecimal digits.
    public static func hash(_ token: [UInt8]) -> String { Hex.encode(SHA256.hash(token)).lowercased() }
}

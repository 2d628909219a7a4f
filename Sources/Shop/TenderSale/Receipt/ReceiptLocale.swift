/// The language and country of a receipt, from a locale code.
public struct ReceiptLocale: Hashable, Sendable, Codable {
    /// The language.
    public let language: TillLanguage
    /// The country, two upper-case letters; `nil` when the code has none.
    public let country: String?

    /// Parses a code such as `de`, `de-CH`, `fr_FR.UTF-8` or `zh-Hant-TW`; an unknown language becomes English.
    public init(_ code: String) {
        let plain = code.prefix { $0 != "." && $0 != "@" }
        let parts = plain.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        language = parts.first.flatMap(TillLanguage.init(rawValue:)) ?? .english
        country = parts.dropFirst().first { $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isLetter) }?.uppercased()
    }

    /// The code, such as `de-CH`.
    public var code: String { country.map { "\(language.rawValue)-\($0)" } ?? language.rawValue }

    /// Decodes a code.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}

/// A currency of ISO 4217, named by its lower-case code as the payments API writes it.
public struct Currency: Hashable, Sendable {
    /// The lower-case code, such as `eur`.
    public let code: String

    /// The number of decimals of the standard: 0, 2, 3 or 4.
    public let exponent: Int

    /// The three-digit number of the standard, such as `978`.
    public let number: String

    /// The English name of the standard.
    public let name: String

    /// Finds a currency by its code in either case; `nil` for an unknown code or one without a minor unit, such as gold.
    public init?(_ code: String) {
        guard let known = Self.byCode[code.lowercased()] else { return nil }
        self = known
    }

    private init(code: String, exponent: Int, number: String, name: String) {
        self.code = code
        self.exponent = exponent
        self.number = number
        self.name = name
    }

    /// Every currency that has a minor unit, by code.
    public static let all: [Currency] = iso4217.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard fields.count == 4, let exponent = Int(fields[2]) else { return nil }
        return Currency(code: fields[0].lowercased(), exponent: exponent, number: fields[1], name: fields[3])
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    private static func known(_ code: String) -> Currency {
        guard let currency = byCode[code] else { preconditionFailure("\(code) is missing from the ISO 4217 table") }
        return currency
    }

    /// Euro.
    public static let eur = known("eur")
    /// US dollar.
    public static let usd = known("usd")
    /// Pound sterling.
    public static let gbp = known("gbp")
    /// Canadian dollar.
    public static let cad = known("cad")
    /// Australian dollar.
    public static let aud = known("aud")
    /// Yen, without decimals.
    public static let jpy = known("jpy")
    /// Kuwaiti dinar, with three decimals.
    public static let kwd = known("kwd")

    /// Compares by code, which names the rest.
    public static func == (left: Currency, right: Currency) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Currency: CustomStringConvertible {
    /// The upper-case code, as people write it.
    public var description: String { code.uppercased() }
}

extension Currency: Codable {
    /// Reads a code; throws `DecodingError` for one that is unknown.
    public init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let currency = Currency(code) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "unknown currency '\(code)'")
            )
        }
        self = currency
    }

    /// Writes the code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

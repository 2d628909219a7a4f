/// An ISO 4217 currency, named by its lower-case code as in the payments API.
public struct Currency: Hashable, Sendable {
    /// The index in `table`: every amount carries it, so it is kept as small as possible.
    let place: UInt8

    /// Finds a currency by its code in either case; nil for an unknown code or one without a minor unit, such as gold.
    public init?(_ code: String) {
        guard let place = Self.places[code] ?? Self.places[code.lowercased()] else { return nil }
        self.place = place
    }

    /// The lower-case code, such as `eur`.
    public var code: String { row.code }

    /// The standard's number of decimals: 0, 2, 3 or 4.
    public var exponent: Int { row.exponent }

    /// The standard's three-digit number, such as `978`.
    public var number: String { row.number }

    /// The standard's English name.
    public var name: String { row.name }

    /// Every currency with a minor unit, ordered by code.
    public static var all: [Currency] { places.keys.sorted().compactMap { Currency($0) } }

    private typealias Row = (code: String, exponent: Int, number: String, name: String)

    private static let table: [Row] = iso4217.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard fields.count == 4, let exponent = Int(fields[2]) else { return nil }
        return (fields[0].lowercased(), exponent, fields[1], fields[3])
    }

    private static let places: [String: UInt8] = {
        var places: [String: UInt8] = [:]
        for (place, row) in zip(UInt8.min...UInt8.max, table) { places[row.code] = place }
        return places
    }()

    private var row: Row { Self.table[Int(place)] }

    private static func known(_ code: String) -> Currency {
        guard let currency = Currency(code) else { preconditionFailure("\(code) is missing from the ISO 4217 table") }
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
}

extension Currency: CustomStringConvertible {
    /// The upper-case code, as people write it.
    public var description: String { code.uppercased() }
}

extension Currency: Codable {
    /// Reads a code; throws `DecodingError` for an unknown one.
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

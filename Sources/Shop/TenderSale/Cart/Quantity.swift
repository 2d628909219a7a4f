/// A quantity in thousandths: 3 pieces are 3,000, and 0.345 kg are 345.
public struct Quantity: Hashable, Sendable, Codable, Comparable {
    /// The quantity in thousandths.
    public let thousandths: Int64

    /// Creates a quantity, or returns `nil` beyond plus or minus a million.
    public init?(thousandths: Int64) {
        guard (-1_000_000_000...1_000_000_000).contains(thousandths) else { return nil }
        self.thousandths = thousandths
    }

    /// One piece.
    public static let one = Quantity(valid: 1000)

    private init(valid thousandths: Int64) { self.thousandths = thousandths }

    /// Whether the quantity is a whole number of pieces.
    public var isWhole: Bool { thousandths.isMultiple(of: 1000) }

    /// Returns whether the left quantity is smaller than the right one.
    public static func < (left: Quantity, right: Quantity) -> Bool { left.thousandths < right.thousandths }

    /// Decodes a quantity, and rejects one out of range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(thousandths: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the quantity is out of range")
        }
        self = value
    }

    /// Encodes the thousandths.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(thousandths)
    }
}

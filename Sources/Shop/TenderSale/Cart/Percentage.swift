/// A percentage in thousandths of a percent: 19 % is 19,000, and 8.875 % is 8,875.
public struct Percentage: Hashable, Sendable, Codable {
    /// The percentage in thousandths of a percent, from 0 to 100 %.
    public let thousandths: Int64

    /// Creates a percentage, or returns `nil` outside of 0 to 100 %.
    public init?(thousandths: Int64) {
        guard (0...100_000).contains(thousandths) else { return nil }
        self.thousandths = thousandths
    }

    /// Zero percent.
    public static let zero = Percentage(valid: 0)

    private init(valid thousandths: Int64) { self.thousandths = thousandths }

    /// Decodes a percentage, and rejects one outside of 0 to 100 %.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(thousandths: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a percentage must be between 0 and 100")
        }
        self = value
    }

    /// Encodes the thousandths of a percent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(thousandths)
    }
}

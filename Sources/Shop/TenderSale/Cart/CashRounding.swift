public import TenderModel

/// The step to which cash sums are rounded where the smallest coins are out of use.
public struct CashRounding: Hashable, Sendable, Codable {
    /// The step in minor units: 1 rounds nothing, 5 rounds to five cents.
    public let step: Int64

    /// Creates a rounding step, or returns `nil` unless it is from 1 to 1,000,000.
    public init?(step: Int64) {
        guard (1...1_000_000).contains(step) else { return nil }
        self.step = step
    }

    private init(valid step: Int64) { self.step = step }

    /// No rounding.
    public static let none = CashRounding(valid: 1)

    /// Returns the nearest multiple of the step, rounding half away from zero.
    public func rounded(_ amount: Amount) -> Amount {
        Amount(minorUnits: rounded(amount.minorUnits), currency: amount.currency)
    }

    func rounded(_ units: Int64) -> Int64 {
        let nearest = Shares.rounded(Int128(units), by: Int128(step)) * Int128(step)
        return Int64(exactly: nearest) ?? units
    }

    /// Decodes a step, and rejects one that `init(step:)` rejects.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(step: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the cash rounding step is out of range")
        }
        self = value
    }

    /// Encodes the step.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(step)
    }
}

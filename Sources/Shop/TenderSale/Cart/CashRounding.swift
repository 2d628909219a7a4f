public import TenderModel

/// To what sums in cash are rounded where the smallest coins are not used.
public struct CashRounding: Hashable, Sendable, Codable {
    /// The step in minor units: 1 rounds nothing, 5 is to five cents.
    public let step: Int64

    /// Makes a rounding; nil for a step that is not from 1 to 1,000,000.
    public init?(step: Int64) {
        guard (1...1_000_000).contains(step) else { return nil }
        self.step = step
    }

    private init(valid step: Int64) { self.step = step }

    /// Rounds nothing.
    public static let none = CashRounding(valid: 1)

    /// The nearest multiple of the step, a half away from zero.
    public func rounded(_ amount: Amount) -> Amount {
        Amount(minorUnits: rounded(amount.minorUnits), currency: amount.currency)
    }

    func rounded(_ units: Int64) -> Int64 {
        let nearest = Shares.rounded(Int128(units), by: Int128(step)) * Int128(step)
        return Int64(exactly: nearest) ?? units
    }

    /// Reads a step, and refuses one that `init(step:)` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(step: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the step of cash is out of range")
        }
        self = value
    }

    /// Writes the step.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(step)
    }
}

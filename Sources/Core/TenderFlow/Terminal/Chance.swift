/// The randomness that accompanies an event, so that the machine draws none: a share of a pause, and an unused key.
public struct Chance: Hashable, Sendable, Codable {
    private let first: UInt64
    private let second: UInt64

    /// Creates a value from 128 random bits.
    public init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }

    /// Creates a value from a source.
    public init(_ source: some RandomSource) { self.init(source.next(), source.next()) }

    /// The middle of every pause; its key is always the same.
    public static let none = Chance(500, 0)

    var jitter: Jitter { Jitter(permille: Int(first % 1001)) }

    var key: String { String(first, radix: 36) + String(second, radix: 36) }
}

/// A position in the bytes of a value, for reading it from its beginning to its end.
struct BinaryCursor {
    private var rest: ArraySlice<UInt8>

    /// Stands at the beginning.
    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The number of bytes that are left.
    var remaining: Int { rest.count }

    /// Takes bytes; `nil` when there are fewer, or the count is negative.
    mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Takes an integer in network byte order; `nil` when there are fewer bytes than it has.
    mutating func take<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard let bytes = take(Number.bitWidth / 8) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Takes an integer that must be all that is left; `nil` when there are fewer bytes or more.
    mutating func last<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard let number = take(type), rest.isEmpty else { return nil }
        return number
    }
}

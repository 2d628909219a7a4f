/// An input split into numbers that control the test and bytes that a device sends.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Takes a byte; `nil` at the end.
    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Takes a byte; 0 at the end.
    mutating func number() -> Int { Int(rest.popFirst() ?? 0) }

    /// Takes a count, and that many bytes or all that are left.
    mutating func piece() -> [UInt8] {
        let count = number()
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Takes all that is left.
    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// Takes one of the given elements, which must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number() % elements.count] }
}

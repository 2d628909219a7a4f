/// What some bytes of a card or a terminal say, for people and for programs; card data in it is masked.
public struct EMVExplanation: Hashable, Sendable, Encodable {
    /// What it is, such as "terminal verification results".
    public var name: String
    /// The tag in hexadecimal; `nil` for what has none.
    public var tag: String?
    /// The offset of its first byte in what was explained; `nil` if it was not part of data objects.
    public var offset: Int?
    /// The number of bytes of the value.
    public var count: Int
    /// The bytes in hexadecimal, masked; `nil` for hidden ones, and for data objects, whose parts are told.
    public var value: String?
    /// The value in words, such as a date or a name.
    public var text: String?
    /// What is in the value, such as the bits that are set.
    public var notes: [String] = []
    /// What is wrong with it: where, and why.
    public var fault: String?
    /// The format of the data element, such as "n".
    public var format: String?
    /// Where the data element comes from, such as "card".
    public var source: String?
    /// The book and section that define it.
    public var reference: String?
    /// What it consists of.
    public var parts: [EMVExplanation] = []

    init(_ name: String, count: Int = 0) {
        self.name = name
        self.count = count
    }

    /// Whether something in it is wrong.
    public var hasFault: Bool { fault != nil || parts.contains(where: \.hasFault) }

    /// The explanation for people to read, indented by two spaces a level; long values are cut.
    public var lines: [String] {
        let inner = notes + (fault.map { ["! \($0)"] } ?? []) + parts.flatMap(\.lines)
        return [title] + inner.map { "  " + $0 }
    }

    private var title: String {
        var title = (tag.map { $0 + " " } ?? "") + name
        if let value, !value.isEmpty { title += ": " + Self.cut(value) }
        if let text { title += (value ?? "").isEmpty ? ": " + text : " = " + text }
        return title
    }

    /// The most characters of a value in a line.
    private static let longest = 128

    private static func cut(_ value: String) -> String {
        value.count <= longest ? value : "\(value.prefix(longest))… (\(value.count / 2) bytes)"
    }
}

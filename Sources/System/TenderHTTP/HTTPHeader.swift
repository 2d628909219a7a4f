/// One header field.
public struct HTTPHeader: Hashable, Sendable {
    /// The name; compared case-insensitively.
    public var name: String
    /// The value without surrounding whitespace.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Returns whether this is the field called `name`, ignoring case.
    func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

    /// Whether the field is valid on a line of its own: a token of RFC 9110, section 5.6.2, and a value without control
    /// characters.
    var isWellFormed: Bool {
        let isToken = name.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }
        return isToken && !name.isEmpty && Self.isValue(value.utf8)
    }

    /// Returns whether `bytes` are a valid field value.
    static func isValue(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}

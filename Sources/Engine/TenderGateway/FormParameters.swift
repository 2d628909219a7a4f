/// Parameters in the payments API's form notation, in the order in which they were added.
///
/// The same call always produces the same bytes, because a key may only be reused with the same parameters.
struct FormParameters: Hashable, Sendable {
    private(set) var pairs: [Pair] = []

    struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Adds a parameter, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: String?) {
        if let value { pairs.append(Pair(name: name, value: value)) }
    }

    /// Adds an integer, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: Int64?) { add(name, value.map { String($0) }) }

    /// Adds `name[]=…` for each value.
    mutating func add(_ name: String, list: [String]) {
        for value in list { add("\(name)[]", value) }
    }

    /// Adds `name[key]=…` for each entry, sorted by key.
    mutating func add(_ name: String, map: [String: String]) {
        for (key, value) in map.sorted(by: { $0.key < $1.key }) { add("\(name)[\(key)]", value) }
    }

    /// Adds everything of `other`.
    mutating func add(_ other: FormParameters) { pairs += other.pairs }

    /// The pairs percent-encoded and joined, for a query or a body.
    var encoded: String {
        pairs.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes everything except the unreserved characters of RFC 3986, section 2.3.
    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

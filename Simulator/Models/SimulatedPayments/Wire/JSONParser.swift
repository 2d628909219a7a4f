extension JSONValue {
    /// The deepest nesting of lists and objects.
    public static let maximumDepth = 64

    /// Parses a document (RFC 8259); of a repeated name the last value wins.
    ///
    /// - Throws: `JSONSyntaxError`, also for numbers that are not whole or do not fit 64 bits: no sum may be rounded.
    public init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes)
        self = try parser.document()
    }
}

/// A cursor over the bytes of a document; it never goes back, so that the work is proportional to the bytes.
struct JSONParser {
    let bytes: [UInt8]
    /// The number of bytes read.
    var place = 0

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard place == bytes.count else { throw error(.length) }
        return value
    }

    func error(_ reason: JSONSyntaxError.Reason) -> JSONSyntaxError {
        JSONSyntaxError(reason: reason, offset: place)
    }

    mutating func skipBlanks() {
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Returns the next byte that is not blank, without consuming it.
    mutating func peek() throws(JSONSyntaxError) -> UInt8 {
        skipBlanks()
        guard place < bytes.count else { throw error(.length) }
        return bytes[place]
    }

    mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .integer(try number())
        default: throw error(.character)
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count else { throw error(.length) }
        let isWord = word.withUTF8Buffer { bytes[place..<end].elementsEqual($0) }
        guard isWord else { throw error(.character) }
        place = end
        return value
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        try enter(depth)
        var elements: [JSONValue] = []
        guard try peek() != UInt8(ascii: "]") else { return leave(.array([])) }
        while true {
            elements.append(try value(depth: depth))
            guard try goesOn(until: UInt8(ascii: "]")) else { return .array(elements) }
        }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        try enter(depth)
        var members: [String: JSONValue] = [:]
        guard try peek() != UInt8(ascii: "}") else { return leave(.object([:])) }
        while true {
            guard try peek() == UInt8(ascii: "\"") else { throw error(.character) }
            let name = try string()
            guard try peek() == UInt8(ascii: ":") else { throw error(.character) }
            place += 1
            members[name] = try value(depth: depth)
            guard try goesOn(until: UInt8(ascii: "}")) else { return .object(members) }
        }
    }

    mutating func enter(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= JSONValue.maximumDepth else { throw error(.depth) }
        place += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        place += 1
        return value
    }

    /// Reads the comma before another element, or the end.
    mutating func goesOn(until end: UInt8) throws(JSONSyntaxError) -> Bool {
        let byte = try peek()
        guard byte == UInt8(ascii: ",") || byte == end else { throw error(.character) }
        place += 1
        return byte != end
    }

    mutating func number() throws(JSONSyntaxError) -> Int64 {
        let isNegative = bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let start = place
        var value: Int64 = 0
        while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit <= 9 {
            // Downwards, since there is one more negative number than positive ones.
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, overflows) = tens.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !overflows else { throw error(.number) }
            value = next
            place += 1
        }
        guard place > start else { throw error(place < bytes.count ? .character : .length) }
        guard bytes[start] != UInt8(ascii: "0") || place == start + 1 else { throw error(.character) }
        if place < bytes.count, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[place]) {
            throw error(.number)
        }
        guard isNegative || value != .min else { throw error(.number) }
        return isNegative ? value : -value
    }

    mutating func string() throws(JSONSyntaxError) -> String {
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") {
            guard bytes[place] >= 0x20 else { throw error(.character) }
            place += 1
        }
        guard place < bytes.count else { throw error(.length) }
        if bytes[place] == UInt8(ascii: "\\") { return try escapedString(start) }
        defer { place += 1 }
        return try text(bytes[start..<place])
    }

    private func text(_ slice: some Collection<UInt8>) throws(JSONSyntaxError) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else { throw error(.text) }
        return text
    }

    /// Reads the rest of a text that began at `start` and has reached its first escape.
    private mutating func escapedString(_ start: Int) throws(JSONSyntaxError) -> String {
        var decoded = Array(bytes[start..<place])
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            let byte = bytes[place]
            guard byte >= 0x20 else { throw error(.character) }
            place += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &decoded) } else { decoded.append(byte) }
        }
        guard place < bytes.count else { throw error(.length) }
        place += 1
        return try text(decoded)
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(JSONSyntaxError) {
        guard place < bytes.count else { throw error(.length) }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(try scalar()).utf8)
        default: throw error(.character)
        }
    }

    /// Reads what follows `\u`, with the other half of a surrogate pair.
    private mutating func scalar() throws(JSONSyntaxError) -> Character {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, bytes[place...].starts(with: "\\u".utf8) else { throw error(.text) }
        place += 2
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw error(.text) }
        return Character(scalar)
    }

    private mutating func unit() throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard place < bytes.count else { throw error(.length) }
            guard let digit = Self.hexadecimal(bytes[place]) else { throw error(.character) }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// A parser of JSON5 as people write it, which keeps the location of everything so that an error can name it.
///
/// Source: the specification of JSON5 1.0.0 (spec.json5.org). Escapes in bare names are not read, and numbers are kept
/// as written.
struct JSON5Parser {
    /// The place where a file is not JSON5, and what was expected there.
    struct Failure: Error, Hashable {
        let place: TextPlace
        let problem: String
    }

    /// The deepest nesting of objects and lists.
    private static let deepest = 64

    private let bytes: [UInt8]
    private var next = 0
    private var place = TextPlace()
    private var depth = 0

    /// Reads a whole file.
    ///
    /// - Throws: `Failure` with the first place that is not JSON5.
    static func value(of bytes: [UInt8]) throws(Failure) -> JSON5Value {
        var parser = Self(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw parser.failure("it is not UTF-8") }
        let value = try parser.value()
        try parser.skipBlanks()
        guard parser.byte == nil else { throw parser.failure("nothing may follow the last bracket") }
        return value
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    // MARK: - Characters

    private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

    /// Advances by one byte; the bytes of a character count as one column.
    private mutating func skip() {
        guard let byte else { return }
        next += 1
        if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && self.byte != UInt8(ascii: "\n")) {
            place = TextPlace(line: place.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            place.column += 1
        }
    }

    private mutating func skip(_ count: Int) { for _ in 0..<count { skip() } }

    private func isNext(_ text: String) -> Bool { bytes[next...].starts(with: text.utf8) }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        skip()
        return true
    }

    private func failure(_ problem: String) -> Failure { Failure(place: place, problem: problem) }

    /// Skips blanks of any script, and comments.
    private mutating func skipBlanks() throws(Failure) {
        while let byte {
            if (0x09...0x0D).contains(byte) || byte == 0x20 {
                skip()
            } else if let blank = ["\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}"].first(where: { isNext($0) }) {
                skip(blank.utf8.count)
            } else if isNext("//") {
                while let byte = self.byte, byte != 0x0A, byte != 0x0D { skip() }
            } else if isNext("/*") {
                let start = self
                skip(2)
                while !isNext("*/") {
                    guard self.byte != nil else { throw start.failure("the comment is never closed") }
                    skip()
                }
                skip(2)
            } else {
                return
            }
        }
    }

    // MARK: - Values

    private mutating func value() throws(Failure) -> JSON5Value {
        try skipBlanks()
        let start = place
        return JSON5Value(content: try content(), place: start)
    }

    private mutating func content() throws(Failure) -> JSON5Value.Content {
        switch byte {
        case UInt8(ascii: "{"): return try nested { (parser) throws(Failure) in .object(try parser.members()) }
        case UInt8(ascii: "["): return try nested { (parser) throws(Failure) in .array(try parser.elements()) }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try string())
        default: break
        }
        let start = self
        let word = bareWord()
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            guard let first = word.utf8.first, Self.beginsNumber(first) else {
                throw start.failure(
                    word.isEmpty ? "a value was expected" : "the text '\(word.prefix(40))' needs quotes")
            }
            return .number(word)
        }
    }

    private static func beginsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "I"), UInt8(ascii: "N"):
            true
        default: false
        }
    }

    private mutating func nested(
        _ body: (inout Self) throws(Failure) -> JSON5Value.Content
    ) throws(Failure) -> JSON5Value.Content {
        guard depth < Self.deepest else { throw failure("the brackets are nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        skip()
        return try body(&self)
    }

    private mutating func members() throws(Failure) -> [JSON5Value.Member] {
        var members: [JSON5Value.Member] = []
        while true {
            try skipBlanks()
            if take("}") { return members }
            let start = place
            let name = try key()
            try skipBlanks()
            guard take(":") else { throw failure("a ':' was expected after '\(name.prefix(40))'") }
            members.append(.init(name: name, place: start, value: try value()))
            try skipBlanks()
            guard take(",") || byte == UInt8(ascii: "}") else { throw failure("a ',' or a '}' was expected") }
        }
    }

    private mutating func elements() throws(Failure) -> [JSON5Value] {
        var elements: [JSON5Value] = []
        while true {
            try skipBlanks()
            if take("]") { return elements }
            elements.append(try value())
            try skipBlanks()
            guard take(",") || byte == UInt8(ascii: "]") else { throw failure("a ',' or a ']' was expected") }
        }
    }

    private mutating func key() throws(Failure) -> String {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
        let name = bareWord()
        guard !name.isEmpty else { throw failure("a key or a '}' was expected") }
        return name
    }

    /// Reads letters, digits and signs up to the next blank, bracket, comma, colon, quote or comment.
    private mutating func bareWord() -> String {
        let start = next
        while let byte, byte > 0x20, !Self.ends.contains(byte) { skip() }
        return String(decoding: bytes[start..<next], as: UTF8.self)
    }

    private static let ends = Set("{}[],:'\"/\\".utf8)

    // MARK: - Strings

    private mutating func string() throws(Failure) -> String {
        let start = self
        let quote = byte
        skip()
        var text: [UInt8] = []
        while let byte {
            if byte == quote {
                skip()
                return String(decoding: text, as: UTF8.self)
            }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw start.failure("the quote is never closed on its line")
            case UInt8(ascii: "\\"): try escape(into: &text)
            default:
                text.append(byte)
                skip()
            }
        }
        throw start.failure("the quote is never closed")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Failure) {
        let start = self
        skip()
        guard let byte else { throw start.failure("the quote is never closed") }
        switch byte {
        case UInt8(ascii: "x"): append(try hex(2, start), to: &text)
        case UInt8(ascii: "u"):
            var code = try hex(4, start)
            if (0xD800..<0xDC00).contains(code), isNext("\\u") {
                skip()
                let low = try hex(4, start)
                guard (0xDC00..<0xE000).contains(low) else { throw start.failure("this is half a character") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard Unicode.Scalar(code) != nil else { throw start.failure("this is half a character") }
            append(code, to: &text)
        case UInt8(ascii: "\r"):
            skip()
            _ = take("\n")
        case UInt8(ascii: "\n"): skip()
        default:
            skip()
            text.append(Self.plainEscapes[byte] ?? byte)
        }
    }

    private static let plainEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11,
        UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0,
    ]

    private func append(_ code: UInt32, to text: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(code) else { return }
        text.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func hex(_ count: Int, _ start: Self) throws(Failure) -> UInt32 {
        skip()
        let digits = bytes[next...].prefix(count)
        guard digits.count == count, let text = String(validating: digits, as: UTF8.self),
            text.allSatisfy(\.isHexDigit), let code = UInt32(text, radix: 16)
        else {
            throw start.failure("\(count) hexadecimal digits were expected")
        }
        skip(count)
        return code
    }
}

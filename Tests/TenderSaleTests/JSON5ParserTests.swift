import FoundationEssentials
import TenderTestSupport
import Testing

@testable import TenderSale

@Suite struct JSON5ParserTests {
    private static func content(_ text: String) throws(JSON5Parser.Failure) -> JSON5Value.Content {
        try JSON5Parser.value(of: Array(text.utf8)).content
    }

    @Test(arguments: [
        ("'a\"b'", "a\"b"), ("\"\\u00e4\\x41\\n\\'\\q\\0\"", "äA\n'q\0"), ("'\\uD83D\\uDE00'", "😀"),
        ("'a\\\nb\\\r\nc'", "abc"), ("/* x */ // y\n\u{FEFF}\u{A0}'z' // end", "z"), ("'\u{2028}'", "\u{2028}"),
    ])
    func textsAreReadAsTheyAreMeant(text: String, meant: String) throws {
        #expect(try Self.content(text) == .text(meant))
    }

    @Test func everyKindOfValueIsRead() throws {
        let value = try Self.content("{a: [1, -.5e3, +0x1F, Infinity,], 'b c': true, \"d\": null, $_ä9: false,}")
        guard case .object(let members) = value else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["a", "b c", "d", "$_ä9"])
        #expect(members.map(\.place.column) == [2, 35, 48, 59])
        guard case .array(let numbers)? = members.first?.value.content else {
            Issue.record("no list")
            return
        }
        #expect(numbers.map(\.content) == ["1", "-.5e3", "+0x1F", "Infinity"].map { .number($0) })
    }

    @Test(arguments: [
        ("", 1, 1), ("{", 1, 2), ("[1 2]", 1, 4), ("{a 1}", 1, 4), ("{a: b}", 1, 5), ("'a\n'", 1, 1), ("/*\n/", 1, 1),
        ("{}\n x", 2, 2), ("'\\u12'", 1, 2), ("'\\uD800'", 1, 2), ("'\\uDC00'", 1, 2), ("{a:\r\n\t\"ä\" é}", 2, 6),
        ("[,]", 1, 2), ("{,}", 1, 2), ("'", 1, 1), ("'\\", 1, 2),
    ])
    func whatIsNoJSON5IsToldByItsPlace(text: String, line: Int, column: Int) {
        let failure = #expect(throws: JSON5Parser.Failure.self) { try Self.content(text) }
        #expect(failure?.place == TextPlace(line: line, column: column), "\(text) \(String(describing: failure))")
    }

    @Test func noBytesTrapTheParser() {
        var random = SplitMix64(seed: 9)
        let pieces: [[UInt8]] =
            [
                "{", "}", "[", "]", ":", ",", "'", "\"", "\\", "\\u", "\\x4", "//", "/*", "*/", "a", "1", "\n", "\r",
                " ",
                "true", "\u{2028}",
            ].map { Array($0.utf8) } + [[0xFF], [0], [0xE2, 0x80]]
        var taken = 0
        for _ in 0..<20_000 {
            let file = (0..<Int(random.next() % 12)).flatMap { _ in random.pick(pieces) }
            if (try? JSON5Parser.value(of: file)) != nil { taken += 1 }
        }
        #expect(taken > 100)
    }

    /// Foundation's parser is the reference, where it takes the same language.
    @Test func theExamplesAreReadAsFoundationReadsThem() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        var wrong: [String] = []
        for name in ["shop", "hall", "kiosk"] {
            let data = try Data(contentsOf: folder.appending(path: "docs/examples/\(name).json5"))
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            let theirs = try decoder.decode(Plain.self, from: data)
            if Plain(try JSON5Parser.value(of: Array(data))) != theirs { wrong.append(name) }
        }
        #expect(wrong == [])
    }

    /// A value without places.
    private indirect enum Plain: Decodable, Equatable {
        case object([String: Plain])
        case array([Plain])
        case text(String)
        case bool(Bool)
        case other

        init(_ value: JSON5Value) {
            switch value.content {
            case .object(let members):
                self = .object(Dictionary(members.map { ($0.name, Plain($0.value)) }, uniquingKeysWith: { $1 }))
            case .array(let elements): self = .array(elements.map(Plain.init))
            case .text(let text): self = .text(text)
            case .bool(let isTrue): self = .bool(isTrue)
            case .number, .null: self = .other
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let members = try? container.decode([String: Plain].self) {
                self = .object(members)
            } else if let elements = try? container.decode([Plain].self) {
                self = .array(elements)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let isTrue = try? container.decode(Bool.self) {
                self = .bool(isTrue)
            } else {
                self = .other
            }
        }
    }
}

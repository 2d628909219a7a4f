import Foundation
import SimulatedPayments
import Testing

@Suite struct JSONValueTests {
    private func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

    private func reason(_ bytes: some Collection<UInt8>) -> JSONSyntaxError.Reason? {
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func documentsAreRead() throws {
        let text =
            #" {"a" : [ 1 , -2,0, -0 ,9223372036854775807,-9223372036854775808 ],"b":{"":null},"#
            + "\n\t\"c\":true,\r\"d\":false, \"e\":[],\"f\":{}} "
        #expect(
            try parsed(text) == [
                "a": [1, -2, 0, 0, .integer(.max), .integer(.min)], "b": ["": nil], "c": true, "d": false, "e": [],
                "f": [:],
            ])
        #expect(try parsed(#"{"a":1,"a":2}"#) == ["a": 2])
        #expect(try parsed("7") == 7)
        #expect(try parsed(#""x""#) == "x")
    }

    @Test func escapesAreRead() throws {
        #expect(try parsed(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00é""#) == "\"\\/\u{8}\u{c}\n\r\tAé€😀é")
        #expect(try parsed(#""\u0000""#) == "\0")
    }

    @Test(
        arguments: [
            ("", .length), ("  ", .length), ("[1", .length), ("[1,", .length), (#"{"a""#, .length),
            (#"{"a":"#, .length),
            (#""a"#, .length), (#""\"#, .length), (#""\u12"#, .length), ("tru", .length), ("1 2", .length),
            ("-", .length),
            ("[1,]", .character), ("{,}", .character), (#"{"a":1,}"#, .character), (#"{"a" 1}"#, .character),
            ("{1:2}", .character), ("nul0", .character), ("01", .character), ("-01", .character), ("+1", .character),
            (#""\x""#, .character), (#""\u12g4""#, .character), ("'a'", .character), ("\"a\nb\"", .character),
            ("\u{FEFF}1", .character), ("[1 2]", .character), ("-a", .character), ("\"\\n\u{1}\"", .character),
            (#""\ud800""#, .text), (#""\udc00""#, .text), (#""\ud800\u0041""#, .text), (#""\ud800\ud800""#, .text),
            ("1.0", .number), ("1e2", .number), ("1E2", .number), ("9223372036854775808", .number),
            ("-9223372036854775809", .number), ("99999999999999999999999", .number),
        ] as [(String, JSONSyntaxError.Reason)])
    func faultsAreTold(text: String, expected: JSONSyntaxError.Reason) { #expect(reason(text.utf8) == expected) }

    @Test func onlyUTF8IsRead() {
        let texts: [[UInt8]] = [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]
        #expect(texts.allSatisfy { reason([0x22] + $0 + [0x22]) == .text })
        #expect(texts.allSatisfy { reason(Array(#""\n"#.utf8) + $0 + [0x22]) == .text })
        #expect(reason([0xFF]) == .character)
    }

    @Test func depthIsBounded() {
        func nested(_ depth: Int) -> String {
            String(repeating: #"[{"a":"#, count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
        }
        #expect(reason(nested(JSONValue.maximumDepth).utf8) == nil)
        #expect(reason(nested(JSONValue.maximumDepth + 2).utf8) == .depth)
        #expect(reason(String(repeating: "[", count: 100_000).utf8) == .depth)
    }

    @Test func whatIsRenderedIsReadAgain() throws {
        var chance = Chance(seed: 7)
        let values = (0..<500).map { _ in chance.value(depth: 0) }
        let again = try values.map { try JSONValue(parsing: $0.rendered()) }
        #expect(again == values)
    }

    /// The same as a reader by other people, and in the order of the names' bytes.
    @Test func renderedBytesAreJSON() throws {
        var chance = Chance(seed: 8)
        let values = (0..<200).map { _ in JSONValue.array([chance.value(depth: 0)]) }
        let read = try values.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.rendered())) }
        #expect(read == values)
        let names: JSONValue = [
            "b": 1, "a": 1, "payment_method_types_b": 1, "payment_method_types_a": 1, "é": 1, "": 1,
        ]
        #expect(
            String(decoding: names.rendered(), as: UTF8.self)
                == #"{"":1,"a":1,"b":1,"payment_method_types_a":1,"payment_method_types_b":1,"é":1}"#)
    }

    /// Documents that were harmed at random are read or refused; whatever is read means the same when it is written.
    @Test func hostileBytesAreReadOrRefused() throws {
        var chance = Chance(seed: 9)
        var different = 0
        var refused = 0
        for _ in 0..<3000 {
            var bytes = chance.value(depth: 0).rendered()
            for _ in 0...chance.number(below: 3) { chance.harm(&bytes) }
            guard let value = try? JSONValue(parsing: bytes) else {
                refused += 1
                continue
            }
            if try JSONValue(parsing: value.rendered()) != value { different += 1 }
        }
        #expect(different == 0)
        #expect(refused > 100)
    }
}

/// Random documents and bytes, the same for the same seed.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    mutating func text() -> String {
        let alphabet = Array("abcxyz\"\\/\n\t\u{1}\u{7F} é€😀{}[]:,\u{0}").map(String.init)
        return (0..<number(below: 20)).map { _ in alphabet[number(below: alphabet.count)] }.joined()
    }

    mutating func value(depth: Int) -> JSONValue {
        switch number(below: depth > 4 ? 5 : 7) {
        case 0: return .null
        case 1: return .bool(number(below: 2) == 0)
        case 2: return .integer(Int64(bitPattern: UInt64(number(below: 1 << 31))) &* Int64(number(below: 1 << 31) - 1))
        case 3: return .integer(Int64(number(below: 30) - 15))
        case 4: return .string(text())
        case 5: return .array((0..<number(below: 5)).map { _ in value(depth: depth + 1) })
        default:
            let members = (0..<number(below: 5)).map { _ in (text(), value(depth: depth + 1)) }
            return .object(Dictionary(members) { $1 })
        }
    }

    mutating func harm(_ bytes: inout [UInt8]) {
        let place = number(below: bytes.count + 1)
        switch number(below: 4) {
        case 0: bytes.insert(UInt8(number(below: 256)), at: place)
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.insert(contentsOf: Array(#"[{"\u1e5,-"#.utf8).prefix(number(below: 11)), at: place)
        default:
            if place < bytes.count { bytes[place] = UInt8(number(below: 256)) }
        }
    }
}

import Foundation
import Testing

@testable import SimulatedPayments

@Suite struct RowEncoderTests {
    private enum Kind: Codable, Equatable {
        case plain
        case with(limit: Int64, Inner)
    }

    private struct Inner: Codable, Equatable {
        var texts: [String]
        var optional: Int?
        var nested: [[Int8]]
    }

    private struct Row: Codable, Equatable {
        var text: String
        var number: Int64
        var flag: Bool
        var absent: String?
        var kinds: [Kind]
        var metadata: [String: String]
        var document: JSONValue
        var more: [String: JSONValue]
        var list: [Inner]
    }

    @Test func rowsAreReadAgain() throws {
        let inner = Inner(texts: ["\"", "é\n", ""], optional: nil, nested: [[], [-1, 2], []])
        let row = Row(
            text: "a\\b", number: .min, flag: true, absent: nil, kinds: [.plain, .with(limit: 5, inner), .plain],
            metadata: ["b": "1", "a": "2", "": "3"], document: ["x": [1, nil, ["y": "z"]]],
            more: ["d": [], "c": nil], list: [inner, inner])
        let bytes = try RowEncoder.encode(row)
        #expect(try JSONDecoder().decode(Row.self, from: Data(bytes)) == row)
        #expect(try RowDecoder().decode(Row.self, from: bytes) == row)
        #expect(try RowEncoder.encode(row) == bytes)
        #expect(try JSONValue(parsing: bytes)["absent"] == nil)
    }

    @Test func rowsThatAreWrittenTogetherAreWrittenAsAlone() throws {
        var shop = Shop()
        let id = try shop.pay(1000, card: "visa").id
        _ = shop.post("payment_intents/\(id)/capture")
        let records = shop.payments.takeChanges()
        let encoder = RowEncoder()
        let wrong = records.filter { $0.content(by: encoder) != $0.content || $0.content(by: encoder) != $0.content }
        #expect(records.count > 5)
        #expect(wrong.isEmpty)
    }

    @Test func membersAreFoundInAnyOrderAndAmongUnknownOnes() throws {
        let text = #"""
             { "nested" : [ [ ] , [3] ] , "no\"one": {"texts": 1}, "optional":null,"texts":["\u0041", "b"] }
            """#
        let inner = Inner(texts: ["A", "b"], optional: nil, nested: [[], [3]])
        #expect(try RowDecoder().decode(Inner.self, from: Array(text.utf8)) == inner)
    }

    @Test func damagedRowsAreRefused() throws {
        let whole = Array(#"{"texts":["a"],"optional":-12,"nested":[[1]]}"#.utf8)
        let decoder = RowDecoder()
        #expect(try decoder.decode(Inner.self, from: whole).optional == -12)
        let cut = (0..<whole.count).filter { (try? decoder.decode(Inner.self, from: Array(whole[..<$0]))) != nil }
        #expect(cut == [])
        let wrong = [
            "[]", "{}", "1", #""x""#, whole.map { Character(Unicode.Scalar($0)) }.map(String.init).joined() + "]",
            #"{"texts":["a"],"nested":[[128]]}"#, #"{"texts":[1],"nested":[]}"#, #"{"texts":"a","nested":[]}"#,
            #"{"texts":[tru],"nested":[]}"#, #"{"texts":["\"],"nested":[]}"#, #"{"texts":["a"],"nested":[1,]}"#,
            #"{"texts":["a"],"optional":1.5,"nested":[]}"#, #"{"texts":["a"],"optional":1x,"nested":[]}"#,
            String(repeating: "[", count: 100_000),
        ]
        let read = wrong.filter { (try? decoder.decode(Inner.self, from: Array($0.utf8))) != nil }
        #expect(read == [])
    }

    @Test func fractionsAndLargeNumbersAreRefused() {
        #expect(throws: EncodingError.self) { try RowEncoder.encode(["a": 0.5]) }
        #expect(throws: EncodingError.self) { try RowEncoder.encode([UInt64.max]) }
        #expect(throws: EncodingError.self) { try RowEncoder.encode(1.5) }
    }
}

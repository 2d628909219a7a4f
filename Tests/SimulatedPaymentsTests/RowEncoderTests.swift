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
        var list: [Inner]
    }

    @Test func rowsAreReadAgain() throws {
        let inner = Inner(texts: ["\"", "é\n", ""], optional: nil, nested: [[], [-1, 2], []])
        let row = Row(
            text: "a\\b", number: .min, flag: true, absent: nil, kinds: [.plain, .with(limit: 5, inner), .plain],
            metadata: ["b": "1", "a": "2", "": "3"], document: ["x": [1, nil, ["y": "z"]]], list: [inner, inner])
        let bytes = try RowEncoder.encode(row)
        #expect(try JSONDecoder().decode(Row.self, from: Data(bytes)) == row)
        #expect(try RowEncoder.encode(row) == bytes)
        #expect(try JSONValue(parsing: bytes)["absent"] == nil)
    }

    @Test func fractionsAndLargeNumbersAreRefused() {
        #expect(throws: EncodingError.self) { try RowEncoder.encode(["a": 0.5]) }
        #expect(throws: EncodingError.self) { try RowEncoder.encode([UInt64.max]) }
        #expect(throws: EncodingError.self) { try RowEncoder.encode(1.5) }
    }
}

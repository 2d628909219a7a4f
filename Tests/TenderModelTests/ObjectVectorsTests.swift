import Foundation
import TenderAPI
import TenderModel
import Testing

/// What every object of the API is read as and written as again, and which damage to it is an error.
///
/// `Vectors/objects.tsv` has a type, a JSON text and what is written of it; `Vectors/faults.tsv` has, for each member
/// of a type's first object, what becomes of each damage. To write the results anew from the code as it is:
/// `TENDER_UPDATE_VECTORS=1 swift test --filter ObjectVectorsTests`; then look at the difference.
@Suite(.serialized) struct ObjectVectorsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
    private static let isUpdating = ProcessInfo.processInfo.environment["TENDER_UPDATE_VECTORS"] != nil

    private static func rows(_ file: String) throws -> [[String]] {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The rows that differ from the file, which is written instead when the variable is set.
    private static func differences(_ found: [[String]], _ file: String) throws -> [String] {
        let lines = found.map { $0.joined(separator: "\t") }
        if isUpdating {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: file))
        }
        let expected = try rows(file).map { $0.joined(separator: "\t") }
        return lines.difference(from: expected).map { change in
            switch change {
            case .insert(_, let line, _): "found: \(line)"
            case .remove(_, let line, _): "expected: \(line)"
            }
        }
    }

    @Test func everyObjectIsWrittenAsItWas() throws {
        let found = try Self.rows("objects.tsv").map { row in
            let object = try #require(ModelObject(rawValue: row[0]))
            return [row[0], row[1], object.outcome(of: Data(row[1].utf8)).text]
        }
        #expect(try Self.differences(found, "objects.tsv") == [])
    }

    /// Not so a price without an amount, which is written without a currency.
    @Test func whatIsWrittenIsReadAgain() throws {
        let written = try Self.rows("objects.tsv").filter { $0[2].hasPrefix("{") && !$0[2].contains("price_2") }
        let wrong = try written.filter { row in
            try #require(ModelObject(rawValue: row[0])).outcome(of: Data(row[2].utf8)).text != row[2]
        }
        #expect(wrong == [])
        #expect(written.count > 40)
    }

    @Test func everyFaultIsJudgedAsItWas() throws {
        let rows = try Self.rows("objects.tsv")
        var found = [["type", "member"] + Damage.allCases.map(\.rawValue)]
        for object in ModelObject.allCases {
            let row = try #require(rows.first { $0[0] == object.rawValue })
            let whole = try JSONDecoder().decode(APIValue.self, from: Data(row[1].utf8))
            let written = object.outcome(of: Data(row[1].utf8))
            for path in whole.paths {
                let results = try Damage.allCases.map { damage in
                    let damaged = try JSONEncoder().encode(whole.damaged(damage, at: path))
                    return object.outcome(of: damaged).change(from: written, at: path)
                }
                found.append([object.rawValue, path.joined(separator: ".")] + results)
            }
        }
        #expect(try Self.differences(found, "faults.tsv") == [])
    }
}

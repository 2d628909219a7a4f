import Foundation
import TenderFlow
import TenderJournal
import TenderRecords
import Testing

@Suite struct JournalRestorerTests {
    private let fixture: JournalFixture
    private var other: String { fixture.path + ".restored" }

    init() throws { fixture = try JournalFixture() }

    private func rows() async throws -> [(hash: [UInt8], body: [UInt8])] {
        try await JournalTail(path: fixture.path).records(after: 0, maximumRecords: 1000, maximumBytes: 1 << 24)
            .map { ($0.hash, $0.body) }
    }

    private func restorer(_ binding: JournalBinding = JournalFixture.binding) async throws -> JournalRestorer {
        try JournalRestorer(path: other, start: await JournalTail(path: fixture.path).start(), binding: binding)
    }

    @Test func theRestoredJournalIsTheSameAndGoesOn() async throws {
        try await fixture.fill(6)
        let rows = try await rows()
        let restorer = try await restorer()
        try await restorer.append(Array(rows.prefix(5)))
        try await restorer.append(Array(rows.dropFirst(5)))
        try await restorer.finish()
        let (old, new) = (JournalInspector(path: fixture.path), JournalInspector(path: other))
        #expect(try await new.records().records == old.records().records)
        #expect(try await new.verify().isClean)
        #expect(try await new.verify().head == old.verify().last)
        let journal = try await SQLiteJournal(path: other, binding: JournalFixture.binding)
        try await journal.append(payment: "pi_after")
        await journal.close()
        #expect(try await new.verify().isClean)
    }

    @Test func untilItIsWholeThereIsNoJournal() async throws {
        try await fixture.fill(2)
        let restorer = try await restorer()
        try await restorer.append(rows())
        #expect(!FileManager.default.fileExists(atPath: other))
        // A second attempt begins anew.
        let second = try await self.restorer()
        try await second.append(rows())
        try await second.finish()
        #expect(try await JournalInspector(path: other).verify().isClean)
    }

    @Test func aRecordThatDoesNotFollowIsRefused() async throws {
        try await fixture.fill(2)
        var rows = try await rows()
        rows.swapAt(1, 2)
        let restorer = try await restorer()
        await #expect(throws: JournalError.self) { try await restorer.append(rows) }
    }

    @Test func aBindingThatIsNotTheJournalsIsRefused() async throws {
        try await fixture.fill(1)
        await #expect(throws: JournalError.self) {
            try await restorer(JournalBinding(gateway: "https://other", account: "acct_1"))
        }
    }

    @Test(arguments: ["", ".head", "-wal"]) func nothingIsOverwritten(_ ending: String) async throws {
        try await fixture.fill(1)
        _ = FileManager.default.createFile(atPath: other + ending, contents: Data("kept".utf8))
        await #expect(throws: JournalError.self) { try await restorer() }
        #expect(try String(contentsOfFile: other + ending, encoding: .utf8) == "kept")
    }
}

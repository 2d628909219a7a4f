import TenderFlow
import TenderJournal
import TenderRecords
import Testing

@Suite struct JournalTailTests {
    private let fixture: JournalFixture
    private var tail: JournalTail { JournalTail(path: fixture.path) }

    init() throws { fixture = try JournalFixture() }

    @Test func aJournalInUseIsReadAsItGrows() async throws {
        let journal = try await fixture.open()
        let start = try await journal.head()
        #expect(try await tail.start() == start)
        #expect(try await tail.end() == start)
        try await journal.append(payment: "pi_1")
        #expect(try await tail.end() == journal.head())
        #expect(try await tail.start() == start)
        #expect(try await tail.hash(at: 4) == journal.head().hash)
        #expect(try await tail.hash(at: 0) == start.hash)
        #expect(try await tail.hash(at: 5) == nil)
        await journal.close()
    }

    @Test func piecesPutTogetherAreTheJournal() async throws {
        try await fixture.fill(6)
        let inspected = try await JournalInspector(path: fixture.path).records().records
        var rows: [ChainCheck.Row] = []
        while let next = try await page(after: rows.last?.sequence ?? 0) { rows += next }
        #expect(try rows.map { try RecordCodec.decode($0.body, sequence: $0.sequence) } == inspected)
    }

    private func page(after sequence: Int64) async throws -> [ChainCheck.Row]? {
        let rows = try await tail.records(after: sequence, maximumRecords: 5, maximumBytes: 1 << 20)
        return rows.isEmpty ? nil : rows
    }

    @Test func aPageEndsWhereItIsFullAndHoldsAtLeastOneRecord() async throws {
        try await fixture.fill(2)
        let all = try await tail.records(after: 0, maximumRecords: 100, maximumBytes: 1 << 20)
        let two = all[0].body.count + all[1].body.count
        #expect(try await tail.records(after: 0, maximumRecords: 100, maximumBytes: two) == Array(all.prefix(2)))
        #expect(try await tail.records(after: 0, maximumRecords: 100, maximumBytes: two - 1) == Array(all.prefix(1)))
        #expect(try await tail.records(after: 0, maximumRecords: 100, maximumBytes: 0) == Array(all.prefix(1)))
    }

    @Test func nothingIsPassedOnThatIsNotAsItWasWritten() async throws {
        let changes = [
            "UPDATE records SET body = x'00' WHERE sequence = 3", "DELETE FROM records WHERE sequence = 3",
            "UPDATE records SET previous = zeroblob(32) WHERE sequence = 3",
            "UPDATE records SET hash = 'text' WHERE sequence = 3",
        ]
        var wrong: [String] = []
        for change in changes {
            let fixture = try JournalFixture()
            try await fixture.fill(1)
            try fixture.tamper(change)
            do throws(JournalError) {
                _ = try await JournalTail(path: fixture.path).records(
                    after: 0, maximumRecords: 100, maximumBytes: 1 << 20)
                wrong.append(change)
            } catch {
                if error.reason != .corrupt { wrong.append("\(change): \(error)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func whereThereIsNoJournalNoneIsMade() async throws {
        await #expect(throws: JournalError.self) { _ = try await tail.end() }
        #expect(fixture.mode("") == nil)
    }
}

import Foundation
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import Testing

@Suite struct JournalVerifyTests {
    private let fixture: JournalFixture

    init() throws { fixture = try JournalFixture() }

    private func headText() throws -> String { try String(contentsOfFile: fixture.path + ".head", encoding: .utf8) }

    @Test func aJournalInUseCanBeVerified() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        let report = try await fixture.verify()
        #expect(report.isClean)
        #expect(report.recordCount == 4)
        #expect(report.recordsAfterHead == 0)
        #expect(try await journal.head() == report.head)
        #expect(JournalHead(try headText()) == report.head)
        await journal.close()
    }

    @Test func editsDeletionsAndCutsAreFoundAndRefusedAtOpening() async throws {
        let cases: [(sql: String, finding: ChainFinding)] = [
            (
                "UPDATE records SET body = CAST(substr(body, 1, 30) || x'FF' || substr(body, 32) AS BLOB) "
                    + "WHERE sequence = 3", .altered(sequence: 3)
            ),
            ("DELETE FROM records WHERE sequence = 5", .missing(5...5)),
            ("DELETE FROM records WHERE sequence > 6", .truncated(last: 6, head: 8)),
            ("UPDATE records SET intent = 'pi_other' WHERE sequence = 2", .misfiled(sequence: 2)),
            ("DELETE FROM records", .truncated(last: 0, head: 8)),
        ]
        var wrong: [String] = []
        for (sql, finding) in cases {
            let fixture = try JournalFixture()
            try await fixture.fill(2)
            try fixture.tamper(sql)
            let report = try await fixture.verify()
            if report.findings.first != finding { wrong.append("\(sql): \(report.findings)") }
            let refusal = await fixture.refusal()
            if refusal?.reason != .corrupt || refusal?.message.contains(finding.description) != true {
                wrong.append("\(sql): opened with \(String(describing: refusal))")
            }
            if try await fixture.verify() != report { wrong.append("\(sql): opening changed it") }
        }
        #expect(wrong == [])
    }

    @Test func aStrangeHeaderIsAFindingAndNeverTraps() async throws {
        let cases = [
            ("PRAGMA user_version = -1", true), ("PRAGMA user_version = -2147483648", true),
            ("PRAGMA user_version = 0", true), ("PRAGMA user_version = 99", false),
            ("PRAGMA user_version = 2147483647", false), ("PRAGMA application_id = 7", false),
            ("PRAGMA user_version = -1; PRAGMA application_id = 0", false),
        ]
        var wrong: [String] = []
        for (sql, isDamage) in cases {
            let fixture = try JournalFixture()
            try await fixture.fill(1)
            try fixture.tamper(sql)
            let refusal = await fixture.refusal()
            if refusal == nil || (refusal?.reason == .corrupt) != isDamage { wrong.append("\(sql): \(refusal as Any)") }
            if isDamage, refusal?.message.contains("tender journal verify") != true {
                wrong.append("\(sql): no way out")
            }
            let report = try await fixture.verify()
            if report.findings != [.unknownFile(refusal?.message ?? "")] { wrong.append("\(sql): \(report.findings)") }
        }
        #expect(wrong == [])
    }

    @Test func aRowWithAStrangeNumberIsFoundAndNeverTraps() async throws {
        var wrong: [String] = []
        for sequence in [Int64.min, -1, 0] {
            let fixture = try JournalFixture()
            try await fixture.fill(1)
            try fixture.tamper(
                "INSERT INTO records SELECT \(sequence == .min ? "-9223372036854775807 - 1" : "\(sequence)"), intent, "
                    + "previous, hash, body FROM records WHERE sequence = 1")
            let report = try await fixture.verify()
            if report.findings != [.altered(sequence: sequence)] { wrong.append("\(sequence): \(report.findings)") }
            if await fixture.refusal()?.reason != .corrupt { wrong.append("\(sequence) was opened") }
        }
        #expect(wrong == [])
    }

    @Test func cardDataThatIsMissingOrChangedIsFoundWhileItsPaymentWaits() async throws {
        let cases: [(sql: String, finding: ChainFinding?)] = [
            ("SELECT 1", nil),
            ("DELETE FROM payloads WHERE key = 'local_1'", .payloadMissing(intentID: "local_1", sequence: 1)),
            (
                "UPDATE payloads SET body = x'010203' WHERE key = 'local_1'",
                .payloadChanged(intentID: "local_1", sequence: 1)
            ),
            (
                "UPDATE payloads SET body = 'text' WHERE key = 'local_1'",
                .payloadChanged(intentID: "local_1", sequence: 1)
            ),
            ("DROP TABLE payloads", .unreadableFile("no such table: payloads")),
            ("DROP TABLE payloads; PRAGMA user_version = 1", .payloadMissing(intentID: "local_1", sequence: 1)),
        ]
        var wrong: [String] = []
        for (sql, finding) in cases {
            let fixture = try JournalFixture()
            let journal = try await fixture.open()
            for id in ["local_1", "local_2"] {
                try await journal.append(.stored(id, payload: [1, 2]), payload: .store(key: id, [1, 2]))
            }
            // What was deleted by a person has no card data any more, and needs none.
            let end = JournalEntry(intentID: "local_2", attempt: 1, event: .offline(.deleted(by: "Ann")))
            try await journal.append(end, payload: .delete(key: "local_2"))
            await journal.close()
            try fixture.tamper(sql)
            let found = try await fixture.verify().findings
            if found != (finding.map { [$0] } ?? []) { wrong.append("\(sql): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func aTruncatedFileIsFound() async throws {
        try await fixture.fill(100)
        let file = URL(fileURLWithPath: fixture.path)
        let data = try Data(contentsOf: file)
        var missed: [Int] = []
        for length in stride(from: 4096, to: data.count, by: 8192) {
            try data.prefix(length).write(to: file)
            try fixture.chmod("", 0o600)
            if try await fixture.verify().isClean { missed.append(length) }
            if await fixture.refusal()?.reason != .corrupt { missed.append(-length) }
        }
        #expect(missed == [])
    }

    @Test func aSwappedFileIsFound() async throws {
        try await fixture.fill(2)
        let other = try JournalFixture()
        try await other.fill(2)
        let id = try #require(try await fixture.verify().journalID)
        try FileManager.default.removeItem(atPath: fixture.path)
        try FileManager.default.copyItem(atPath: other.path, toPath: fixture.path)
        #expect(try await fixture.verify().findings == [.otherJournal(head: id)])
        #expect(await fixture.refusal()?.reason == .corrupt)
    }

    @Test func anEmptyOrRemovedFileBesideAHeadIsNoNewJournal() async throws {
        try await fixture.fill(1)
        try Data().write(to: URL(fileURLWithPath: fixture.path))
        try fixture.chmod("", 0o600)
        #expect(await fixture.refusal()?.reason == .corrupt)
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(await fixture.refusal()?.reason == .corrupt)
        try FileManager.default.removeItem(atPath: fixture.path + ".head")
        #expect(await fixture.refusal() == nil)
    }

    @Test func aMissingHeadIsSaidAndMadeAnew() async throws {
        try await fixture.fill(2)
        let kept = try #require(JournalHead(try headText()))
        for content in [nil, Data()] {
            try FileManager.default.removeItem(atPath: fixture.path + ".head")
            if let content {
                _ = FileManager.default.createFile(
                    atPath: fixture.path + ".head", contents: content, attributes: [.posixPermissions: 0o600])
            }
            let report = try await fixture.verify()
            #expect(report.isClean)
            #expect(report.head == nil)
            #expect(report.recordsAfterHead == nil)
            #expect(try await fixture.verify(.given(kept)).recordsAfterHead == 0)
            #expect(await fixture.refusal() == nil)
            #expect(JournalHead(try headText()) == kept)
        }
    }

    @Test func aHeadThatIsBehindIsTolerated() async throws {
        try await fixture.fill(1)
        let old = try headText()
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_9")
        await journal.close()
        try Data(old.utf8).write(to: URL(fileURLWithPath: fixture.path + ".head"))
        try fixture.chmod(".head", 0o600)
        let report = try await fixture.verify()
        #expect(report.isClean)
        #expect(report.recordsAfterHead == 4)
        #expect(await fixture.refusal() == nil)
        #expect(try await fixture.verify().recordsAfterHead == 0)
    }

    @Test func aHeadThatIsNoneIsSaid() async throws {
        try await fixture.fill(1)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: fixture.path + ".head"))
        try fixture.chmod(".head", 0o600)
        #expect(try await fixture.verify().isClean == false)
        #expect(await fixture.refusal()?.reason == .corrupt)
        #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: fixture.path + ".head") }
        await #expect(throws: JournalError.self) { try await JournalInspector(path: "/nowhere/x").verify() }
    }
}

import Foundation
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderSQLite
import Testing

@Suite struct JournalFailureTests {
    private let fixture: JournalFixture

    init() throws { fixture = try JournalFixture() }

    private func reason(_ journal: SQLiteJournal, _ entry: JournalEntry) async -> JournalError.Reason? {
        do throws(JournalError) {
            try await journal.append(entry)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func aFullDiskRefusesRecordsUntilThereIsRoomAndTheBookStaysThatOfTheFile() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_0")
        try await journal.append(.opened("pi_open", order: "1"))
        try await journal.execute("PRAGMA max_page_count = 1")
        var index = 0
        var reason: JournalError.Reason?
        while reason == nil, index < 500 {
            index += 1
            reason = await self.reason(journal, .leaving("pi_\(index)", order: "o\(index)"))
        }
        #expect(reason == .full)
        let before = try await (journal.book(), journal.head())
        let answers = await withTaskGroup(of: JournalError.Reason?.self) { group in
            for lane in 0..<8 {
                group.addTask { await self.reason(journal, .leaving(lane < 4 ? "pi_open" : "pi_new\(lane)")) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter { $0 != .full } == [])
        #expect(try await journal.book() == before.0)
        #expect(try await journal.head() == before.1)
        #expect(try await journal.book().openPayments.count == index - 1)
        try await journal.execute("PRAGMA max_page_count = 1073741823")
        #expect(await self.reason(journal, .leaving("pi_open")) == nil)
        let open = try await journal.openPayments()
        await journal.close()
        let again = try await fixture.open()
        #expect(try await again.openPayments() == open)
        await again.close()
        #expect(try await fixture.verify().findings == [])
    }

    @Test func aConnectionThatTakesNoWritingIsReadOnly() async throws {
        let journal = try await fixture.open()
        try await journal.append(.opened("pi_1"))
        try await journal.execute("PRAGMA query_only = ON")
        #expect(await reason(journal, .leaving("pi_1")) == .readOnly)
        #expect(try await journal.history(of: "pi_1")?.hasSentConfirm == false)
        try await journal.execute("PRAGMA query_only = OFF")
        #expect(await reason(journal, .leaving("pi_1")) == nil)
    }

    @Test func aFolderThatTakesNoFilesOrIsMissingIsSaidAtOpening() async throws {
        var reasons: [String: JournalError.Reason] = [:]
        for path in ["/proc/tender.journal", "/sys/tender.journal", fixture.folder + "/missing/x.journal"] {
            do throws(JournalError) {
                _ = try await SQLiteJournal(path: path, binding: JournalFixture.binding)
            } catch {
                reasons[path] = error.reason
            }
        }
        #expect(reasons["/sys/tender.journal"] == .readOnly)
        #expect(reasons.count == 3)
    }

    @Test func aDamagedPageIsFoundBeforeAnythingIsWritten() async throws {
        try await fixture.fill(60)
        let file = URL(fileURLWithPath: fixture.path)
        let sound = try Data(contentsOf: file)
        var accepted: [Int] = []
        var unsaid: [Int] = []
        for page in 1..<sound.count / 4096 {
            var damaged = sound
            damaged.replaceSubrange(page * 4096..<page * 4096 + 4096, with: Data(repeating: 0xA5, count: 4096))
            try damaged.write(to: file)
            try fixture.chmod("", 0o600)
            if try await fixture.verify().isClean { unsaid.append(page) }
            let refusal = await fixture.refusal()
            if refusal == nil {
                accepted.append(page)
            } else if refusal?.reason != .corrupt {
                unsaid.append(page)
            }
        }
        #expect(unsaid == [])
        #expect(accepted == [])
    }

    @Test func whatIsNoJournalIsLeftAlone() async throws {
        let text = Data(String(repeating: "no database at all ", count: 400).utf8)
        try text.write(to: URL(fileURLWithPath: fixture.path))
        try fixture.chmod("", 0o600)
        #expect(await fixture.refusal()?.reason == .corrupt)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == text)
        try FileManager.default.removeItem(atPath: fixture.path)
        let other = try SQLiteConnection(path: fixture.path)
        try other.execute("CREATE TABLE customers (name)")
        try fixture.chmod("", 0o600)
        for suffix in ["-wal", "-shm"] { try fixture.chmod(suffix, 0o600) }
        #expect(await fixture.refusal()?.message.contains("but not a journal") == true)
    }

    @Test func anOlderVersionIsBroughtForwardAndANewerOneIsRefused() async throws {
        try await fixture.fill(2)
        let before = try await fixture.verify()
        try SQLiteConnection(path: fixture.path).execute("DROP TABLE payloads; PRAGMA user_version = 1")
        let journal = try await fixture.open()
        try await journal.append(.opened("pi_9"), payload: .store(key: "k", [1]))
        #expect(try await journal.payload("k") == [1])
        await journal.close()
        let after = try await fixture.verify(.given(try #require(before.last)))
        #expect(after.isClean)
        #expect(after.recordsAfterHead == 1)
        try SQLiteConnection(path: fixture.path).execute("PRAGMA user_version = 99")
        #expect(await fixture.refusal()?.message.contains("has version 99") == true)
    }

    @Test func recordsCanBeNeitherChangedNorDeleted() async throws {
        let journal = try await fixture.open()
        try await journal.append(.opened("pi_1"))
        for sql in ["DELETE FROM records", "UPDATE records SET intent = 'pi_2'"] {
            await #expect(throws: JournalError.self) { try await journal.execute(sql) }
        }
        #expect(try await journal.history(of: "pi_1") != nil)
    }
}

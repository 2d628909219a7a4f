import Foundation
import Glibc
import TenderFlow
import TenderJournal
import TenderRecords
import TenderTestSupport
import Testing

/// A journal is one file with one name: whatever else leads to it, and what becomes of its files while it is open.
@Suite struct JournalFilesTests {
    private let fixture: JournalFixture
    private var other: String { fixture.folder + "/other.journal" }

    init() throws { fixture = try JournalFixture() }

    private func refusal(_ path: String) async -> JournalError? {
        do throws(JournalError) {
            let journal = try await SQLiteJournal(path: path, binding: JournalFixture.binding)
            await journal.close()
            return nil
        } catch {
            return error
        }
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func refusal(_ journal: SQLiteJournal, _ entry: JournalEntry) async -> JournalError? {
        do throws(JournalError) {
            try await journal.append(entry)
            return nil
        } catch {
            return error
        }
    }

    /// A program that is being started holds everything that is open until it runs: `dup` holds it just so.
    @Test func whatAProgramThatIsBeingStartedHoldsKeepsNoClosedJournalLocked() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        let folder = fixture.folder
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let copies = open.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)").hasPrefix(folder))
                == true
        }.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count >= 2)
        await journal.close()
        #expect(await refusal(fixture.path)?.message == nil)
    }

    // MARK: - Names at opening

    @Test func aHardLinkIsRefusedUnderEachNameUntilItIsRemoved() async throws {
        try await fixture.fill(1)
        try #require(link(fixture.path, other) == 0)
        var wrong: [String] = []
        for path in [other, fixture.path] {
            let message = await refusal(path)?.message ?? "opened"
            if !message.contains("has 2 names") { wrong.append("\(path): \(message)") }
            // What waits in the log is found by the name: under another one an older journal would be read.
            await #expect(throws: JournalError.self) { try await JournalInspector(path: path).verify() }
        }
        #expect(wrong == [])
        #expect(!exists(other + ".lock"))
        unlink(other)
        #expect(await refusal(fixture.path) == nil)
    }

    @Test func aJournalThatIsOpenHasNoSecondName() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        try #require(link(fixture.path, other) == 0)
        #expect(await refusal(other)?.message.contains("has 2 names") == true)
        // One name is left, and it is the wrong one: only the file itself tells that somebody has it.
        try #require(unlink(fixture.path) == 0)
        #expect(await refusal(other)?.reason == .journalBusy(pid: getpid()))
        #expect(await refusal(journal, .opened("pi_2"))?.message.contains("moved or deleted") == true)
        await journal.close()
        try #require(rename(other, fixture.path) == 0)
        #expect(try await fixture.verify().recordCount == 4)
        #expect(await refusal(fixture.path) == nil)
    }

    @Test func anotherProcessThatHoldsTheFileUnderAnyNameKeepsItOut() async throws {
        try await fixture.fill(1)
        let child = try ChildProcess(
            ["flock", "--no-fork", "--exclusive", fixture.path, "sh", "-c", "echo locked; exec sleep 1000"], in: "/")
        #expect(child.read() == "locked\n")
        #expect(await refusal(fixture.path)?.reason == .journalBusy(pid: nil))
        child.end()
        #expect(await refusal(fixture.path) == nil)
    }

    @Test func aSymbolicLinkHasTheLockOfTheJournalItself() async throws {
        let (file, folder) = (fixture.folder + "/link.journal", fixture.folder + "/linked")
        try #require(symlink("shop.journal", file) == 0)
        try #require(symlink(".", folder) == 0)
        let journal = try await fixture.open()
        for path in [file, folder + "/shop.journal", folder + "/link.journal"] {
            #expect(await refusal(path)?.reason == .journalBusy(pid: getpid()))
        }
        try await journal.append(payment: "pi_1")
        await journal.close()
        for path in [file, folder + "/shop.journal", folder + "/link.journal"] {
            let again = try await SQLiteJournal(path: path, binding: JournalFixture.binding)
            try await again.append(.opened("pi_\(path.count)"))
            await again.close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
        #expect(names == ["link.journal", "linked", "shop.journal", "shop.journal.head", "shop.journal.lock"])
        #expect(try await fixture.verify().isClean)
    }

    @Test func aLinkThatLeadsNowhereIsRefusedAndNothingIsMade() async throws {
        var wrong: [String] = []
        for target in ["missing.journal", "away/missing.journal", "/proc/missing.journal", "shop.journal"] {
            try #require(symlink(target, fixture.path) == 0)
            let message = await refusal(fixture.path)?.message ?? "opened"
            if !message.contains("symbolic link") { wrong.append("\(target): \(message)") }
            unlink(fixture.path)
            let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
            if names != [] { wrong.append("\(target): made \(names)") }
        }
        #expect(wrong == [])
    }

    @Test func linksInThePlaceOfTheOtherFilesAreRefused() async throws {
        try await fixture.fill(1)
        let strange = fixture.folder + "/strange"
        var wrong: [String] = []
        for suffix in [".lock", ".head", ".head.new", "-wal", "-shm"] {
            let place = fixture.path + suffix
            let saved = rename(place, fixture.folder + "/saved") == 0
            try #require(symlink(strange, place) == 0)
            let dangling = await refusal(fixture.path)?.message ?? "opened"
            if !dangling.contains("\(place) is a symbolic link") { wrong.append("\(suffix), dangling: \(dangling)") }
            if exists(strange) { wrong.append("\(suffix): made \(strange)") }
            unlink(place)
            try Data("kept".utf8).write(to: URL(fileURLWithPath: strange))
            try #require(chmod(strange, 0o600) == 0)
            try #require(link(strange, place) == 0)
            let linked = await refusal(fixture.path)?.message ?? "opened"
            if !linked.contains("\(place) has 2 names") { wrong.append("\(suffix), linked: \(linked)") }
            if try String(contentsOfFile: strange, encoding: .utf8) != "kept" { wrong.append("\(suffix): changed") }
            unlink(place)
            unlink(strange)
            if saved { rename(fixture.folder + "/saved", place) }
        }
        #expect(wrong == [])
        #expect(await refusal(fixture.path) == nil)
    }

    // MARK: - While it is open

    private static let losses: [(name: String, word: String, act: @Sendable (_ path: String) throws -> Bool)] = [
        ("deleted", "moved or deleted", { unlink($0) == 0 }),
        ("moved", "moved or deleted", { rename($0, $0 + ".away") == 0 }),
        (
            "replaced by its copy", "another file",
            {
                try FileManager.default.copyItem(atPath: $0, toPath: $0 + ".copy")
                return rename($0 + ".copy", $0) == 0
            }
        ),
        // As it is moved to another disk: what starts next looks for the log there.
        ("moved behind a link", "another file", { rename($0, $0 + ".away") == 0 && symlink($0 + ".away", $0) == 0 }),
        (
            "moved with its folder", "moved or deleted",
            {
                let folder = String($0.dropLast("/shop.journal".count))
                return rename(folder, folder + ".away") == 0
            }
        ),
    ]

    @Test(arguments: losses.map(\.name)) func aJournalThatIsLostTakesNoMoreRecords(loss: String) async throws {
        let (_, word, act) = try #require(Self.losses.first { $0.name == loss })
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        #expect(try act(fixture.path))
        let first = try #require(await refusal(journal, .opened("pi_2")))
        let lacking = [word, fixture.path, "start again"].filter { !first.message.contains($0) }
        #expect(lacking == [], "\(first)")
        #expect(await refusal(journal, .opened("pi_3")) == first)
        await #expect(throws: first) { try await journal.check(.opened("pi_4")) }
        let told = try await [journal.history(of: "pi_1"), journal.history(of: "pi_2")]
        #expect(told.map { $0 != nil } == [true, false])
        await journal.close()
        try? FileManager.default.removeItem(atPath: fixture.folder + ".away")
    }

    @Test func aJournalThatIsPutBackIsWholeAfterANewStart() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        try #require(rename(fixture.path, other) == 0)
        #expect(await refusal(journal, .opened("pi_2")) != nil)
        try #require(rename(other, fixture.path) == 0)
        // Nobody knows what happened to it meanwhile.
        #expect(await refusal(journal, .opened("pi_2")) != nil)
        await journal.close()
        let again = try await fixture.open()
        #expect(try await again.head().sequence == 4)
        try await again.append(.opened("pi_2"))
        await again.close()
        #expect(try await fixture.verify().isClean)
    }

    @Test func aRecordWhoseFileIsDeletedWhileItIsWrittenIsNotRecorded() async throws {
        let journal = try await fixture.open(clock: DeletingClock(path: fixture.path))
        #expect(await refusal(journal, .opened("pi_1"))?.message.contains("moved or deleted") == true)
        #expect(try await journal.head().sequence == 0)
    }

    @Test(arguments: ["-wal", "-shm"])
    func aLogThatIsDeletedTakesNoMoreRecordsAndLosesNone(suffix: String) async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_1")
        try #require(unlink(fixture.path + suffix) == 0)
        let first = await refusal(journal, .opened("pi_2"))
        #expect(first?.message.contains("\(fixture.path + suffix) was moved or deleted") == true)
        // What a kill would leave now.
        let killed = try JournalFixture()
        for name in ["", ".head"] {
            try FileManager.default.copyItem(atPath: fixture.path + name, toPath: killed.path + name)
        }
        let report = try await killed.verify()
        #expect(report.isClean, "\(report)")
        #expect(report.recordCount == 4, "\(report)")
        #expect(report.recordsAfterHead == 0, "\(report)")
        await journal.close()
        #expect(try await fixture.verify().isClean)
    }

    @Test func aLinkThatLeadsElsewhereWhileItIsOpenIsNoticed() async throws {
        let folder = fixture.folder + "/linked"
        try #require(symlink(fixture.folder, folder) == 0)
        let journal = try await SQLiteJournal(path: folder + "/shop.journal", binding: JournalFixture.binding)
        try await journal.append(payment: "pi_1")
        let elsewhere = try JournalFixture()
        try #require(unlink(folder) == 0)
        try #require(symlink(elsewhere.folder, folder) == 0)
        let first = await refusal(journal, .opened("pi_2"))
        #expect(first?.message.contains("\(folder)/shop.journal was moved or deleted") == true)
        await journal.close()
    }

    @Test func aDeletedLockLetsNobodyIn() async throws {
        let journal = try await fixture.open()
        try #require(unlink(fixture.path + ".lock") == 0)
        #expect(await refusal(fixture.path)?.reason == .journalBusy(pid: getpid()))
        try await journal.append(payment: "pi_1")
        await journal.close()
        #expect(await refusal(fixture.path) == nil)
    }

    @Test func aHeadThatIsDeletedOrReplacedIsWrittenAnew() async throws {
        let place = fixture.path + ".head"
        let acts: [(String, () throws -> Void)] = [
            ("deleted", { try #require(unlink(place) == 0) }),
            ("replaced", { try Data("TNDH old".utf8).write(to: URL(fileURLWithPath: place), options: .atomic) }),
            (
                "linked",
                {
                    try #require(unlink(place) == 0)
                    try #require(symlink("strange", place) == 0)
                }
            ),
        ]
        let journal = try await fixture.open()
        var wrong: [String] = []
        for (name, act) in acts {
            try act()
            try await journal.append(payment: "pi_\(name)")
            let head = try await journal.head()
            let text = try? String(contentsOfFile: place, encoding: .utf8)
            if text.flatMap({ JournalHead($0) }) != head { wrong.append("\(name): \(text ?? "nothing")") }
        }
        #expect(wrong == [])
        #expect(!exists(fixture.folder + "/strange"))
        await journal.close()
        #expect(try await fixture.verify().isClean)
    }

    // MARK: - What is written into it

    @Test func anAddressWithAPasswordIsNeverWritten() async throws {
        let binding = JournalBinding(gateway: "https://user:canary@gateway.test", account: "acct_1")
        let first = try #require(await fixture.refusal(binding))
        #expect(first.message.contains("user name or a password"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder) == [])
        try await fixture.fill(1)
        await #expect(throws: first) { try await fixture.open(binding, rebinds: true) }
        #expect(!"\(binding) \(first.message)".contains("canary"))
    }
}

/// A clock whose looks take the journal away, in the middle of a transaction.
private struct DeletingClock: WallClock {
    let path: String

    func now() -> Stamp {
        unlink(path)
        return FixedWallClock().stamp
    }
}

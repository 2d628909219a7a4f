import Foundation
import Glibc
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderSQLite
import TenderTestSupport
import Testing

@Suite struct SQLiteJournalTests {
    private let fixture: JournalFixture

    init() throws { fixture = try JournalFixture() }

    @Test func whatWasWrittenIsThereAfterReopening() async throws {
        let journal = try await fixture.open()
        try await journal.append(payment: "pi_done")
        try await journal.append(.opened("pi_lost"))
        try await journal.append(.leaving("pi_lost"))
        try await journal.append(.opened("pi_unclaimed"))
        try await journal.append(.leaving("pi_unclaimed"))
        try await journal.append(.approved("pi_unclaimed"))
        let before = try await (journal.openPayments(), journal.history(of: "pi_done"), journal.head())
        #expect(try await journal.takeUnresolved() == [])
        await journal.close()

        let again = try await fixture.open()
        #expect(try await again.takeUnresolved().map(\.intentID) == ["pi_lost"])
        #expect(try await again.takeUnresolved() == [])
        #expect(try await again.openPayments() == before.0)
        #expect(before.0.map(\.intentID) == ["pi_lost", "pi_unclaimed"])
        #expect(try await again.history(of: "pi_done") == before.1)
        #expect(before.1?.isClaimed == true)
        #expect(try await again.history(of: "pi_other") == nil)
        #expect(try await again.head() == before.2)
        try await again.append(JournalEntry(intentID: "pi_done", attempt: 1, event: .acknowledged(by: "Ann")))
        #expect(try await again.history(of: "pi_done")?.acknowledgedBy == "Ann")
        await again.close()
        #expect(try await fixture.verify().findings == [])
    }

    @Test func everyKindOfRecordComesBackFromTheFile() async throws {
        var random = RandomEntries(seed: 12)
        let entries = (0..<300).map { random.next(intentID: "pi_\($0)") }
        let journal = try await fixture.open()
        var refused: [String] = []
        for entry in entries {
            do throws(JournalError) { try await journal.append(entry) } catch { refused.append(entry.intentID) }
        }
        await journal.close()
        let (records, report) = try await JournalInspector(path: fixture.path).records()
        #expect(records.map(\.entry) == entries.filter { !refused.contains($0.intentID) })
        #expect(report.isClean)
        #expect(report.recordCount == Int64(records.count))
        #expect(records.count > 150)
    }

    @Test func whatTheTillWritesComesBackInOrderAndIsNoPayment() async throws {
        let records = (0..<20).map { ShopRecord(kind: "event", version: 1, body: [UInt8($0)]) }
        let journal = try await fixture.open()
        let memory = InMemoryJournal()
        for (number, record) in records.enumerated() {
            try await journal.append(record)
            try await memory.append(record)
            try await journal.append(payment: "pi_\(number)")
        }
        await #expect(throws: JournalError.self) {
            try await journal.append(JournalEntry(intentID: ShopRecord.intentID, attempt: 1, event: .claimed))
        }
        await journal.close()
        let again = try await fixture.open()
        let read = try await [again.shopRecords(), memory.shopRecords()]
        #expect(read == [records, records])
        let last = ShopRecord(kind: "event", version: 2, body: [])
        try await again.append(last)
        #expect(try await again.shopRecords() == records + [last])
        #expect(try await again.histories().map(\.intentID) == (0..<20).map { "pi_\($0)" })
        let open = try await [again.openPayments(), again.takeUnresolved(), memory.openPayments()]
        #expect(open == [[], [], []])
        let histories = try await [
            again.history(of: ShopRecord.intentID), memory.history(of: ShopRecord.intentID),
        ]
        #expect(histories == [nil, nil])
        await again.close()
        let (inspected, report) = try await JournalInspector(path: fixture.path).shopRecords()
        #expect(inspected == records + [last])
        #expect(report.isClean)
        #expect(report.recordCount == 101)
    }

    @Test func aSecondOpeningIsRefusedUntilTheFirstIsClosed() async throws {
        let journal = try await fixture.open()
        let refusal = await fixture.refusal()
        #expect(refusal?.reason == .journalBusy(pid: getpid()))
        await journal.close()
        let closed = await #expect(throws: JournalError.self) { try await journal.append(.opened("pi_1")) }
        #expect(closed?.message == "the journal is closed")
        #expect(await fixture.refusal() == nil)
    }

    @Test func anotherProcessKeepsItOutAndADeadOneDoesNot() async throws {
        try await fixture.fill(1)
        let child = try ChildProcess(
            ["flock", "--no-fork", "--exclusive", fixture.path + ".lock", "sh", "-c", "echo locked; exec sleep 1000"],
            in: "/")
        #expect(child.read() == "locked\n")
        let id = child.identifier
        try Data("\(id)\n".utf8).write(to: URL(fileURLWithPath: fixture.path + ".lock"))
        let refusal = await fixture.refusal()
        #expect(refusal?.reason == .journalBusy(pid: id))
        #expect(refusal?.message.contains("process \(id)") == true)
        child.end()
        #expect(await fixture.refusal() == nil)
    }

    /// A descriptor that is closed twice may be another's by then: a database then fails under a sale.
    @Test func aRefusedOpeningClosesNobodyElsesFiles() async throws {
        let journal = try await fixture.open()
        async let lost = Self.lostFiles(50_000)
        for _ in 0..<2000 { _ = await fixture.refusal() }
        #expect(await lost == 0)
        await journal.close()
    }

    /// How many of so many files were closed by somebody else.
    @concurrent private static func lostFiles(_ count: Int) async -> Int {
        (0..<count).count { _ in
            let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
            sched_yield()
            return Glibc.close(descriptor) != 0
        }
    }

    @Test func theFilesAreForTheirOwnerOnlyAndExposedOnesAreRefused() async throws {
        let journal = try await fixture.open()
        try await journal.append(.opened("pi_1"))
        let names = ["", "-wal", "-shm", ".head", ".lock"]
        #expect(names.filter { fixture.mode($0) != 0o600 } == [])
        await journal.close()
        var accepted: [String] = []
        for name in ["", ".head", ".lock"] {
            for mode in [0o640, 0o604, 0o622] {
                try fixture.chmod(name, mode)
                let reason = await fixture.refusal()?.reason
                if reason != .exposed { accepted.append("\(name) \(mode): \(String(describing: reason))") }
            }
            try fixture.chmod(name, 0o600)
        }
        #expect(accepted == [])
        #expect(await fixture.refusal() == nil)
    }

    @Test func anotherGatewayIsRefusedAndTheSameAccountCanBeBoundAgain() async throws {
        try await fixture.fill(1)
        let other = JournalBinding(gateway: "https://gateway.test", account: "acct_2")
        let refusal = await fixture.refusal(other)
        #expect(refusal?.reason == .otherGateway("acct_1 at https://gateway.test"))
        #expect(refusal?.message.contains("acct_2 at https://gateway.test") == true)
        await (try fixture.open(other, rebinds: true)).close()
        #expect(await fixture.refusal(other) == nil)
        #expect(await fixture.refusal()?.reason == .otherGateway("acct_2 at https://gateway.test"))
        let report = try await fixture.verify()
        #expect(report.isClean)
        #expect(report.binding == other)
    }

    @Test func aRepeatThatIsTooOldAndASecondCardForAnOrderAreRefused() async throws {
        var clock = FixedWallClock()
        let journal = try await fixture.open(clock: clock)
        try await journal.append(.opened("pi_1", order: "7"))
        try await journal.append(.leaving("pi_1", order: "7"))
        await journal.close()
        clock.stamp.unixMilliseconds += Stamp.longestKeyAge + 1
        clock.stamp.upMilliseconds += 1
        let later = try await fixture.open(clock: clock)
        var reasons: [JournalError.Reason] = []
        for entry in [JournalEntry.leaving("pi_1", order: "7", send: 2), .opened("pi_2", order: "7")] {
            do throws(JournalError) { try await later.append(entry) } catch { reasons.append(error.reason) }
        }
        #expect(reasons == [.keyTooOld, .orderIsOpen(intentID: "pi_1", attempt: 1)])
        try await later.append(.opened("pi_3", order: "8"))
        #expect(try await later.head().sequence == 3)
    }

    @Test func manyTasksKeepTheirOrderAndOneChain() async throws {
        let journal = try await fixture.open()
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<64 {
                group.addTask {
                    for index in 0..<4 { try? await journal.append(payment: "pi_\(lane)_\(index)") }
                }
            }
        }
        let head = try await journal.head()
        await journal.close()
        let (records, report) = try await JournalInspector(path: fixture.path).records()
        #expect(report.isClean)
        #expect(head.sequence == 64 * 4 * 4)
        #expect(report.last == head)
        let kinds = Dictionary(grouping: records, by: \.entry.intentID).mapValues { $0.map(\.entry.event.word) }
        #expect(Set(kinds.values) == [["opened", "leaving", "settled", "claimed"]])
        #expect(kinds.count == 256)
        let wrong = (0..<64).filter { lane in
            let places = (0..<4).compactMap { index in
                records.firstIndex { $0.entry.intentID == "pi_\(lane)_\(index)" }
            }
            return places != places.sorted()
        }
        #expect(wrong == [])
    }

    @Test func aCanceledTaskStillWritesItsRecord() async throws {
        let journal = try await fixture.open()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await journal.append(.opened("pi_1"))
        }
        task.cancel()
        try await task.value
        #expect(try await journal.history(of: "pi_1") != nil)
    }

    @Test func aPayloadIsWrittenAndDeletedWithItsRecord() async throws {
        let journal = try await fixture.open()
        try await journal.append(.opened("pi_1"), payload: .store(key: "pi_1", [1, 2, 3]))
        #expect(try await journal.payload("pi_1") == [1, 2, 3])
        #expect(try await journal.payload("pi_2") == nil)
        try await journal.execute("PRAGMA query_only = ON")
        await #expect(throws: JournalError.self) {
            try await journal.append(.leaving("pi_1"), payload: .delete(key: "pi_1"))
        }
        try await journal.execute("PRAGMA query_only = OFF")
        await journal.close()
        let again = try await fixture.open()
        #expect(try await again.payload("pi_1") == [1, 2, 3])
        try await again.append(.leaving("pi_1"), payload: .delete(key: "pi_1"))
        #expect(try await again.payload("pi_1") == nil)
        let memory = InMemoryJournal()
        try await memory.append(.opened("pi_1"), payload: .store(key: "k", [9]))
        #expect(try await memory.payload("k") == [9])
    }
}

extension JournalEntry.Event {
    fileprivate var word: String {
        switch self {
        case .attemptOpened: "opened"
        case .requestLeaving: "leaving"
        case .settled: "settled"
        case .claimed: "claimed"
        default: "other"
        }
    }
}

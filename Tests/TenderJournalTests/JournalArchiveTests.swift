import Foundation
import TenderFlow
import TenderModel
import TenderRecords
import TenderSQLite
import TenderTestSupport
import Testing

@testable import SimulatedWorld
@testable import TenderJournal

/// Journals whose settled payments are moved out: whoever asks gets the answers that there were before.
@Suite struct JournalArchiveTests {
    private let fixture: JournalFixture

    /// Each test has a copy of one journal.
    init() async throws { fixture = try JournalFixture(await Self.filled.value) }

    private static let filled = Task { try await fill(JournalFixture()) }

    private static let noon: Int64 = 1_768_478_400_000
    private static let month = ArchiveWish(before: 1_769_904_000_000, label: "2026-01", copied: nil)
    private static let january = FixedWallClock(
        stamp: Stamp(unixMilliseconds: noon, upMilliseconds: 1_000, boot: 1))
    private static let march = FixedWallClock(
        stamp: Stamp(unixMilliseconds: noon + 5_000_000_000, upMilliseconds: 1_000, boot: 2))

    /// A journal with settled and open payments of January, a shift, and a payment of March; it is closed.
    private static func fill(_ fixture: JournalFixture) async throws -> JournalFixture {
        let january = try await fixture.open(clock: Self.january)
        try await january.append(ShopRecord(kind: "event", version: 1, body: [1]))
        for id in ["pi_1", "pi_2", "pi_3"] { try await january.append(payment: id, order: "order of \(id)") }
        try await january.append(.opened("pi_open"))
        try await january.append(.leaving("pi_open"))
        try await january.append(.opened("pi_untold"))
        try await january.append(.leaving("pi_untold"))
        try await january.append(.approved("pi_untold"))
        await january.close()
        let march = try await fixture.open(clock: Self.march)
        try await march.append(ShopRecord(kind: "event", version: 1, body: [2]))
        try await march.append(payment: "pi_march")
        await march.close()
        return fixture
    }

    /// Archives what may go, and closes the journal.
    @discardableResult
    private func archive(
        _ fixture: JournalFixture, _ wish: ArchiveWish = month, stopAt last: ArchiveStep? = nil
    ) async throws -> ArchiveReport {
        let journal = try await fixture.open(clock: Self.march)
        do throws(JournalError) {
            let report = try await journal.archive(wish) { if $0 == last { throw JournalError(message: "stopped") } }
            await journal.close()
            return report
        } catch {
            await journal.close()
            throw error
        }
    }

    /// The files beside the journal that may be archives, whole or not.
    private func archives(_ fixture: JournalFixture) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.contains(".archive-") }.sorted()
    }

    // MARK: - What goes, and what stays

    @Test func settledPaymentsOfTheMonthGoAndTheChainStillVerifies() async throws {
        let before = try await fixture.verify()
        let report = try await archive(fixture)
        #expect(report.payments == 3)
        #expect(report.records == 12)
        #expect(report.staying == 2)
        #expect(fixture.mode(String((report.archive ?? "").dropFirst(fixture.path.count))) == 0o600)
        let alone = try await fixture.verify()
        #expect(alone.isClean, "\(alone.findings)")
        #expect(alone.last == before.last)
        #expect(alone.recordCount == before.recordCount - 12)
        #expect(alone.archivedCount == 12)
        let whole = try await JournalInspector(path: fixture.path).verify(archived: .read([]))
        #expect(whole.isClean, "\(whole.findings)")
        #expect(whole.recordCount == before.recordCount)
        #expect(try await archive(fixture).payments == 0)
        #expect(try archives(fixture).count == 1)
    }

    @Test func aTrialChangesNothing() async throws {
        var wish = Self.month
        wish.isTrial = true
        let report = try await archive(fixture, wish)
        #expect(report.payments == 3)
        #expect(report.archive == nil)
        #expect(try await fixture.verify().archivedCount == 0)
        #expect(try archives(fixture) == [])
    }

    @Test func nothingGoesThatHeadOfficeDoesNotHave() async throws {
        let tail = JournalTail(path: fixture.path)
        let journalID = try await tail.start().journalID
        // The second payment ends with record 9.
        let hash = try #require(try await tail.hash(at: 8))
        var wish = Self.month
        wish.copied = JournalHead(journalID: journalID, sequence: 8, hash: hash)
        #expect(try await archive(fixture, wish).payments == 1)
        wish.copied?.hash[0] ^= 1
        await #expect(throws: JournalError.self) { try await archive(fixture, wish) }
        wish.copied = JournalHead(journalID: journalID, sequence: 1000, hash: hash)
        await #expect(throws: JournalError.self) { try await archive(fixture, wish) }
        wish.copied = JournalHead(journalID: String(repeating: "0", count: 32), sequence: 0, hash: hash)
        await #expect(throws: JournalError.self) { try await archive(fixture, wish) }
    }

    @Test func anOlderProgramRefusesAnArchivedJournalAndOnlyThat() async throws {
        #expect(try version() == 2)
        try await archive(fixture)
        #expect(try version() == 3)
    }

    private func version() throws -> Int64 {
        try JournalRows(.init(path: fixture.path, mode: .readOnly, durability: .asIs), fixture.path).version
    }

    // MARK: - Going on with what is archived

    @Test func aPaymentThatGoesOnIsBroughtBackFirst() async throws {
        try await archive(fixture)
        let key = IdempotencyKey("refund-1")
        let wish = RefundParameters(paymentIntent: "pi_1", amount: nil)
        let journal = try await fixture.open(clock: Self.march)
        for event: JournalEntry.Event in [
            .refundLeaving(wish, key, send: 1), .requestSettled(key, RequestEnd(.succeeded)), .requestTold(key),
        ] {
            try await journal.append(JournalEntry(intentID: "pi_1", attempt: 1, event: event))
        }
        // It was done, and nobody is to do it again.
        await #expect(throws: JournalError.self) {
            try await journal.append(
                JournalEntry(intentID: "pi_1", attempt: 1, event: .refundLeaving(wish, key, send: 2)))
        }
        try await journal.append(ShopRecord(kind: "event", version: 1, body: [3]))
        await journal.close()
        #expect(try await fixture.verify().archivedCount == 8)
        #expect(try await JournalInspector(path: fixture.path).verify(archived: .read([])).isClean)
        // By the next time it is over again.
        var later = Self.month
        later.before = Self.march.stamp.unixMilliseconds + 1
        later.label = "2026-03"
        #expect(try await archive(fixture, later).payments == 2)
        #expect(try await JournalInspector(path: fixture.path).verify(archived: .read([])).isClean)
    }

    @Test func withoutItsArchiveAPaymentIsRefusedByNameAndTheTillSells() async throws {
        let report = try await archive(fixture)
        let path = try #require(report.archive)
        try FileManager.default.moveItem(atPath: path, toPath: fixture.folder + "/elsewhere")
        let name = URL(filePath: path).lastPathComponent
        let journal = try await fixture.open(clock: Self.march)
        try await journal.append(payment: "pi_new", order: "order of pi_new")
        #expect(try await journal.history(of: "pi_new") != nil)
        #expect(try await journal.histories { _ in false }.count == 4)
        #expect(try await journal.shopRecords().count == 2)
        let tail = JournalTail(path: fixture.path)
        let refund = JournalEntry(
            intentID: "pi_1", attempt: 1,
            event: .refundLeaving(RefundParameters(paymentIntent: "pi_1"), IdempotencyKey("key"), send: 1))
        var said: [String?] = []
        said.append(await words { _ = try await journal.history(of: "pi_1") })
        said.append(await words { _ = try await journal.histories() })
        said.append(await words { _ = try await journal.payments(of: "order of pi_2") })
        said.append(await words { _ = try await journal.records(after: 0, limit: 100) })
        said.append(await words { try await journal.append(refund) })
        said.append(await words { _ = try await tail.records(after: 0, maximumRecords: 9, maximumBytes: 1 << 20) })
        #expect(said.filter { $0?.contains(name) != true } == [])
        await journal.close()
        #expect(try await tail.hash(at: 2) != nil)
    }

    /// The words of the refusal; nil where there is none.
    private func words(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? JournalError)?.message ?? "\(error)"
        }
    }

    // MARK: - Verifying

    @Test func aChangedAMissingAndAForeignArchiveAreNamed() async throws {
        let path = try #require(try await archive(fixture).archive)
        let name = URL(filePath: path).lastPathComponent
        let other = try await Self.fill(JournalFixture())
        let foreign = try #require(try await archive(other).archive)
        let changes: [(String, (JournalFixture, String) throws -> Void, ChainFinding)] = [
            (
                "changed",
                { try $0.change($1, "UPDATE records SET body = CAST(body || x'00' AS BLOB) WHERE sequence = 3") },
                .archivedAltered(sequence: 3, archive: name)
            ),
            (
                "cut", { try $0.change($1, "DELETE FROM records WHERE sequence = 4") },
                .archivedAltered(sequence: 4, archive: name)
            ),
            (
                "spoiled", { try Data("nothing".utf8).write(to: URL(filePath: $1)) },
                .archiveForeign(name, "file is not a database (sqlite3_step, SQLite code 26)")
            ),
            (
                "foreign", { try Data(contentsOf: URL(filePath: foreign)).write(to: URL(filePath: $1)) },
                .archiveForeign(name, "it belongs to another journal")
            ),
            ("missing", { try FileManager.default.removeItem(atPath: $1) }, .archiveMissing(name)),
        ]
        let kept = try Data(contentsOf: URL(filePath: path))
        var wrong: [String] = []
        for (what, change, finding) in changes {
            try kept.write(to: URL(filePath: path))
            try change(fixture, path)
            let inspector = JournalInspector(path: fixture.path)
            let report = try await inspector.verify(archived: .read([]))
            if report.findings != [finding] { wrong.append("\(what): \(report.findings)") }
            if try await !inspector.verify().isClean { wrong.append("\(what): the journal's own part") }
        }
        #expect(wrong == [])
        // Given by its path, it is found anywhere.
        let elsewhere = other.folder + "/" + name
        try kept.write(to: URL(filePath: elsewhere))
        #expect(try await JournalInspector(path: fixture.path).verify(archived: .read([elsewhere])).isClean)
    }

    @Test func whatIsLeftOfAnArchivedRecordIsGuarded() async throws {
        try await archive(fixture)
        let script = [
            "DELETE FROM archived_records WHERE sequence = 4", "UPDATE archived_records SET hash = zeroblob(32)",
            "DELETE FROM records", "UPDATE records SET body = x'00'",
        ]
        var done: [String] = []
        for statement in script where (try? fixture.change(fixture.path, statement)) != nil { done.append(statement) }
        #expect(done == [])
        try fixture.change(
            fixture.path,
            """
            DROP TRIGGER archived_records_are_not_changed;
            UPDATE archived_records SET hash = zeroblob(32) WHERE sequence = 13
            """)
        #expect(try await fixture.verify().findings == [.unlinked(sequence: 14)])
        #expect(await fixture.refusal()?.reason == .corrupt)
    }

    @Test func whatIsNotedOfAnArchivedPaymentIsGuarded() async throws {
        let path = try #require(try await archive(fixture).archive)
        let changes: [(String, ChainFinding)] = [
            (
                "UPDATE archived_payments SET for_order = 'other' WHERE intent = 'pi_2'",
                .archivedMisnoted(intentID: "pi_2")
            ),
            (
                "UPDATE archived_payments SET opened = opened + 1 WHERE intent = 'pi_2'",
                .archivedMisnoted(intentID: "pi_2")
            ),
            ("UPDATE archived_payments SET intent = 'pi_4' WHERE intent = 'pi_2'", .archivedMisnoted(intentID: "pi_4")),
        ]
        var wrong: [String] = []
        for (change, finding) in changes {
            let copy = try JournalFixture(fixture)
            try copy.change(copy.path, change)
            let report = try await JournalInspector(path: copy.path).verify(archived: .read([path]))
            if report.findings != [finding] { wrong.append("\(change): \(report.findings)") }
        }
        #expect(wrong == [])
        try fixture.change(fixture.path, "DELETE FROM archived_payments WHERE intent = 'pi_2'")
        #expect(await fixture.refusal()?.reason == .corrupt)
    }

    @Test func anArchiveWhoseRecordsChangedTheirPaymentsIsNamed() async throws {
        let path = try #require(try await archive(fixture).archive)
        try fixture.change(
            path,
            """
            UPDATE records SET intent = CASE intent WHEN 'pi_1' THEN 'pi_2' ELSE 'pi_1' END WHERE intent IN ('pi_1', 'pi_2')
            """)
        let journal = try await fixture.open(clock: Self.march)
        #expect(
            await words { _ = try await journal.history(of: "pi_1") }?.contains("filed under another payment") == true)
        await journal.close()
        #expect(try await JournalInspector(path: fixture.path).verify(archived: .read([])).findingCount == 8)
    }

    // MARK: - Kills

    @Test func stoppedAtAnyStepItHasMovedAllOrNothingAndEndsTheNextTime() async throws {
        var wrong: [String] = []
        for step in ArchiveStep.allCases {
            let fixture = try JournalFixture(fixture)
            let before = try await contents(fixture)
            await #expect(throws: JournalError.self) { try await archive(fixture, stopAt: step) }
            let moved = try await fixture.verify().archivedCount
            if moved != (step == .committed ? 12 : 0) { wrong.append("\(step): \(moved) records were moved") }
            if try await contents(fixture) != before { wrong.append("\(step): other records") }
            let report = try await archive(fixture)
            if report.payments != (step == .committed ? 0 : 3) { wrong.append("\(step): then \(report)") }
            if try await contents(fixture) != before { wrong.append("\(step): other records in the end") }
            if try archives(fixture).count != 1 { wrong.append("\(step): \(try archives(fixture))") }
        }
        #expect(wrong == [])
    }

    /// All records, wherever they are, and what is wrong with them.
    private func contents(_ fixture: JournalFixture) async throws -> [String] {
        let (records, report) = try await JournalInspector(path: fixture.path).records(archived: .read([]))
        return records.map { "\($0)" } + report.findings.map(\.description)
    }

    // MARK: - The same answers

    /// The journal of a simulated shop, in which everything that can go wrong went wrong.
    private func shop(_ seed: UInt64) async throws -> (fixture: JournalFixture, binding: JournalBinding) {
        var shop = Shop(Shop.Plan(seed: seed, lanes: 2, sales: 24, faults: .heavy))
        shop.run()
        let binding = JournalBinding(gateway: "simulated", account: "shop")
        let fixture = try JournalFixture()
        let start = RecordChain(journalID: String(repeating: "0", count: 32), binding: binding).head
        let restorer = try JournalRestorer(path: fixture.path, start: start, binding: binding)
        try await restorer.append(shop.disk.rows.map { ($0.hash, $0.body) })
        try await restorer.finish()
        return (fixture, binding)
    }

    @Test(arguments: UInt64(1)...4)
    func aShopsJournalSaysTheSameAndGoesOnTheSame(seed: UInt64) async throws {
        let (plain, binding) = try await shop(seed)
        let archived = try JournalFixture(plain)
        let (records, _) = try await JournalInspector(path: plain.path).records()
        var random = TenderTestSupport.SplitMix64(seed: seed)
        let times = records.map(\.stamp.unixMilliseconds).sorted()
        var moved = 0
        for part in 1...3 {
            let wish = ArchiveWish(before: times[times.count * part / 3 - 1] + 1, label: "\(part)", copied: nil)
            let journal = try await archived.open(binding)
            moved += try await journal.archive(wish).payments
            await journal.close()
            let ids = Set(records.map(\.entry.intentID)).sorted()
            let orders = Set(records.compactMap { $0.entry.terms?.order }).sorted()
            let expected = try await answers(plain, binding, ids, orders)
            let found = try await answers(archived, binding, ids, orders)
            #expect(expected.keys.filter { found[$0] != expected[$0] } == [])
            // Whatever follows is admitted or refused as it would be, and has the same hash.
            let entries = (0..<24).map { _ in next(random.pick(records).entry, &random) }
            #expect(try await goOn(archived, binding, entries) == goOn(plain, binding, entries))
        }
        #expect(moved > 0)
        #expect(
            try await JournalInspector(path: archived.path).verify(archived: .read([])).isClean
                == JournalInspector(path: plain.path).verify().isClean)
    }

    /// Everything that anybody asks a journal.
    private func answers(
        _ fixture: JournalFixture, _ binding: JournalBinding, _ ids: [String], _ orders: [String]
    ) async throws -> [String: AnyHashable] {
        let journal = try await fixture.open(binding)
        var answers: [String: AnyHashable] = [:]
        answers["book"] = try await journal.book()
        answers["open"] = try await journal.openPayments()
        answers["unresolved"] = try await journal.takeUnresolved()
        answers["histories"] = try await journal.histories()
        answers["till"] = try await journal.shopRecords()
        answers["records"] = try await journal.records(after: 0, limit: 100_000)
        answers["head"] = try await journal.head()
        for id in ids { answers["history \(id)"] = try await journal.history(of: id) }
        for order in orders { answers["order \(order)"] = try await journal.payments(of: order) }
        await journal.close()
        let (records, _) = try await JournalInspector(path: fixture.path).records()
        answers["pending"] = PendingAttempt.open(in: records)
        return answers
    }

    /// A record that was there before, perhaps of another attempt, another payment or another sending.
    private func next(_ entry: JournalEntry, _ random: inout TenderTestSupport.SplitMix64) -> JournalEntry {
        var entry = entry
        if random.chance(20) { entry.attempt = min(entry.attempt + 1, 9) }
        if random.chance(10) { entry.intentID += "_new" }
        return entry
    }

    private func goOn(
        _ fixture: JournalFixture, _ binding: JournalBinding, _ entries: [JournalEntry]
    ) async throws -> [String] {
        let journal = try await fixture.open(binding, clock: Self.march)
        var results: [String] = []
        for entry in entries {
            do throws(JournalError) {
                try await journal.append(entry)
                results.append("\(try await journal.head())")
            } catch {
                results.append(error.message)
            }
        }
        results.append("\(try await journal.openPayments())")
        await journal.close()
        return results
    }
}

extension JournalFixture {
    /// Copies a closed journal.
    fileprivate convenience init(_ other: JournalFixture) throws {
        try self.init()
        for end in ["", ".head"] { try FileManager.default.copyItem(atPath: other.path + end, toPath: path + end) }
    }

    /// Changes a file as somebody who can write it may.
    fileprivate func change(_ path: String, _ script: String) throws {
        try SQLiteConnection(path: path, mode: .readWrite, durability: .asIs).execute(script)
    }
}

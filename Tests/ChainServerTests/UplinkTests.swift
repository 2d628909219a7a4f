import ChainServer
import Foundation
import PostgresTestServer
import TenderFlow
import TenderJournal
import TenderModel
import TenderPostgres
import TenderRecords
import TenderUplink
import Testing

extension ChainServerTests {
    /// A journal and head office's copy of it.
    @Suite struct UplinkTests {
        private func name(_ state: UplinkState) -> String { state.name }

        @Test func theCopyHoldsEveryRecordAsItIs() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 2500)
            let state = try await fixture.upload("a", as: fixture.enroll("a"))
            #expect(name(state) == "current")
            #expect(try await fixture.stored() == fixture.expected("a"))
            #expect(try await fixture.findings() == [])
        }

        @Test func newRecordsFollowByThemselves() async throws {
            let fixture = try await ChainFixture()
            let journal = try await fixture.open("a")
            let (states, heard) = AsyncStream<UplinkState>.makeStream()
            let uplink = Uplink(journal: fixture.path("a"), server: try await fixture.enroll("a")) { state, _ in
                heard.yield(state)
            }
            let running = Task { try await uplink.run() }
            func wait(for sequence: Int64) async {
                for await state in states {
                    if case .current(let place) = state, place.head.sequence == sequence { return }
                }
            }
            await wait(for: 0)
            for sequence in 1...3 {
                try await journal.append(ChainFixture.entry())
                await wait(for: Int64(sequence))
            }
            running.cancel()
            _ = try await running.value
            #expect(try await fixture.stored() == fixture.expected("a"))
            let note = UplinkNote(Array(try Data(contentsOf: URL(filePath: fixture.path("a") + ".uplink"))))
            #expect(note?.place?.head == (try await journal.head()))
            #expect(note?.state == "current")
            await journal.close()
        }

        @Test func aJournalThatNobodyEnrolledSendsNothing() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            try await fixture.fill("b", 1)
            let state = try await fixture.upload("b", as: fixture.enroll("a"))
            #expect(name(state) == "not_enrolled")
            #expect(try await fixture.stored() == [])
        }

        @Test func aServerThatWentBackGetsTheRestAgain() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 30)
            let lane = try await fixture.enroll("a")
            try await fixture.upload("a", as: lane)
            try await lose(after: 10, fixture)
            try await fixture.upload("a", as: lane)
            #expect(try await fixture.stored() == fixture.expected("a"))
            #expect(try await fixture.findings() == ["server_went_back"])
        }

        @Test func anArchivedJournalIsCopiedAsItWasBefore() async throws {
            let fixture = try await ChainFixture()
            let archive = try await archived("a", fixture)
            let lane = try await fixture.enroll("a")
            #expect(try await name(fixture.upload("a", as: lane)) == "current")
            let all = try await fixture.stored()
            #expect(all.count == 40)
            #expect(try await all == fixture.expected("a"))
            // What a server has lost is sent again, from the archive alone.
            try await lose(after: 10, fixture)
            let away = fixture.folder + "/away"
            try FileManager.default.moveItem(atPath: archive, toPath: away)
            #expect(try await name(fixture.upload("a", as: lane)) == "unreadable")
            let note = UplinkNote(Array(try Data(contentsOf: URL(filePath: fixture.path("a") + ".uplink"))))
            #expect(note?.reason?.contains(URL(filePath: archive).lastPathComponent) == true)
            try FileManager.default.moveItem(atPath: away, toPath: archive)
            #expect(try await name(fixture.upload("a", as: lane)) == "current")
            #expect(try await fixture.stored() == all)
            // A clone is found out by hashes, without what is in the archive.
            try fixture.copy("a", to: "clone")
            try await fixture.fill("a", 2, "original")
            try await fixture.fill("clone", 3, "clone")
            try await fixture.upload("a", as: lane)
            try FileManager.default.moveItem(atPath: archive, toPath: away)
            #expect(try await name(fixture.upload("clone", as: lane)) == "current")
            #expect(try await fixture.findings() == ["forked", "server_went_back"])
        }

        /// A journal of ten payments and ten records of the till, with the payments in an archive; its path.
        private func archived(_ name: String, _ fixture: ChainFixture) async throws -> String {
            let journal = try await fixture.open(name)
            for number in 0..<10 {
                let id = "pi_\(number)"
                let confirm = PaymentRequest.confirm(IdempotencyKey(base: id, attempt: 1, verb: "confirm"))
                for event: JournalEntry.Event in [
                    .attemptOpened(reader: nil, .none), .requestLeaving(confirm, send: 1),
                    .settled(confirm, .notExecuted(.invalid), receipt: nil),
                ] {
                    try await journal.append(JournalEntry(intentID: id, attempt: 1, event: event))
                }
                try await journal.append(ChainFixture.entry())
            }
            let report = try await journal.archive(ArchiveWish(before: .max, label: "all", copied: nil))
            await journal.close()
            return try #require(report.archive)
        }

        /// A server that was restored from a backup: it has the first records only.
        private func lose(after sequence: Int64, _ fixture: ChainFixture) async throws {
            let old = try await JournalTail(path: fixture.path("a")).hash(at: sequence) ?? []
            let owner = try await fixture.owner()
            _ = try await owner.run(
                [
                    PostgresStatement(
                        "DELETE FROM tender.records WHERE branch = 0 AND sequence > $1", [.integer(sequence)]),
                    PostgresStatement(
                        "UPDATE tender.heads SET sequence = $1, hash = $2 WHERE branch = 0",
                        [.integer(sequence), .bytes(old)]),
                ], within: .seconds(60))
        }

        @Test func aJournalThatWentBackIsBehind() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 10)
            try fixture.copy("a", to: "backup")
            try await fixture.fill("a", 5)
            let lane = try await fixture.enroll("a")
            try await fixture.upload("a", as: lane)
            let all = try await fixture.expected("a")
            let state = try await fixture.upload("backup", as: lane)
            #expect(name(state) == "behind")
            #expect(try await fixture.stored() == all)
            #expect(try await fixture.findings() == ["journal_went_back"])
            let note = UplinkNote(Array(try Data(contentsOf: URL(filePath: fixture.path("backup") + ".uplink"))))
            #expect(note?.state == "behind")
        }

        @Test func aCloneGoesOnInABranch() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 10)
            try fixture.copy("a", to: "clone")
            let lane = try await fixture.enroll("a")
            try await fixture.fill("a", 5, "original")
            try await fixture.fill("clone", 3, "clone")
            try await fixture.upload("a", as: lane)
            try await fixture.upload("clone", as: lane)
            try await fixture.fill("a", 2, "original")
            try await fixture.fill("clone", 4, "clone")
            try await fixture.upload("clone", as: lane)
            try await fixture.upload("a", as: lane)
            let both = try await fixture.expected("a") + fixture.expected("clone", branch: 1, after: 10)
            #expect(try await fixture.stored() == both)
            #expect(try await fixture.findings() == ["forked"])
            #expect(try await fixture.office.lanes().map(\.isWell) == [false])
        }

        @Test func aBlockedLaneSendsNothingAndIsTold() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 2)
            let lane = try await fixture.enroll("a")
            try await fixture.upload("a", as: lane)
            #expect(try await fixture.office.block(shop: "Shop", lane: "a"))
            #expect(try await !fixture.office.block(shop: "Shop", lane: "a"))
            try await fixture.fill("a", 2)
            let state = try await fixture.upload("a", as: lane)
            #expect(name(state) == "blocked")
            #expect(try await fixture.stored().count == 2)
        }

        @Test func aLaneThatIsEnrolledAgainHasANewRoleAlone() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            var old = try await fixture.enroll("a")
            var new = try await fixture.enroll("a")
            #expect(try await name(fixture.upload("a", as: new)) == "current")
            // A socket trusts every name that exists.
            #expect(try await name(fixture.upload("a", as: old)) == "refused")
            (old.host, new.host) = ("127.0.0.1", "127.0.0.1")
            #expect(try await name(fixture.upload("a", as: new)) == "current")
            new.password = old.password
            #expect(try await name(fixture.upload("a", as: new)) == "refused")
        }

        @Test func aLaneHasOneJournalAndAJournalOneLane() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            try await fixture.fill("b", 1)
            _ = try await fixture.enroll("a")
            await #expect(throws: ChainError.self) { try await fixture.enroll("a", lane: "b") }
            await #expect(throws: ChainError.self) { try await fixture.enroll("b", lane: "a") }
            _ = try await fixture.enroll("b", shop: "Other", lane: "a")
            #expect(try await fixture.office.lanes().map { "\($0.shop) \($0.lane)" } == ["Other a", "Shop a"])
        }
    }
}

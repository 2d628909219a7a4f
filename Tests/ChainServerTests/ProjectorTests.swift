import ChainServer
import PostgresTestServer
import ShopTestSupport
import TenderChain
import TenderFlow
import TenderModel
import TenderPostgres
import TenderRecords
import TenderSale
import TenderTestSupport
import Testing

extension ChainServerTests {
    /// Head office's tables, computed from the records.
    @Suite struct ProjectorTests {
        /// Everything that was computed, a text each.
        private func computed(_ fixture: ChainFixture) async throws -> [String] {
            var all: [String] = []
            for table in ProjectedTable.allCases {
                let columns = table == .findings ? "journal, branch, sequence, kind, detail" : "*"
                let rows = try await fixture.rows(
                    "SELECT t::text FROM (SELECT \(columns) FROM tender.\(table.rawValue)) AS t ORDER BY 1")
                all += rows.compactMap { if case .text(let text)? = $0.first { "\(table): \(text)" } else { nil } }
            }
            return all
        }

        @Test func theReportOfADayIsThatOfTheTillOn200RandomJournals() async throws {
            let fixture = try await ChainFixture()
            let owner = try await fixture.owner()
            var expected: [String: DayReport] = [:]
            for seed in 0..<200 {
                var day = RandomDay(seed: UInt64(seed))
                try day.shift(30)
                if !seed.isMultiple(of: 3) { try day.till.close(counted: max(0, day.till.drawer), reason: "counted") }
                var journal = PlantedJournal(number: seed)
                _ = try await fixture.office.enroll(journal.start, shop: "Shop \(seed % 7)", lane: "lane \(seed)")
                try journal.add(day.till.events)
                try await journal.plant(owner)
                let book = day.till.book
                let reports = try book.closed.last ?? book.report(at: day.till.time, by: nil)
                expected["lane \(seed)"] = try DayReport(TestTill.day, of: [reports], currency: .eur)
            }
            try await Projector(fixture.office, beside: [fixture.office(), fixture.office()]).run()
            var wrong: [String] = []
            for (lane, report) in expected {
                let shifts = try await fixture.office.shifts(on: TestTill.day, .init(lane: lane)).map(\.report)
                if try DayReport(TestTill.day, of: shifts, currency: .eur) != report { wrong.append(lane) }
            }
            #expect(wrong == [])
            let whole = try await fixture.office.shifts(on: TestTill.day, .init()).map(\.report)
            let sold = try DayReport(TestTill.day, of: whole, currency: .eur).tickets["sale"]
            let sum = expected.values.compactMap { $0.tickets["sale"] }.reduce(0, +)
            #expect(sold == sum)
            let rows = try await fixture.rows(
                "SELECT sum(sales_total)::bigint, sum(refunds_total)::bigint FROM tender.lane_days")
            #expect(rows.first?.first == .integer(sum))
            let cashiers = try await fixture.office.cashiers(on: TestTill.day, .init())
            #expect(cashiers.map(\.salesTotal).reduce(0, +) == sum)
            let taxes = try await fixture.office.taxes(on: TestTill.day, .init())
            #expect(
                taxes.map(\.tax).reduce(0, +)
                    == expected.values.flatMap(\.taxes).map(\.tax.minorUnits).reduce(0, +))
        }

        @Test func whereverItIsEndedTheRowsAreThoseOfOneRun() async throws {
            var random = SplitMix64(seed: 11)
            var day = RandomDay(seed: 5)
            try day.shift(60)
            try day.till.close(counted: max(0, day.till.drawer), reason: "counted")
            try day.shift(40)
            let events = day.till.events
            let whole = try await ChainFixture()
            let cut = try await ChainFixture()
            for (fixture, cuts) in [(whole, 0), (cut, 12)] {
                let owner = try await fixture.owner()
                var journal = PlantedJournal(number: 1)
                _ = try await fixture.office.enroll(journal.start, shop: "Shop", lane: "lane")
                let places = (0..<cuts).map { _ in Int(random.next() % UInt64(events.count)) }.sorted() + [events.count]
                var done = 0
                for place in places where place > done {
                    try journal.add(events[done..<place])
                    try await journal.plant(owner)
                    // A new one each time knows nothing: as after a kill.
                    try await Projector(fixture.office).run()
                    done = place
                }
            }
            let expected = try await computed(whole)
            #expect(try await computed(cut) == expected)
            let again = Projector(cut.office)
            try await again.forget()
            #expect(try await computed(cut) == [])
            try await again.run()
            #expect(try await computed(cut) == expected)
            #expect(try await again.run() == 0)
        }

        @Test func aBranchCountsWhatIsItsOwn() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 4)
            try fixture.copy("a", to: "clone")
            let lane = try await fixture.enroll("a")
            try await fixture.fill("a", 2, "original")
            try await fixture.fill("clone", 3, "clone")
            try await fixture.upload("a", as: lane)
            try await fixture.upload("clone", as: lane)
            #expect(try await Projector(fixture.office).run() == 9)
            let cursors = try await fixture.rows("SELECT branch, sequence FROM tender.cursors ORDER BY 1")
            #expect(cursors == [[.integer(0), .integer(6)], [.integer(1), .integer(7)]])
            let doubts = try await fixture.office.doubts(.init())
            #expect(
                doubts.map(\.reason) == [
                    "two files of one journal have sold: a shift that was open at record 4 counts in both"
                ])
            let people = try await fixture.rows("SELECT branch, name FROM tender.people ORDER BY 1, 2")
            #expect(
                people == [
                    [.integer(0), .text("")], [.integer(0), .text("original")], [.integer(1), .text("clone")],
                ])
        }

        @Test func aLaneThatLiesAboutItsEndStopsNobodyElse() async throws {
            let fixture = try await ChainFixture()
            for name in ["a", "b", "c"] {
                try await fixture.fill(name, 3)
                try await fixture.upload(name, as: fixture.enroll(name))
            }
            _ = try await fixture.rows(
                "UPDATE tender.heads SET sequence = \(Int64.max) WHERE journal IN (SELECT journal FROM tender.lanes WHERE lane <> 'b')"
            )
            try await Projector(fixture.office).run()
            let people = try await fixture.rows("SELECT count(*) FROM tender.people")
            #expect(people == [[.integer(3)]])
            #expect(try await fixture.findings() == ["missing_record", "missing_record"])
        }

        @Test func everyReportNamesTheLanesThatAreSilent() async throws {
            let fixture = try await ChainFixture()
            for name in ["current", "silent", "never", "blocked"] {
                try await fixture.fill(name, 1)
                let lane = try await fixture.enroll(name)
                if name != "never" { try await fixture.upload(name, as: lane) }
            }
            try await Projector(fixture.office).run()
            _ = try await fixture.rows(
                "UPDATE tender.lanes SET heard = now() - interval '20 minutes' WHERE lane IN ('silent', 'blocked')")
            _ = try await fixture.office.block(shop: "Shop", lane: "blocked")
            let doubts = try await fixture.office.doubts(.init())
            #expect(
                doubts.map { "\($0.lane): \($0.reason)" } == ["never: never heard of", "silent: silent for 20 minutes"])
            #expect(try await fixture.office.doubts(.init(lane: "current")) == [])
        }

        @Test func aRecordThatWasChangedAtTheServerIsFoundAndTheLaneIncomplete() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 5)
            try await fixture.upload("a", as: fixture.enroll("a"))
            _ = try await fixture.rows("UPDATE tender.records SET body = '\\x00' WHERE sequence = 3")
            _ = try await fixture.rows("DELETE FROM tender.records WHERE sequence = 5")
            try await Projector(fixture.office).run()
            #expect(try await fixture.findings() == ["broken_chain", "missing_record"])
            let doubts = try await fixture.office.doubts(.init())
            #expect(doubts.map(\.reason).first?.hasPrefix("incomplete: ") == true)
        }
    }
}

import ChainServer
import PostgresTestServer
import ShopTestSupport
import TenderAPI
import TenderChain
import TenderFlow
import TenderModel
import TenderPostgres
import TenderRecords
import TenderTestSupport
import Testing

extension ChainServerTests {
    /// The gateway's account, imported and compared with all lanes.
    @Suite struct GatewayComparisonTests {
        private static let day = RandomAccount.day

        /// The answers of the gateway's lists, a page at a time.
        private func answers(_ account: RandomAccount, page: Int = 100) -> [GatewayRows] {
            func pages<Element>(_ all: [Element], _ rows: ([Element]) -> GatewayRows) -> [GatewayRows] {
                stride(from: 0, to: all.count, by: page).map { rows(Array(all[$0..<min(all.count, $0 + page)])) }
            }
            let listed = account.intents.filter { Self.day.contains($0.created) }
            return pages(listed) { GatewayRows($0) } + pages(account.refunds) { GatewayRows($0) }
        }

        /// Imports the lists, and then each intent that the lanes know and the lists lacked.
        private func importAll(_ account: RandomAccount, _ office: OfficeServer) async throws {
            let begun = try await office.now()
            for answer in answers(account) { try await office.write(answer, asked: begun) }
            let known = Dictionary(account.intents.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            for id in try await office.unasked(Self.day, since: begun) {
                if let intent = known[id] { try await office.write(GatewayRows([intent]), asked: begun) }
            }
        }

        /// What `tender reconcile` of a journal says with the same lists.
        private func expected(_ account: RandomAccount, _ own: String) -> Reconciliation {
            let listed = account.intents.filter { Self.day.contains($0.created) }
            let ids = Set(listed.map(\.id))
            let histories = (account.histories[own] ?? []).filter(Reconciliation.compares).filter { history in
                [history.opened, history.offline?.ended].compactMap(\.self)
                    .contains { Self.day.contains($0.unixMilliseconds / 1000) } || ids.contains(history.intentID)
            }
            let asked = Set(histories.map(\.intentID)).subtracting(ids)
            let intents = listed + account.intents.filter { asked.contains($0.id) }
            let others = intents.reduce(into: [String: String]()) { others, intent in
                let maker = intent.metadata[PaymentIntent.journalMetadata]
                others[intent.id] = maker == own ? nil : maker
            }
            return Reconciliation(histories, intents.map { IntentFacts($0) }, otherTills: others)
        }

        /// The lines about what a journal has, or what the gateway says that it made.
        private func ownLines(_ account: RandomAccount, _ own: String) -> [Reconciliation.Line] {
            let known = Set((account.histories[own] ?? []).map(\.intentID))
            let made = account.intents.filter { $0.metadata[PaymentIntent.journalMetadata] == own }.map(\.id)
            return expected(account, own).lines.filter {
                known.contains($0.intentID) || made.contains($0.intentID)
            }
        }

        private func isShown(_ line: Reconciliation.Line) -> Bool { line.finding.isUnclean || line.isUnclaimed }

        @Test func theFindingsAreThoseOfReconciliationOn200RandomJournals() async throws {
            let fixture = try await ChainFixture()
            let owner = try await fixture.owner()
            var account = RandomAccount(seed: 3)
            var lanes: [String: String] = ["idle": RandomAccount.idle.id]
            _ = try await fixture.office.enroll(RandomAccount.idle.start, shop: "Shop", lane: "idle")
            for seed in 0..<200 {
                var day = RandomDay(seed: UInt64(seed))
                try day.shift(12)
                var journal = PlantedJournal(number: seed)
                lanes["lane \(seed)"] = journal.id
                _ = try await fixture.office.enroll(journal.start, shop: "Shop", lane: "lane \(seed)")
                try account.pay(day, into: &journal)
                try await journal.plant(owner)
            }
            try await Projector(fixture.office).run()
            try await importAll(account, fixture.office)
            let whole = try await fixture.office.compare(Self.day, .init())
            var wrong: [String] = []
            var all: [Reconciliation.Line] = []
            for (lane, journal) in lanes {
                let lines = ownLines(account, journal)
                all += lines
                let counts = whole.counts.filter { $0.lane == lane }
                let shown = whole.lines.filter { $0.lane == lane }.map(\.payment)
                for finding in Reconciliation.Finding.allCases {
                    let found = counts.filter { $0.finding == finding }.reduce(0) { $0 + $1.count }
                    let count = lines.count { $0.finding == finding }
                    if found != count { wrong.append("\(lane): \(found) \(finding), not \(count)") }
                }
                let missing = Set(lines.filter(isShown)).symmetricDifference(shown)
                if !missing.isEmpty { wrong.append("\(lane): \(missing.sorted { $0.intentID < $1.intentID })") }
            }
            #expect(wrong == [])
            // What belongs to no enrolled journal is told once, with the journal that it names.
            let enrolled = Set(lanes.values)
            let known = Set(account.histories.values.joined().map(\.intentID))
            let strange = expected(account, "none").lines.filter { !known.contains($0.intentID) }
                .filter { line in line.journal.map { !enrolled.contains($0) } ?? true }
            let nobodys = whole.counts.filter { $0.lane == nil }
            for finding in Reconciliation.Finding.allCases {
                let found = nobodys.filter { $0.finding == finding }.reduce(0) { $0 + $1.count }
                #expect(found == strange.count { $0.finding == finding })
            }
            #expect(Set(nobodys.map(\.journal)) == [nil, "stranger"])
            // Each finding was drawn often enough to be worth something.
            #expect(
                Reconciliation.Finding.allCases.filter { finding in all.count { $0.finding == finding } < 20 } == [])
        }

        // MARK: - The import

        private func account() throws -> RandomAccount {
            var account = RandomAccount(seed: 9)
            var day = RandomDay(seed: 9)
            try day.shift(40)
            var journal = PlantedJournal(number: 1)
            try account.pay(day, into: &journal)
            return account
        }

        /// What was imported, a text each.
        private func imported(_ fixture: ChainFixture) async throws -> [String] {
            var all: [String] = []
            for table in GatewayTable.allCases {
                let columns = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
                all += try await fixture.rows(
                    "SELECT t::text FROM (SELECT \(columns) FROM tender.\(table.rawValue)) AS t ORDER BY 1"
                ).compactMap { if case .text(let text)? = $0.first { "\(table): \(text)" } else { nil } }
            }
            return all
        }

        @Test func whereverAnImportIsCutTheRowsAreThoseOfOne() async throws {
            let account = try account()
            let answers = answers(account, page: 7)
            let whole = try await ChainFixture()
            for answer in answers { try await whole.office.write(answer, asked: whole.office.now()) }
            let expected = try await imported(whole)
            #expect(expected.count == Set(answers.flatMap(\.rows).map { $0[0] }).count)
            let cut = try await ChainFixture()
            var random = SplitMix64(seed: 1)
            for _ in 0..<6 {
                for answer in answers.prefix(Int(random.next() % UInt64(answers.count))) {
                    try await cut.office.write(answer, asked: cut.office.now())
                }
            }
            for _ in 0..<2 {
                for answer in answers { try await cut.office.write(answer, asked: cut.office.now()) }
                #expect(try await imported(cut) == expected)
            }
        }

        @Test func anOlderAnswerNeverReplacesANewerOne() async throws {
            let account = try account()
            let fixture = try await ChainFixture()
            let newer = answers(account, page: 5)
            let older = stride(from: 0, to: account.intents.count, by: 3).map { start in
                GatewayRows(
                    account.intents[start..<min(account.intents.count, start + 3)].map { intent in
                        var intent = intent
                        intent.status = .processing
                        return intent
                    })
            }
            let before = try await fixture.office.now()
            let after = try await fixture.office.now()
            for answer in newer { try await fixture.office.write(answer, asked: after) }
            let expected = try await imported(fixture)
            let other = try await ChainFixture()
            var random = SplitMix64(seed: 2)
            for (answer, asked) in (newer.map { ($0, after) } + older.map { ($0, before) }).shuffled(using: &random) {
                try await other.office.write(answer, asked: asked)
            }
            let listed = Set(expected)
            #expect(try await imported(other).filter { listed.contains($0) } == expected)
        }

        @Test func aDayIsImportedOnceItsListsCameToTheirEnd() async throws {
            let fixture = try await ChainFixture()
            #expect(try await fixture.office.lastImport(of: "2026-11-21") == nil)
            let (first, second) = (try await fixture.office.now(), try await fixture.office.now())
            try await fixture.office.finishImport(of: "2026-11-21", begun: second)
            let last = try await fixture.office.lastImport(of: "2026-11-21")
            try await fixture.office.finishImport(of: "2026-11-21", begun: first)
            #expect(last != nil)
            #expect(try await fixture.office.lastImport(of: "2026-11-21") == last)
            #expect(try await fixture.office.lastImport(of: "2026-11-22") == nil)
        }

        // MARK: - What only head office knows

        /// Two lanes, of which the second gives back a part of what the first sold, and what the gateway has of it.
        private func twoLanes(
            refunded: Int64, _ end: RequestEnd = RequestEnd(.succeeded, object: "re_1"), atGateway: [Int64]
        ) async throws -> ChainFixture {
            let fixture = try await ChainFixture()
            let owner = try await fixture.owner()
            let (time, amount) = (Self.day.lowerBound * 1000, Amount(minorUnits: 1000, currency: .eur))
            let terms = PaymentTerms(intentID: "pi_1", amount: amount, baseKey: "k")
            let confirm = PaymentRequest.confirm(IdempotencyKey(base: "k", attempt: 1, verb: "confirm"))
            let facts = IntentFacts(id: "pi_1", amount: amount, status: .succeeded, received: 1000)
            let parameters = RefundParameters(
                paymentIntent: "pi_1", amount: Amount(minorUnits: refunded, currency: .eur))
            let key = IdempotencyKey.refund("r")
            let events: [(Int, PaymentTerms?, JournalEntry.Event)] = [
                (1, terms, .attemptOpened(reader: nil, .none)), (1, terms, .requestLeaving(confirm, send: 1)),
                (1, terms, .settled(confirm, .approved(facts), receipt: nil)), (1, terms, .claimed),
                (2, nil, .refundLeaving(parameters, key, send: 1)),
                (2, nil, .requestSettled(key, end)),
            ]
            for number in 1...2 {
                var journal = PlantedJournal(number: number)
                for (lane, terms, event) in events where lane == number {
                    let entry = JournalEntry(intentID: "pi_1", attempt: 1, terms: terms, event: event)
                    _ = try journal.add(entry, at: time)
                }
                _ = try await fixture.office.enroll(journal.start, shop: "Shop \(number)", lane: "till")
                try await journal.plant(owner)
            }
            try await Projector(fixture.office).run()
            func euro(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }
            let charge = Charge(
                id: "ch_1", amount: amount, amountCaptured: amount, amountRefunded: euro(atGateway.reduce(0, +)),
                captured: true, refunded: false, status: .succeeded, paymentIntent: "pi_1")
            let intent = PaymentIntent(
                id: "pi_1", amount: amount, status: .succeeded, amountReceived: amount, created: Self.day.lowerBound,
                latestCharge: .object(charge),
                metadata: [PaymentIntent.journalMetadata: PlantedJournal(number: 1).id])
            let refunds = atGateway.enumerated().map { place, units in
                Refund(id: "re_\(place + 1)", amount: euro(units), status: .succeeded, paymentIntent: "pi_1")
            }
            func movement(_ id: String, _ units: Int64, _ fee: Int64, _ source: String) -> BalanceTransaction {
                BalanceTransaction(
                    id: id, amount: euro(units), fee: euro(fee), net: euro(units - fee),
                    type: units < 0 ? "refund" : "charge", status: .pending, created: Self.day.lowerBound,
                    source: source)
            }
            let movements =
                [movement("txn_0", 1000, 30, "ch_1"), movement("txn_x", 5, 0, "py_1")]
                + refunds.map { movement("txn_\($0.id)", -$0.amount.minorUnits, 0, $0.id) }
            for answer in [GatewayRows([intent]), GatewayRows([charge]), GatewayRows(refunds), GatewayRows(movements)] {
                try await fixture.office.write(answer, asked: fixture.office.now())
            }
            return fixture
        }

        @Test func whatAnotherLaneGaveBackIsNoDifference() async throws {
            let fixture = try await twoLanes(refunded: 300, atGateway: [300])
            let comparison = try await fixture.office.compare(Self.day, .init())
            #expect(comparison.lines == [])
            let found = comparison.counts.map { "\($0.shop ?? ""): \($0.finding) \($0.count)" }.sorted()
            #expect(found == ["Shop 1: matched 1", "Shop 2: otherTill 1"])
        }

        @Test func aRefundOfAnotherLaneThatFailedGaveNothingBack() async throws {
            let fixture = try await twoLanes(refunded: 300, RequestEnd(.notExecuted), atGateway: [])
            #expect(try await fixture.office.compare(Self.day, .init()).lines == [])
        }

        @Test func aRefundThatNoLaneKnowsIsNamed() async throws {
            let fixture = try await twoLanes(refunded: 300, atGateway: [300, 200])
            let lines = try await fixture.office.compare(Self.day, .init(shop: "Shop 1")).lines
            #expect(lines.map(\.unknownRefunds) == [["re_2"]])
            #expect(lines.map(\.payment.finding) == [.amountDiffers])
            #expect(lines.map(\.payment.ours?.minorUnits) == [700])
            #expect(lines.map(\.payment.theirs?.minorUnits) == [500])
            #expect(try await fixture.office.compare(Self.day, .init(shop: "Shop 2")).isClean)
        }

        @Test func whatTheGatewayBookedBelongsToTheLaneThatSoldIt() async throws {
            let fixture = try await twoLanes(refunded: 300, atGateway: [300])
            let expected = [
                "Shop 1 charge 1: 1000 - 30 = 970", "Shop 1 refund 1: -300 - 0 = -300", "- charge 1: 5 - 0 = 5",
            ]
            func booked() async throws -> [String] {
                try await fixture.office.bookings(Self.day, .init()).map {
                    "\($0.shop ?? "-") \($0.type) \($0.count): \($0.amount) - \($0.fee) = \($0.net)"
                }
            }
            #expect(try await booked() == expected)
            // Where the payment does not name its journal, the lane that knows it counts.
            _ = try await fixture.rows("UPDATE tender.gateway_intents SET journal = NULL")
            #expect(try await booked() == expected)
            #expect(try await fixture.office.bookings(Self.day, .init(shop: "Shop 2")) == [])
        }
    }
}

import SimulatedPayments
import TenderFlow
import TenderModel
import Testing

@testable import SimulatedWorld

@Suite struct WorldTests {
    @Test func twoRunsOfASeedAreTheSame() {
        let runs = [FaultLevel.none, .light, .heavy].map { level in
            (0..<2).map { _ in World(seed: 7, sales: 40, faults: level).run() }
        }
        #expect(runs.allSatisfy { $0[0] == $0[1] && $0[0].sales == 40 })
        #expect(Set(runs.map { $0[0].traceHash }).count == 3)
    }

    /// Changes with every change of the world or of what runs in it; two processes must never disagree about it.
    @Test func theHashIsTheSameInEveryProcess() {
        #expect(World(seed: 1, lanes: 3, sales: 30, faults: .heavy).run().traceHash == "2a1e937d283ecbd3")
    }

    @Test func withoutFaultsEverythingIsKnownAtOnce() {
        let report = World(seed: 3, sales: 100, faults: .none).run()
        #expect(report.violations == [])
        #expect(report.faults == [:])
        #expect(report.unknownsResolved == 0)
        #expect(report.crashes == 0)
        #expect(report.sales == 100)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func noPromiseIsBrokenUnderHeavyFaults(seed: UInt64) {
        let report = World(seed: seed, lanes: Int(seed), sales: 128, faults: .heavy).run()
        #expect(report.violations == [])
        #expect(report.crashes > 0)
        #expect(report.faults.count > 15)
    }

    /// The world is worth nothing where nothing happens: every end of a stored payment is met, and every false answer.
    @Test func storedPaymentsComeToEveryEnd() {
        var words: Set<String> = []
        for seed in UInt64(1)..<30 {
            var shop = Shop(Shop.Plan(seed: seed, lanes: 2, sales: 32, faults: .heavy))
            shop.run()
            for entry in shop.journal.offlineEntries {
                words.formUnion(Self.words(entry.event))
                let charged = shop.journal.history(of: entry.intentID)?.offline?.approvedAs
                let refunds = charged.flatMap { shop.journal.history(of: $0)?.refunds } ?? []
                if refunds.contains(where: { $0.result == .succeeded }) { words.insert("given back") }
            }
            let kinds: [FaultKind] = [
                .outage, .otherAmount, .falselyMissing, .missingAfterwards, .oldDecline, .processing, .refundPending,
            ]
            words.formUnion(kinds.filter { shop.faults.counts[$0.index] > 0 }.map(\.rawValue))
        }
        let expected: Set = [
            "stored", "stored, may be created", "forwarding", "forwarding again", "created", "approved", "declined",
            "released", "deleted", "requested", "unclaimed", "acknowledged", "given back", "outage", "otherAmount",
            "falselyMissing", "missingAfterwards", "oldDecline", "processing", "refundPending",
        ]
        #expect(expected.subtracting(words) == [], "\(words.sorted())")
    }

    @Test func aStoredPaymentThatIsAnsweredAboutAnotherAmountWaitsForAPerson() {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first { $0.name == "stored, then answered about another amount" }
        var shop = Shop(plan)
        shop.run()
        let words = shop.journal.offlineEntries.flatMap { Self.words($0.event) }
        #expect(shop.violations == [], "\(words)")
        #expect(words.contains("answerMismatch"), "\(words)")
    }

    @Test func aSurchargeWhoseAnswerIsLostIsChargedOnce() throws {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first { $0.name == "a surcharge, the answer lost" }
        var shop = Shop(plan)
        shop.run()
        let intent = try #require(shop.sales.first?.allIntents.first)
        #expect(shop.violations == [])
        #expect(shop.payments.ledger(paymentIntent: intent)?.captured == 1122)
    }

    @Test func whatComesAroundACaptureHappensOnce() {
        let captured: [String: Int64] = [
            "an increment after the capture": 1100, "a fee at the capture, the answer lost": 550,
            "a colleague captures first": 550, "a colleague captures, the till's request lost": 550,
            "an edit before the card is collected again, the answer lost": 880,
        ]
        let wrong = captured.filter { name, amount in
            let shop = Self.shop(name)
            let intents = shop.sales.flatMap(\.allIntents)
            let taken = intents.compactMap { shop.payments.ledger(paymentIntent: $0)?.captured }
            return taken != [amount] || !shop.violations.isEmpty
        }
        #expect(wrong.keys.sorted() == [])
    }

    /// Returns the shop of a scenario after its sale.
    static func shop(_ name: String) -> Shop {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first { $0.name == name }
        var shop = Shop(plan)
        shop.run()
        return shop
    }

    private static func words(_ event: JournalEntry.Event) -> [String] {
        if case .acknowledged = event { return ["acknowledged"] }
        guard case .offline(let event) = event else { return [] }
        switch event {
        case .stored(let sale): return ["stored"] + (sale.mayBeCreated ? ["stored, may be created"] : [])
        case .forwarding(_, let send): return ["forwarding"] + (send > 1 ? ["forwarding again"] : [])
        case .created: return ["created"]
        case .forwarded(.approved): return ["approved"]
        case .forwarded(.declined): return ["declined"]
        case .forwarded(.saved): return ["saved"]
        case .quarantined(let quarantine): return [quarantine.reason.rawValue]
        case .released: return ["released"]
        case .deleted: return ["deleted"]
        }
    }

    /// A share is asked for again after lost answers and crashes, and is done without anybody knowing.
    @Test func sharesComeToEveryEnd() {
        let ends: Set = ["sent", "asked for again", "told", "acknowledged", "sent again"]
        var words: Set<String> = []
        for seed in UInt64(1)..<60 where words != ends {
            var shop = Shop(Shop.Plan(seed: seed, lanes: 2, sales: 32, faults: .heavy))
            shop.run()
            for sale in shop.sales {
                words.formUnion(sale.transfers.isEmpty ? [] : ["sent"])
                words.formUnion(sale.shares > 1 ? ["asked for again"] : [])
                let calls = sale.transfers.compactMap { shop.journal.history(of: $0.key)?.call }
                words.formUnion(calls.map { $0.isTold ? "told" : "acknowledged" })
                words.formUnion(calls.contains { $0.sends > 1 } ? ["sent again"] : [])
            }
        }
        #expect(words == ends)
    }

    @Test func everyCutOfASaleIsSurvived() {
        let report = CrashPoints().run(Array(Scenario.all.prefix(2)))
        #expect(report.violations == [])
        #expect(report.points > 10)
        #expect(report.runs > 100)
    }
}

/// The net itself: a broken driver or a doctored record must be seen.
@Suite struct OracleTests {
    private func violations(_ flaw: DriverFlaw, seeds: Range<UInt64>) -> [Violation] {
        seeds.flatMap { seed in
            var plan = Shop.Plan(seed: seed, lanes: 2, sales: 40, faults: .heavy)
            plan.flaw = flaw
            var shop = Shop(plan)
            shop.run()
            return shop.violations
        }
    }

    @Test func aRequestBeforeItsRecordIsSeen() {
        let kinds = Set(violations(.sendsBeforeRecorded, seeds: 1..<4).map(\.kind))
        #expect(!kinds.isDisjoint(with: [.falseApproval, .lostApproval]), "\(kinds)")
    }

    @Test func newKeysAreSeen() {
        let kinds = Set(violations(.makesNewKeys, seeds: 1..<20).map(\.kind))
        #expect(kinds.contains(.refundedTooMuch), "\(kinds)")
        #expect(kinds.contains(.transferredTwice), "\(kinds)")
    }

    @Test func aMissingRecoveryIsSeen() {
        #expect(violations(.skipsRecovery, seeds: 1..<12).contains { $0.kind == .liveness })
    }

    @Test func aSecondChargeOfAnOrderIsSeen() {
        #expect(violations(.ignoresOrders, seeds: 1..<60).contains { $0.kind == .doubleCharge })
    }

    @Test func cardDataThatGoesTooEarlyIsSeen() {
        #expect(violations(.dropsCardDataEarly, seeds: 1..<6).contains { $0.kind == .offlineRules })
    }

    @Test func storingBeyondTheLimitsIsSeen() {
        #expect(violations(.ignoresOrders, seeds: 1..<30).contains { $0.kind == .offlineRules })
    }

    @Test func aStoredPaymentThatIsShownAsApprovedIsSeen() throws {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first { $0.name == "stored, then approved" }
        var shop = Shop(plan)
        shop.run()
        #expect(shop.violations == [])
        let intent = try #require(shop.sales[0].intents.first { $0.isOffline })
        shop.checkShown(.confirmed(.approved(.init(intent))), intent)
        #expect(shop.violations.contains { $0.kind == .falseApproval && $0.message.contains("was stored") })
    }

    @Test func anApprovalThatTheIssuerNeverGaveIsSeen() throws {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first
        var shop = Shop(plan)
        shop.run()
        #expect(shop.violations == [])
        var intent = try #require(shop.sales[0].intent)
        shop.checkShown(.confirmed(.canceled(by: .engine)), intent)
        #expect(shop.violations.last?.kind == .lostApproval)
        intent.id = "pi_other"
        shop.checkShown(.confirmed(.approved(.init(intent))), intent)
        #expect(shop.violations.last?.kind == .falseApproval)
    }

    @Test func anEditThatIsToldWronglyIsSeen() throws {
        var shop = WorldTests.shop("an edit before the card is collected again, the answer lost")
        let intent = try #require(shop.sales.first?.allIntents.first)
        shop.checkShownEdit(.notExecuted, intent, 0)
        shop.checkShownEdit(.succeeded, intent, 0)
        #expect(shop.violations.map(\.kind) == [.noEvidence])
    }

    @Test func aChargeOfTheAmountBeforeAnEditIsSeen() throws {
        var shop = WorldTests.shop("approve")
        let sold = try #require(shop.sales.first)
        var order = sold.order
        order.edit = 800
        let sale = Sale(number: 0, lane: 0, order: order, name: sold.name)
        sale.allIntents = sold.allIntents
        sale.edited = Set(sold.allIntents)
        shop.sales = [sale]
        shop.checkLedger(0)
        #expect(shop.violations.map(\.kind) == [.doubleCharge])
    }

    @Test func aTransferThatTheRecordsTellWronglyIsSeen() throws {
        var plan = Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none)
        plan.scenario = Scenario.all.first { $0.order.share != nil }
        var shop = Shop(plan)
        shop.run()
        let made = try #require(shop.sales[0].transfers.first)
        #expect(shop.violations == [])
        shop.checkRecorded(IdempotencyKey(made.key), RequestEnd(.notExecuted))
        #expect(shop.violations.last?.kind == .noEvidence)
        shop.sales[0].transfers.append(("another", 1))
        shop.checkAtTheEnd()
        #expect(shop.violations.last?.kind == .lostTransfer)
    }

    @Test func aFlippedByteIsSeen() {
        var shop = Shop(Shop.Plan(seed: 1, lanes: 1, sales: 1, faults: .none))
        shop.run()
        shop.disk.flipByte(ofRow: 1)
        shop.checkAtTheEnd()
        #expect(shop.violations.contains { $0.kind == .brokenChain })
    }

    @Test func aViolationIsShrunk() throws {
        for seed in UInt64(1)..<10 {
            var plan = Shop.Plan(seed: seed, lanes: 2, sales: 20, faults: .heavy)
            plan.flaw = .skipsRecovery
            var shop = Shop(plan)
            shop.run()
            guard !shop.violations.isEmpty else { continue }
            let shrunk = try #require(Shrinker(plan, shop.violations).shrunk().first)
            #expect(shrunk.kind == shop.violations[0].kind)
            #expect(shrunk.faults.count < 8)
            #expect(shrunk.faults.count < shop.faults.struck.count)
            #expect(!shrunk.trace.isEmpty)
            return
        }
        #expect(Bool(false), "no seed broke a promise")
    }
}

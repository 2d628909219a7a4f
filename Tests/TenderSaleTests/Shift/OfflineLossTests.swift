import ShopTestSupport
import TenderModel
import TenderSale
import Testing

/// What a shift books of payments that were stored offline when they come to their end.
@Suite struct OfflineLossTests {
    private var till = TestTill()

    private mutating func sell(_ amount: Int64, _ leg: String, tip: Int64 = 0) throws {
        try till.finish(
            till.ticket(amount, legs: [.card(amount, "offline_" + leg, tip: tip, id: leg, standing: .offline)]))
    }

    @Test mutating func aDeclineMovesWhatTheCardHadPaidIntoARowOfItsOwn() throws {
        try till.open()
        try sell(640, "a", tip: 60)
        try sell(300, "b")
        try sell(200, "c")
        #expect(till.book.storedLegs.map(\.id) == ["a", "b", "c"])
        try till.write(.offlineLost(leg: "a", amount: .eur(640), tip: .eur(60), reason: "stolen_card"), by: nil)
        try till.write(.offlineApproved(leg: "b", intentID: "pi_1"), by: nil)
        let x = try till.x()
        #expect(x.payments.map(\.name) == ["card", "offline declined"])
        #expect(x.payments["card"] == 500)
        #expect(x.payments["offline declined"] == 640)
        #expect(x.tips["card"] == 0)
        #expect(x.tips["offline declined"] == 60)
        #expect(x.offline.count == 1)
        #expect(x.offline.amount == .eur(200))
        #expect(!x.isClean)
        #expect(till.book.storedLegs.map(\.id) == ["c"])
        #expect(till.book.isCounted(intentID: "pi_1"))
        try till.write(.offlineLost(leg: "c", amount: .eur(200), tip: .eur(0), reason: nil))
        #expect(try till.x().payments["offline deleted"] == 200)
        #expect(try till.x().offline == .init(name: "offline", count: 0, amount: .eur(0)))
    }

    @Test mutating func whatAnEarlierShiftStoredIsBookedInTheShiftThatLearnsOfIt() throws {
        try till.open()
        try sell(640, "a")
        try till.end()
        let first = try till.close(counted: 10_000)
        #expect(first.payments["card"] == 640)
        #expect(first.offline.count == 1)
        #expect(
            till.refusal(.offlineLost(leg: "a", amount: .eur(640), tip: .eur(0), reason: "no"), by: nil) == .noShiftOpen
        )
        try till.open()
        try till.write(.offlineLost(leg: "a", amount: .eur(640), tip: .eur(0), reason: "no"), by: nil)
        let x = try till.x()
        #expect(x.payments["card"] == -640)
        #expect(x.payments["offline declined"] == 640)
        #expect(x.offline.count == 0)
        try till.end()
        _ = try till.close(counted: 10_000)
        #expect(ShopBook(currency: .eur, folding: till.events) == till.book)
        #expect(till.book.findings.isEmpty)
    }

    @Test mutating func anEndIsBookedOnceAndOfAStoredPaymentOnly() throws {
        try till.open()
        try sell(640, "a")
        try till.finish(till.ticket(100, legs: [.card(100, "pi_9", id: "b")]))
        try till.finish(
            till.ticket(50, legs: [.card(50, "offline_t", id: "t", standing: .offline)], isTraining: true))
        func lost(_ leg: String, _ amount: Int64 = 640, tip: Int64 = 0) -> ShopEvent.Kind {
            .offlineLost(leg: leg, amount: .eur(amount), tip: .eur(tip), reason: "no")
        }
        let refused = [lost("b", 100), lost("t", 50), lost("x"), lost("a", 639), lost("a", tip: 1)].map {
            till.refusal($0)
        }
        #expect(refused == ["b", "t", "x", "a", "a"].map { .notStoredOffline(leg: $0) })
        try till.write(lost("a"))
        #expect(till.refusal(lost("a")) == .notStoredOffline(leg: "a"))
        #expect(till.refusal(.offlineApproved(leg: "a", intentID: "pi_1")) == .notStoredOffline(leg: "a"))
    }

    @Test func theEventsComeBackAsTheyWentIn() throws {
        let kinds: [ShopEvent.Kind] = [
            .offlineApproved(leg: "l", intentID: "pi_1"),
            .offlineLost(leg: "l", amount: .eur(640), tip: .eur(1), reason: "no"),
            .offlineLost(leg: "l", amount: .eur(640), tip: .eur(1), reason: nil),
        ]
        let wrong = try kinds.filter { kind in
            let event = ShopEvent(id: "e", time: 1, businessDate: TestTill.day, shift: 1, kind: kind)
            return try ShopEvent(event.record()) != event
        }
        #expect(wrong == [])
    }
}

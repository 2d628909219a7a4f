import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("A register's rules")
struct RegisterTests {
    private func euros(_ cents: Int64) -> Amount { RegisterShop.euros(cents) }

    @Test("Nothing is sold without somebody signed in and an open shift")
    func closed() throws {
        var rig = RegisterRig(try RegisterShop.setup())
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.signIn(cashierID: "anna"))
        rig.send(.scanned(RegisterShop.pen))
        #expect(rig.refusals == [.nobodySignedIn, .shop(.noShiftOpen)])
        #expect(rig.register.ticket == nil)
    }

    @Test("What depends on an event waits for it, and what is typed meanwhile comes after")
    func waits() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        let actions = rig.register.handle(.command(.cash(nil)), at: 1)
        let event = try #require(
            actions.compactMap { action -> ShopEvent? in
                guard case .shop(.record(let event)) = action else { return nil }
                return event
            }.first)
        #expect(rig.register.handle(.scanned(RegisterShop.book), at: 2) == [])
        #expect(rig.register.ticket?.total == euros(250))
        let after = rig.register.handle(.recorded(eventID: event.id), at: 3)
        #expect(after.contains(.shop(.openDrawer(eventID: event.id))))
        #expect(rig.register.ticket?.total == euros(1000))
    }

    @Test("What is not written is not done, and may be tried again")
    func notRecorded() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        let before = rig.register.ticket
        let actions = rig.register.handle(.command(.card(nil)), at: 1)
        guard case .shop(.record(let event)) = try #require(actions.last) else {
            Issue.record("no event")
            return
        }
        let after = rig.register.handle(.recordFailed(eventID: event.id, "disk full"), at: 2)
        #expect(after == [.shop(.keep(try #require(before))), .tell(.refused(.notRecorded("disk full")))])
        #expect(rig.register.ticket == before)
        rig.send(.command(.card(nil)))
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("While a card runs, the ticket is locked, a scan changes nothing, and clear asks for its end")
    func running() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        let leg = try startCard(&rig)
        rig.send(.scanned(RegisterShop.book))
        rig.send(.command(.card(nil)))
        rig.send(.command(.park(nil)))
        rig.send(.signOut)
        rig.send(.endShift)
        #expect(rig.refusals.count == 5)
        #expect(rig.register.handle(.command(.plain(.clear)), at: 1).contains(.shop(.cancelCharge(leg: leg))))
        rig.send(.leg(leg, .canceled))
        #expect(rig.register.ticket?.remaining == euros(250))
    }

    /// Starts a card whose outcome does not come by itself.
    private func startCard(_ rig: inout RegisterRig) throws -> String {
        let actions = rig.register.handle(.command(.card(nil)), at: 1)
        var follow: [RegisterEvent] = []
        for action in actions { follow += rig.perform(action) }
        for effect in rig.register.handle(try #require(follow.first), at: 2) { _ = rig.perform(effect) }
        return try #require(rig.register.ticket?.runningLeg).id
    }

    @Test("Killed before the event of a card is written, the till knows that nothing was charged")
    func neverBegun() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        let actions = rig.register.handle(.command(.card(nil)), at: 1)
        _ = rig.perform(try #require(actions.first))
        rig.restart()
        #expect(rig.register.unknownLegs == [])
        #expect(rig.register.ticket?.legs.map(\.state) == [.canceled])
        #expect(rig.register.ticket?.unassigned == euros(250))
    }

    @Test("Killed after a ticket was given up, the till does not bring it back")
    func canceled() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.plain(.cancelTicket)))
        for effect in rig.register.handle(.reason(.changedMind, text: ""), at: 1) { _ = rig.perform(effect) }
        rig.restart()
        #expect(rig.register.ticket == nil)
        #expect(rig.kept == [])
    }

    @Test("An unknown card keeps other cards and the end away; the ticket parks, and another is sold for cash")
    func unknown() throws {
        var rig = try RegisterShop.opened()
        rig.answers = [.unknown]
        rig.send(RegisterShop.books(2))
        rig.send(.command(.card(euros(1000))))
        let leg = try #require(rig.register.unknownLegs.first)
        rig.send(.command(.card(nil)))
        rig.send(.command(.plain(.total)))
        #expect(rig.refusals == [.ticket(.outcomeUnknown(leg)), .ticket(.outcomeUnknown(leg))])
        rig.send(.command(.park("A")))
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.cash(nil)))
        #expect(rig.finished.count == 1)
        rig.send(.leg(leg, .declined(reason: "no")))
        rig.send(.command(.recall("A")))
        rig.send(.command(.cash(nil)))
        #expect(rig.finished.map(\.total) == [euros(250), euros(2000)])
        #expect(rig.problems == [])
    }

    private let captured = LegOutcome.settled(
        .init(
            amount: RegisterShop.euros(500), tip: RegisterShop.euros(0), isCaptured: true))

    @Test("A hold that is given back is released, and has no refund")
    func holdReleased() throws {
        var rig = try RegisterShop.opened()
        rig.send(.command(.department(euros(2000), department: 1, quantity: .one)))
        rig.send(.command(.card(euros(500))))
        rig.send(.command(.plain(.refundPayment)))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.mistyped, text: ""))
        #expect(rig.register.ticket?.legs.map(\.state) == [.refunded(refundID: nil)])
        #expect(rig.problems == [])
    }

    /// A ticket of 20.00 of which 5.00 are paid in one way, and asked back by a manager.
    private func askedBack(_ pay: LineCommand, crashAt: Int? = nil) throws -> RegisterRig {
        var rig = try RegisterShop.opened()
        rig.answers = [captured]
        rig.send(.command(.department(euros(2000), department: 1, quantity: .one)))
        rig.send(.command(pay))
        rig.send(.command(.plain(.refundPayment)))
        rig.send(.allowed(by: "mia"))
        if let crashAt { rig.crashAt = rig.boundaries + crashAt }
        rig.send(.reason(.mistyped, text: ""))
        return rig
    }

    @Test("What a card paid goes back before the ticket is given up, once")
    func cardRefunded() throws {
        var rig = try askedBack(.card(euros(500)))
        let leg = try #require(rig.register.ticket?.legs.first)
        #expect(leg.state == .refunded(refundID: "re_\(leg.id)-back"))
        rig.send(.command(.plain(.cancelTicket)))
        rig.send(.reason(.cannotPay, text: ""))
        #expect(rig.register.ticket == nil)
        #expect(rig.kept.isEmpty)
        #expect(rig.problems == [])
        #expect(rig.refusals == [])
    }

    @Test("Cash that goes back opens the drawer; then nothing is left to go back")
    func cashRefunded() throws {
        var rig = try askedBack(.cash(euros(500)))
        #expect(rig.register.ticket?.remaining == euros(2000))
        #expect(rig.drawer.count == 1)
        rig.send(.command(.plain(.refundPayment)))
        #expect(rig.refusals == [.nothingPaid])
        #expect(rig.problems == [])
    }

    @Test("A payment on its way back pays nothing, keeps the ticket, and stands again when the refund is refused")
    func refundOfPaymentUnknown() throws {
        var rig = try RegisterShop.opened()
        rig.answers = [captured]
        rig.send(.command(.department(euros(2000), department: 1, quantity: .one)))
        rig.send(.command(.card(euros(500))))
        let leg = try #require(rig.register.ticket?.legs.first?.id)
        rig.refundAnswers = [.unknown]
        rig.send(.command(.plain(.refundPayment)))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.mistyped, text: ""))
        #expect(rig.register.unknownLegs == [leg + "-back"])
        #expect(rig.register.ticket?.unassigned == euros(1500))
        rig.send(.command(.plain(.cancelTicket)))
        #expect(rig.refusals == [.ticket(.moneyTaken(leg: leg))])
        rig.send(.leg(leg + "-back", .declined(reason: "no")))
        #expect(rig.register.ticket?.leg(leg)?.state == .settled)
        rig.send(.command(.cash(nil)))
        #expect(rig.finished.map(\.total) == [euros(2000)])
        #expect(rig.problems == [])
    }

    @Test("Money that went back after all is told, whatever was thought of it")
    func refundThatWon() throws {
        var rig = try RegisterShop.opened()
        rig.answers = [captured]
        rig.refundAnswers = [.canceled]
        rig.send(.command(.department(euros(2000), department: 1, quantity: .one)))
        rig.send(.command(.card(euros(500))))
        let leg = try #require(rig.register.ticket?.legs.first?.id)
        rig.send(.command(.plain(.refundPayment)))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.mistyped, text: ""))
        #expect(rig.register.ticket?.leg(leg)?.state == .settled)
        let won = LegOutcome.settled(.init(amount: euros(-500), tip: euros(0), isCaptured: true, refundID: "re_1"))
        rig.send(.leg(leg + "-back", won))
        #expect(rig.register.ticket?.leg(leg)?.state == .refunded(refundID: "re_1"))
        rig.send(.leg(leg + "-back", won))
        rig.send(.command(.cash(nil)))
        #expect(rig.finished.map(\.total) == [euros(2000)])
        rig.send(.leg("L1-99-back", won))
        #expect(rig.messages.last == .unclaimed(leg: "L1-99-back", won))
        #expect(rig.refusals == [])
        #expect(rig.problems == [])
    }

    @Test("Killed at any moment, a payment goes back once", arguments: 0..<12)
    func killedWhileRefunding(moment: Int) throws {
        var rig = try askedBack(.card(euros(500)), crashAt: moment)
        if rig.register.ticket?.legs.first?.state == .settled {
            rig.crashAt = nil
            rig.send(.command(.plain(.refundPayment)))
            rig.send(.allowed(by: "mia"))
            rig.send(.reason(.mistyped, text: ""))
        }
        #expect(rig.charges.filter { $0.key.hasSuffix("-back") }.map(\.value) == [1])
        guard case .refunded = rig.register.ticket?.legs.first?.state else {
            Issue.record("\(String(describing: rig.register.ticket?.legs))")
            return
        }
        #expect(rig.problems == [])
    }

    @Test("A refused card has a slip of its own, which is no receipt")
    func declinedSlip() throws {
        var rig = try RegisterShop.opened()
        rig.answers = [.declined(reason: "insufficient_funds")]
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.card(nil)))
        #expect(rig.paper.map(\.kind) == [.declined])
        #expect(rig.paper.first?.number == nil)
        #expect(rig.paper.first?.note == "insufficient_funds")
        #expect(rig.finished.isEmpty)
    }

    @Test("A manager accepts an unknown payment with reason and reference; it is no approval")
    func accepted() throws {
        var rig = try RegisterShop.opened()
        rig.answers = [.unknown]
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.card(nil)))
        let leg = try #require(rig.register.unknownLegs.first)
        rig.send(.accept(leg: leg, reference: "R77"))
        rig.send(.allowed(by: "anna"))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.processorProof, text: ""))
        #expect(rig.refusals == [.managerNeeded])
        #expect(rig.finished.first?.legs.first?.standing == .accepted(by: "mia", reason: "processor_proof"))
        #expect(rig.paper.map(\.kind) == [.pending, .pending])
        #expect(rig.paper.map(\.number) == [nil, 1])
        rig.send(.leg(leg, .declined(reason: "no")))
        let pen = Amount(minorUnits: 250, currency: .eur)
        #expect(rig.messages.last == .acceptedKnown(receipt: 1, pen, isPaid: false))
    }

    @Test("A card refund goes back to the card once, and a void releases it")
    func cardsBack() throws {
        var rig = try RegisterShop.opened()
        for _ in 0..<2 {
            rig.send(.scanned(RegisterShop.pen))
            rig.send(.command(.card(nil)))
        }
        rig.send(.command(.refund(1)))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.damaged, text: ""))
        rig.send(.command(.card(nil)))
        rig.send(.refund(RegisterRefund(number: 2, extent: .void)))
        rig.send(.allowed(by: "mia"))
        rig.send(.reason(.mistyped, text: ""))
        rig.send(.command(.card(nil)))
        rig.send(.command(.refund(1)))
        #expect(rig.refusals == [.refund(.nothingLeft)])
        #expect(rig.finished.map(\.kind) == [.sale, .sale, .refund, .void])
        #expect(rig.gatewayTotal == 0)
        #expect(rig.paper.last?.originalNumber == 2)
        #expect(rig.problems == [])
    }

    @Test("A question is answered or cleared before anything else; a scan answers nothing")
    func questions() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.voidLine(nil)))
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.cash(nil)))
        rig.send(.reason(.other, text: ""))
        #expect(rig.refusals == [.answerFirst, .answerFirst, .badReason])
        rig.send(.command(.plain(.clear)))
        #expect(rig.register.question == nil)
        rig.send(.command(.lineDiscount(.amount(euros(1)))))
        #expect(rig.register.question == .manager(.discountAboveLimit))
    }

    @Test("A reprint is the receipt that was printed, also after a restart")
    func reprint() throws {
        var rig = try RegisterShop.opened()
        rig.send(.scanned(RegisterShop.pen))
        rig.send(.command(.cash(nil)))
        rig.restart()
        rig.send(.command(.reprint(nil)))
        #expect(rig.reprints == rig.paper)
        #expect(rig.reprints.count == 1)
    }

    @Test("A free ticket ends by the cashier's word, and cash is rounded")
    func freeAndRounded() throws {
        var rig = try RegisterShop.opened(step: 5)
        rig.send(.scanned("8"))
        #expect(rig.finished.isEmpty)
        rig.send(.command(.plain(.total)))
        rig.send(.command(.department(euros(1003), department: 1, quantity: .one)))
        rig.send(.command(.cash(euros(2000))))
        #expect(rig.finished.map(\.rounding) == [euros(0), euros(2)])
        #expect(rig.messages.last == .finished(number: 2, change: euros(995)))
    }

    @Test("10,000 random inputs: nothing that the book refuses, no trap, no card twice, no receipt too early")
    func random() throws {
        var problems: [String] = []
        var finished = 0
        var orphans = 0
        for seed in UInt64(0)..<10 {
            var world = RegisterFuzz(rig: try RegisterShop.opened(step: seed.isMultiple(of: 2) ? 1 : 5), seed: seed)
            for _ in 0..<1000 { world.step() }
            problems += world.problems.map { "seed \(seed): \($0)" }
            finished += world.rig.finished.count
            orphans += world.rig.orphans.count
        }
        #expect(problems == [])
        #expect(finished > 200)
        #expect(orphans > 20)
    }
}

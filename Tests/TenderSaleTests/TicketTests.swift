import FoundationEssentials
import TenderModel
import TenderSale
import TenderTestSupport
import Testing

@Suite struct TicketTests {
    @Test func aTicketIsSplitOverCardVoucherAndCash() throws {
        var ticket = try Shop.ticket(2502, step: 5)
        try Shop.payByCard(&ticket, "L1", 1000)
        try ticket.addExternal(id: "L2", name: "voucher", amount: Shop.euros(500))
        try ticket.settleExternal("L2", reference: "V-77")
        #expect(ticket.unassigned == Shop.euros(1002))
        #expect(ticket.cashDue == Shop.euros(1000))
        let cash = try ticket.payCash(id: "L3", tendered: Shop.euros(2000))
        #expect(cash.change == Shop.euros(1000))
        #expect(ticket.remaining == Shop.euros(0))
        let record = try ticket.finish(number: 7)
        #expect(record.total == Shop.euros(2502))
        #expect(record.rounding == Shop.euros(-2))
        #expect(record.legs.map(\.amount) == [1000, 500, 1000].map(Shop.euros))
        #expect(record.legs.map(\.reference) == [nil, "V-77", nil])
    }

    @Test func theRefundStatesOfEarlierTicketsAreRead() throws {
        let texts = [#"{"givingBack":{}}"#, #"{"givenBack":{"refundID":"re_1"}}"#, #"{"givenBack":{}}"#]
        let states: [TicketLeg.State] = [.refunding, .refunded(refundID: "re_1"), .refunded(refundID: nil)]
        let read = try texts.map { try JSONDecoder().decode(TicketLeg.State.self, from: Data($0.utf8)) }
        #expect(read == states)
        let written = try states.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        #expect(written == texts)
    }

    @Test func theAmountOfARunningLegIsLocked() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.setAmount(Shop.euros(400), ofLeg: "L1")
        try ticket.start("L1", intentID: "pi_1")
        let locked = TicketError.legIsRunning("L1")
        #expect(throws: locked) { try ticket.setAmount(Shop.euros(500), ofLeg: "L1") }
        #expect(throws: locked) { try ticket.setTip(Shop.euros(5), ofLeg: "L1") }
        #expect(throws: locked) { try ticket.cancelLeg("L1") }
        #expect(throws: locked) { try ticket.cancel(reason: "gone") }
        #expect(throws: locked) { try ticket.park(label: "red coat") }
        #expect(throws: locked) {
            try ticket.edit { (cart) throws(CartError) in try cart.void(line: 1, reason: "wrong") }
        }
        #expect(throws: locked) { try ticket.finish(number: 1) }
    }

    @Test func aLegLearnsItsPaymentWhenItIsSettled() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "L1")
        let money = LegOutcome.Settlement(amount: Shop.euros(1000), tip: Shop.euros(0), intentID: "pi_1")
        try ticket.resolve("L1", .settled(money))
        try ticket.resolve("L1", .settled(money))
        var other = money
        other.intentID = "pi_2"
        #expect(throws: TicketError.contradiction(leg: "L1")) { try ticket.resolve("L1", .settled(other)) }
        let sale = try ticket.finish(number: 1)
        #expect(sale.legs.map(\.intentID) == ["pi_1"])
        let plan = try Refundable(sale, earlier: []).planOfEverything()
        #expect(plan.cards.map(\.intentID) == ["pi_1"])
        var refund = Ticket(id: "R1", cashier: "anna", refund: plan)
        try refund.addCardRefund(id: "B1", of: "L1")
        try refund.start("B1")
        try refund.resolve("B1", .settled(.init(amount: Shop.euros(-1000), tip: Shop.euros(0), intentID: "pi_9")))
        #expect(refund.leg("B1")?.intentID == "pi_1")
    }

    @Test func onlyOneCardLegRunsAtATime() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1", amount: Shop.euros(500))
        try ticket.addCard(id: "L2")
        try ticket.start("L1", intentID: "pi_1")
        #expect(throws: TicketError.legIsRunning("L1")) { try ticket.start("L2", intentID: "pi_2") }
        try ticket.resolve("L1", .declined(reason: "insufficient_funds"))
        #expect(throws: TicketError.intentNeeded) { try ticket.start("L2", intentID: "pi_1") }
        try ticket.start("L2", intentID: "pi_2")
        #expect(throws: TicketError.wrongState(leg: "L1")) { try ticket.start("L1", intentID: "pi_3") }
    }

    @Test func whileALegIsUnknownNoCardIsAskedAndTheTicketMayBeParked() throws {
        var ticket = try Self.unknown()
        #expect(throws: TicketError.outcomeUnknown("L1")) { try ticket.addCard(id: "L2") }
        #expect(throws: TicketError.outcomeUnknown("L1")) { try ticket.finish(number: 1) }
        #expect(throws: TicketError.outcomeUnknown("L1")) { try ticket.cancel(reason: "gone") }
        #expect(throws: TicketError.outcomeUnknown("L1")) {
            try ticket.edit { (cart) throws(CartError) in try cart.void(line: 1, reason: "wrong") }
        }
        // What the unknown leg asked for is not asked for twice, but the rest may be paid in cash.
        #expect(ticket.unassigned == Shop.euros(400))
        try ticket.payCash(id: "L3", tendered: Shop.euros(400))
        #expect(throws: TicketError.nothingDue) { try ticket.payCash(id: "L4", tendered: Shop.euros(600)) }
        try ticket.park(label: "red coat")
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(600), tip: Shop.euros(0))))
        #expect(throws: TicketError.ticketIsParked) { try ticket.finish(number: 1) }
        try ticket.recall()
        #expect(try ticket.finish(number: 1).legs.count == 2)
    }

    @Test func onlyAManagerAcceptsWhatIsUnknownAndItIsNeverAnApproval() throws {
        var ticket = try Self.unknown()
        try ticket.payCash(id: "L2", tendered: Shop.euros(400))
        var word = Acceptance(by: "anna", role: .cashier, reason: "host down", reference: "R-9")
        #expect(throws: TicketError.managerNeeded) { try ticket.accept("L1", word) }
        #expect(throws: TicketError.wrongState(leg: "L2")) {
            try ticket.accept("L2", Acceptance(by: "mona", role: .manager, reason: "host down", reference: "R-9"))
        }
        word = Acceptance(by: "mona", role: .manager, reason: "host down", reference: "")
        #expect(throws: TicketError.textNeeded) { try ticket.accept("L1", word) }
        word.reference = "R-9"
        try ticket.accept("L1", word)
        try ticket.resolve("L1", .unknown)
        let record = try ticket.finish(number: 1)
        #expect(record.legs.first?.standing == .accepted(by: "mona", reason: "host down"))
        #expect(record.legs.first?.reference == "R-9")
    }

    @Test func whatWasAcceptedIsOpenAgainWhenItTurnsOutDeclined() throws {
        var ticket = try Self.unknown()
        try ticket.accept("L1", Acceptance(by: "mona", role: .manager, reason: "host down", reference: "R-9"))
        try ticket.resolve("L1", .declined(reason: "stolen"))
        #expect(ticket.remaining == Shop.euros(1000))
        try ticket.addCard(id: "L2")
    }

    @Test func aPartialApprovalLeavesTheRestToBePaid() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(700), tip: Shop.euros(0))))
        #expect(ticket.leg("L1")?.asked == Shop.euros(1000))
        #expect(ticket.unassigned == Shop.euros(300))
        #expect(throws: TicketError.notPaid(Shop.euros(300))) { try ticket.finish(number: 1) }
        try ticket.payCash(id: "L2", tendered: Shop.euros(300))
        #expect(try ticket.finish(number: 1).legs.map(\.amount) == [700, 300].map(Shop.euros))
    }

    @Test func moreMoneyThanWasAskedForIsAHardStop() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        let wrong = [Shop.euros(1001), Shop.euros(0), Shop.euros(-1), Amount(minorUnits: 1000, currency: .usd)]
        let before = ticket
        let refused = wrong.map { amount in
            do {
                try ticket.resolve("L1", .settled(.init(amount: amount, tip: Shop.euros(0))))
                return false
            } catch {
                return error as? TicketError == .amountDiffers(leg: "L1", asked: Shop.euros(1000))
            }
        }
        #expect(refused == wrong.map { _ in true })
        #expect(ticket == before)
    }

    @Test func newsThatComesTwiceChangesNothingAndAContradictionIsAHardStop() throws {
        var ticket = try Shop.ticket(1000)
        try Shop.payByCard(&ticket, "L1")
        let before = ticket
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(1000), tip: Shop.euros(0))))
        try ticket.resolve("L1", .unknown)
        #expect(ticket == before)
        #expect(throws: TicketError.contradiction(leg: "L1")) { try ticket.resolve("L1", .canceled) }
        #expect(throws: TicketError.contradiction(leg: "L1")) {
            try ticket.resolve("L1", .settled(.init(amount: Shop.euros(999), tip: Shop.euros(0))))
        }
    }

    @Test func anApprovalAfterACancelIsNotHidden() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .canceled)
        #expect(throws: TicketError.contradiction(leg: "L1")) {
            try ticket.resolve("L1", .settled(.init(amount: Shop.euros(1000), tip: Shop.euros(0))))
        }
    }

    @Test func cardsAndVouchersDoNotOverpay() throws {
        var ticket = try Shop.ticket(1000)
        let most = TicketError.amountOutOfRange(most: Shop.euros(1000))
        #expect(throws: most) { try ticket.addCard(id: "L1", amount: Shop.euros(1001)) }
        #expect(throws: most) { try ticket.addExternal(id: "L1", name: "voucher", amount: Shop.euros(1001)) }
        try ticket.addCard(id: "L1", amount: Shop.euros(600))
        #expect(throws: TicketError.amountOutOfRange(most: Shop.euros(400))) {
            try ticket.addExternal(id: "L2", name: "voucher", amount: Shop.euros(401))
        }
        #expect(throws: most) { try ticket.setAmount(Shop.euros(1001), ofLeg: "L1") }
    }

    @Test func cashOfATicketIsRoundedAsAWhole() throws {
        var ticket = try Shop.ticket(804, step: 5)
        try ticket.addCard(id: "L1", amount: Shop.euros(302))
        #expect(try ticket.payCash(id: "L2", tendered: Shop.euros(500)).rounding == Shop.euros(-2))
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .declined(reason: "expired_card"))
        #expect(ticket.cashDue == Shop.euros(305))
        try ticket.payCash(id: "L3", tendered: Shop.euros(305))
        let record = try ticket.finish(number: 1)
        #expect(record.rounding == Shop.euros(1))
        #expect(record.legs.map(\.amount) == [500, 305].map(Shop.euros))
    }

    @Test func onlyCashIsRounded() throws {
        var ticket = try Shop.ticket(1003, step: 5)
        try Shop.payByCard(&ticket, "L1")
        #expect(try ticket.finish(number: 1).rounding == Shop.euros(0))
    }

    @Test(arguments: [
        (1003, 1003, 1003, 0, 0), (1003, 1004, 1003, 1, 0), (1003, 1010, 1005, 5, 2), (1002, 1001, 1000, 1, -2),
        (1003, 900, 900, 0, 0), (2, 0, 0, 0, -2),
    ])
    func cashGivesChange(total: Int64, tendered: Int64, amount: Int64, change: Int64, rounding: Int64) throws {
        var ticket = try Shop.ticket(total, step: 5)
        let leg = try ticket.payCash(id: "L1", tendered: Shop.euros(tendered))
        #expect([leg.amount, leg.change, leg.rounding] == [amount, change, rounding].map(Shop.euros))
    }

    @Test func aTipInCashIsWhatIsHandedOverOnTop() throws {
        var ticket = try Shop.ticket(1000)
        #expect(throws: TicketError.tipOutOfRange) {
            try ticket.payCash(id: "L1", tendered: Shop.euros(1050), tip: Shop.euros(100))
        }
        let leg = try ticket.payCash(id: "L1", tendered: Shop.euros(2000), tip: Shop.euros(100))
        #expect(leg.change == Shop.euros(900))
        #expect(ticket.tips == Shop.euros(100))
        #expect(ticket.paid == Shop.euros(1000))
    }

    @Test func aTipComesBeforeFromTheReaderOrFromTheReceiptBeforeCapture() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1", amount: Shop.euros(500), tip: Shop.euros(50))
        #expect(ticket.leg("L1")?.tipSource == .before)
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .settled(.init(amount: Shop.euros(500), tip: Shop.euros(70))))
        #expect(ticket.leg("L1")?.tipSource == .reader)
        try ticket.setTip(Shop.euros(90), ofLeg: "L1")
        #expect(ticket.leg("L1")?.tipSource == .receipt)
        #expect(ticket.remaining == Shop.euros(500))
        try ticket.markCaptured("L1")
        #expect(throws: TicketError.wrongState(leg: "L1")) { try ticket.setTip(Shop.euros(1), ofLeg: "L1") }
        try ticket.payCash(id: "L2", tendered: Shop.euros(500))
        #expect(try ticket.finish(number: 1).legs.map(\.tip) == [90, 0].map(Shop.euros))
    }

    @Test func aTicketIsCanceledOnlyWhenItsMoneyWentBack() throws {
        var ticket = try Shop.ticket(1000)
        try Shop.payByCard(&ticket, "L1", 600)
        try ticket.payCash(id: "L2", tendered: Shop.euros(100))
        #expect(throws: TicketError.moneyTaken(leg: "L1")) { try ticket.cancel(reason: "gone") }
        try ticket.refund("L1", refundID: "re_1")
        #expect(throws: TicketError.moneyTaken(leg: "L2")) { try ticket.cancel(reason: "gone") }
        try ticket.refund("L2")
        #expect(ticket.remaining == Shop.euros(1000))
        try ticket.cancel(reason: "gone")
        #expect(ticket.phase == .canceled(reason: "gone"))
        #expect(throws: TicketError.ticketIsOver) { try ticket.addCard(id: "L3") }
    }

    @Test func aCustomerWhoCannotPayPutsSomethingBack() throws {
        var ticket = try Shop.ticket(700, 300, 200)
        try Shop.payByCard(&ticket, "L1", 900)
        #expect(throws: TicketError.belowPaid(Shop.euros(900))) {
            try ticket.edit { (cart) throws(CartError) in try cart.void(line: 1, reason: "put back") }
        }
        try ticket.edit { (cart) throws(CartError) in try cart.void(line: 2, reason: "put back") }
        #expect(try ticket.finish(number: 1).lines.map(\.number) == [1, 3])
    }

    @Test func aTicketStandsWhereItWasAfterTheTillIsKilled() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        var restored = try JSONDecoder().decode(Ticket.self, from: JSONEncoder().encode(ticket))
        #expect(restored == ticket)
        restored.restarted()
        #expect(restored.unknownLeg?.intentID == "pi_1")
        #expect(throws: TicketError.outcomeUnknown("L1")) { try restored.addCard(id: "L2") }
    }

    @Test func anOfflinePaymentIsNotAnApproval() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .offline(.init(amount: Shop.euros(1000), tip: Shop.euros(0))))
        #expect(throws: TicketError.moneyTaken(leg: "L1")) { try ticket.cancel(reason: "gone") }
        #expect(try ticket.finish(number: 1).legs.map(\.standing) == [.offline])
    }

    @Test func whatWasStoredOfflineForLessIsNotSettledForMore() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1")
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .offline(.init(amount: Shop.euros(700), tip: Shop.euros(0))))
        try ticket.payCash(id: "L2", tendered: Shop.euros(300))
        #expect(throws: TicketError.amountDiffers(leg: "L1", asked: Shop.euros(700))) {
            try ticket.resolve("L1", .settled(.init(amount: Shop.euros(1000), tip: Shop.euros(0))))
        }
    }

    @Test func anEmptyTicketIsNotFinished() throws {
        var ticket = try Shop.ticket()
        #expect(throws: TicketError.ticketIsEmpty) { try ticket.finish(number: 1) }
        try ticket.edit { (cart) throws(CartError) in try cart.add(Shop.product(0)) }
        #expect(try ticket.finish(number: 1).legs == [])
    }

    @Test func theRecordTellsThePriceBeforeAnOverride() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.edit { (cart) throws(CartError) in
            try cart.overridePrice(ofLine: 1, to: Shop.euros(900), reason: "damaged")
            try cart.setDiscount(.amount(Shop.euros(100)))
        }
        try Shop.payByCard(&ticket, "L1")
        let line = try #require(try ticket.finish(number: 1).lines.first)
        #expect([line.unitPrice, line.listPrice, line.discount, line.amount] == [900, 1000, 100, 800].map(Shop.euros))
    }

    /// A ticket of 10.00 of which nobody knows whether 6.00 were paid.
    private static func unknown() throws -> Ticket {
        var ticket = try Shop.ticket(1000)
        try ticket.addCard(id: "L1", amount: Shop.euros(600))
        try ticket.start("L1", intentID: "pi_1")
        try ticket.resolve("L1", .unknown)
        return ticket
    }
}

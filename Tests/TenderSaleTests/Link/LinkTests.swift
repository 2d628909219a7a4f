import Foundation
import TenderAPI
import TenderFlow
import TenderModel
import TenderSale
import Testing

@Suite struct LinkTests {
    private static func leg(tip: Int64 = 100) throws -> TicketLeg {
        var ticket = try Shop.ticket(1000)
        try ticket.addLink(id: "L1", tip: Shop.euros(tip))
        try ticket.start("L1", intentID: "L1")
        return try #require(ticket.leg("L1"))
    }

    private static func page(
        _ status: CheckoutSession.Status?, _ intent: String? = "pi_1", total: Int64 = 1100, of leg: String = "L1"
    ) -> CheckoutSession {
        CheckoutSession(
            id: "cs_1", status: status, paymentStatus: .unpaid, amountTotal: Shop.euros(total), paymentIntent: intent,
            clientReferenceID: leg)
    }

    private static func payment(
        _ status: PaymentIntentStatus, _ amount: Int64 = 1100, received: Int64 = 1100, id: String = "pi_1"
    ) -> PaymentIntent {
        PaymentIntent(
            id: id, amount: Shop.euros(amount), status: status, amountReceived: Shop.euros(received),
            paymentMethod: .object(
                PaymentMethod(id: "pm_1", type: .card, cardNotPresent: CardDetails(brand: .visa, last4: "4242"))))
    }

    private static let paid = LegOutcome.settled(
        .init(
            amount: Shop.euros(1000), tip: Shop.euros(100), isCaptured: true, intentID: "pi_1",
            card: CardDetails(brand: .visa, last4: "4242")))

    private static let cases: [(page: CheckoutSession, payment: PaymentIntent?, outcome: LegOutcome?)] = [
        (page(.open, nil), nil, nil), (page(nil), payment(.succeeded), nil), (page(.unknown("new")), nil, nil),
        (page(.complete), payment(.succeeded), paid),
        // It was paid while it was closed.
        (page(.expired), payment(.succeeded), paid),
        (page(.expired, nil), nil, .canceled), (page(.expired), payment(.canceled), .canceled),
        (page(.expired), payment(.requiresPaymentMethod), .canceled),
        (page(.complete), payment(.requiresPaymentMethod), .declined(reason: "payment_failed")),
        (page(.complete), payment(.canceled), .canceled),
        // A bank debit, or a customer at the bank: nobody knows yet.
        (page(.complete), payment(.processing), nil), (page(.expired), payment(.requiresAction), nil),
        // Not what was asked for.
        (page(.complete, nil), nil, .unknown), (page(.complete), nil, .unknown),
        (page(.complete), payment(.succeeded, id: "pi_2"), .unknown),
        (page(.complete), payment(.succeeded, 1000, received: 1000), .unknown),
        (page(.complete), payment(.succeeded, received: 1000), .unknown),
        (page(.complete, total: 1000), payment(.succeeded), .unknown),
        (page(.complete, of: "L2"), payment(.succeeded), .unknown), (page(.expired, nil, of: "L2"), nil, .unknown),
    ]

    @Test func whatPageAndPaymentProve() throws {
        let leg = try Self.leg()
        let outcomes = Self.cases.map { LegOutcome($0.page, $0.payment, of: leg) }
        #expect(outcomes == Self.cases.map(\.outcome))
    }

    /// From the link to the record, back to the phone's card, and in the journal's short form.
    @Test func aLinkIsATenderOfItsOwn() throws {
        var ticket = try Shop.ticket(1000)
        try ticket.addLink(id: "L1")
        #expect(throws: TicketError.self) { try ticket.settleExternal("L1") }
        try ticket.start("L1", intentID: "L1")
        try ticket.resolve("L1", .unknown)
        #expect(throws: TicketError.outcomeUnknown("L1")) { try ticket.addCard(id: "L2") }
        try ticket.resolve(
            "L1", .settled(.init(amount: Shop.euros(1000), tip: Shop.euros(0), isCaptured: true, intentID: "pi_1")))
        let sale = try ticket.finish(number: 1)
        let event = ShopEvent(
            id: "E1", time: 1, businessDate: "2026-11-22", shift: 1, cashier: "anna", kind: .ticketFinished(sale))
        #expect(try ShopEvent(event.record()) == event)
        #expect(sale.legs.map(\.method) == [.link])

        let plan = try Refundable(sale, earlier: []).planOfEverything()
        var back = Ticket(id: "T2", cashier: "anna", refund: plan)
        back = try JSONDecoder().decode(Ticket.self, from: JSONEncoder().encode(back))
        try back.addCardRefund(id: "R1", of: "L1")
        try back.start("R1")
        try back.resolve(
            "R1", .settled(.init(amount: Shop.euros(-1000), tip: Shop.euros(0), isCaptured: true, refundID: "re_1")))
        let refund = try back.finish(number: 2)
        #expect(refund.legs.map(\.method) == [.link])
        #expect(refund.legs.map(\.intentID) == ["pi_1"])
        #expect(throws: RefundError.nothingLeft) { try Refundable(sale, earlier: [refund]) }
    }

    @Test func thePagesOfLegsAreInTheJournal() throws {
        let steps: [LinkRecord] = [
            LinkRecord(leg: "L1", step: .opened(session: "cs_1")),
            LinkRecord(leg: "L1", step: .opened(session: "cs_2")),
            LinkRecord(leg: "L2", step: .opened(session: "cs_3")), LinkRecord(leg: "L2", step: .closing),
            LinkRecord(leg: "L2", step: .ended(intentID: nil)), LinkRecord(leg: "L1", step: .ended(intentID: "pi_1")),
        ]
        let broken = ShopRecord(kind: LinkRecord.recordKind, version: 1, body: Array("{\"leg\":1}".utf8))
        let history = ShopHistory(try steps.map { step in try step.record() } + [broken])
        #expect(history.linkSteps == steps)
        #expect(history.unreadable.count == 1)
        #expect(history.events.isEmpty)
        let book = LinkBook(history)
        #expect(["L1", "L2", "L3"].map(book.session) == ["cs_1", "cs_3", nil])
    }

    @Test func theSlipAndTheReceipt() throws {
        let context = ReceiptContext(
            merchant: ReceiptMerchant(name: "Hall"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 0),
            locale: ReceiptLocale("en"), footer: ["Thank you"])
        // Sixteen digits that a card could have stand in an address as they are.
        let address = "http://127.0.0.1/c/pay/cs_4242424242424242"
        let slip = ReceiptLayout(width: 42).lines(
            of: Receipt(link: Shop.euros(1100), address: address, context: context))
        #expect(slip.contains(.qrCode(address)))
        #expect(slip.contains(.text("PAY BY LINK", .center, [.bold, .double])))
        var ticket = try Shop.ticket(1000)
        try ticket.addLink(id: "L1")
        try ticket.start("L1", intentID: "L1")
        try ticket.resolve(
            "L1",
            .settled(
                .init(
                    amount: Shop.euros(1000), tip: Shop.euros(0), isCaptured: true, intentID: "pi_1",
                    card: CardDetails(brand: .visa, last4: "4242"))))
        let receipt = Receipt(try ticket.finish(number: 1), context: context)
        let rows = ReceiptLayout(width: 42).lines(of: receipt).compactMap { $0.row(width: 42) }
        let wanted = ["Paid by link", "**** 4242"].map { text in rows.contains { $0.contains(text) } }
        #expect(wanted == [true, true])
    }
}

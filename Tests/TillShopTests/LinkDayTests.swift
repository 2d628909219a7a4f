import SimulatedGateway
import SimulatedPayments
import Tender
import TenderBytes
import TenderSale
import TenderTestSupport
import Testing

/// Links at a whole till, paid at the gateway's pages, with the money counted there.
@Suite(.timeLimit(.minutes(3))) struct LinkDayTests {
    private static let shown = "line PL\nwait the customer scans"
    private static let oneSeller = "wait Next customer\nline 1\n" + shown

    private func faults(_ hall: SellerHall, _ texts: String...) throws {
        hall.gateway.setFaults(try texts.map { try Fault(parsing: $0) })
    }

    /// The statuses of all pages, oldest first.
    private func pages(_ hall: SellerHall) async throws -> [CheckoutSession.Status?] {
        try await hall.platform.listCheckoutSessions().data.reversed().map(\.status)
    }

    private func taken(_ hall: SellerHall) async throws -> Int64 {
        try await hall.platform.listPaymentIntents(ListQuery(limit: 100)).data.filter { $0.status == .succeeded }
            .reduce(0) { $0 + $1.amount.minorUnits }
    }

    /// 10.00 with a fee of 1.23 goes to the seller, is on the receipt and in the Z, and all of it goes back.
    @Test func aLinkPaysASellerAndGoesBack() async throws {
        let hall = try await SellerHall()
        try await hall.play(
            Self.oneSeller
                + "\nshow\nwait DONE: receipt 1\nwait link  Visa 4242\nkey enter\nline X\nwait X REPORT\nkey esc\nline RE\nwait sellers, today\nkey down\nkey enter\nwait Transferred",
            atShow: { try await hall.payByLink() })
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        #expect(intent.applicationFeeAmount?.minorUnits == 123)
        #expect(intent.transferData?.destination == hall.accounts[0])
        #expect(Array(try await hall.balances().dropFirst()) == [877, 0])
        try await hall.play(
            "wait Next customer\nline RF 1\nkey f2\nwait why?\nkey 1\nkey enter\nwait To refund\nkey f4\nwait DONE")
        #expect(Array(try await hall.balances().dropFirst()) == [0, 0])
    }

    @Test func severalSellersHaveTransfersAfterTheLink() async throws {
        let hall = try await SellerHall()
        try await hall.play(
            "wait Next customer\nline 1\nline 2\nline 3\n" + Self.shown
                + "\nshow\nwait every seller has been paid", atShow: { try await hall.payByLink() })
        let intent = try #require(try await hall.platform.listPaymentIntents(ListQuery()).data.first)
        #expect(intent.amount.minorUnits == 3300)
        #expect(intent.transferData == nil)
        #expect(intent.transferGroup != nil)
        #expect(Array(try await hall.balances().dropFirst()) == [877, 1950])
    }

    /// Given up, the page is closed, whatever the network does, and cash pays.
    @Test(arguments: [
        "", "drop-answer:checkout_sessions.expire:1", "drop-request:checkout_sessions.expire:1",
        "status:checkout_sessions.expire:1:500", "status-after:checkout_sessions.expire:1:500",
        "drop-answer:checkout_sessions.retrieve:2",
    ])
    func aLinkThatIsGivenUpIsClosedFirst(fault: String) async throws {
        let hall = try await SellerHall()
        if !fault.isEmpty { try faults(hall, fault) }
        try await hall.play(
            Self.oneSeller + "\nkey esc\nwait CANCELED AT THE TILL: nothing was taken\nline 1000CA\nwait DONE")
        #expect(try await pages(hall) == [.expired])
        #expect(try await taken(hall) == 0)
    }

    /// Whatever the network does while the page is made, there is one, and it is paid once; a card that is refused there ends
    /// nothing.
    @Test(arguments: [
        "drop-answer:checkout_sessions.create:1", "drop-request:checkout_sessions.create:2",
        "status:checkout_sessions.create:1:429", "html:checkout_sessions.create:1",
        "drop-answer:checkout_sessions.retrieve:2", "status:checkout_sessions.retrieve:2:500",
    ])
    func noFaultPaysTwice(fault: String) async throws {
        let hall = try await SellerHall()
        try faults(hall, fault)
        try await hall.play(
            Self.oneSeller + "\nshow\nwait DONE",
            atShow: {
                try await hall.payByLink("pm_card_chargeDeclined", answer: 402)
                try await hall.payByLink()
            })
        #expect(try await pages(hall) == [.complete])
        #expect(try await taken(hall) == 1000)
    }

    /// It was paid while nobody could tell the till, and the cashier gives it up: what was paid counts.
    @Test func whatWasPaidBeforeItWasClosedCounts() async throws {
        let hall = try await SellerHall()
        try faults(hall, "status:checkout_sessions.retrieve:3:500")
        try await hall.play(
            Self.oneSeller + "\nshow\nwait asked 3 times\nkey esc\nwait DONE", atShow: { try await hall.payByLink() })
        #expect(try await pages(hall) == [.complete])
        #expect(try await taken(hall) == 1000)
    }

    /// Nobody answers: the outcome is unknown, stays in sight, and the ticket goes on by itself.
    @Test func whatNobodyKnowsIsAskedAgain() async throws {
        let hall = try await SellerHall()
        let turn = Guarded(0)
        try await hall.play(
            Self.oneSeller + "\nshow\nwait asked 1 times\nkey esc\nwait OUTCOME UNKNOWN\nshow\nwait DONE",
            atShow: {
                let isFirst = turn.withLock { turn in
                    turn += 1
                    return turn == 1
                }
                guard isFirst else { return hall.gateway.setFaults([]) }
                try await hall.payByLink()
                hall.gateway.setFaults([
                    try Fault(parsing: "drop-request:checkout_sessions.retrieve:99"),
                    try Fault(parsing: "drop-request:checkout_sessions.expire:99"),
                ])
            })
        #expect(try await taken(hall) == 1000)
    }

    /// After a start an open page is asked for: what was paid counts, what was not is closed.
    @Test(arguments: [true, false]) func aPageIsFoundAgainAfterAStart(isPaid: Bool) async throws {
        let hall = try await SellerHall()
        try await hall.play(Self.oneSeller)
        #expect(try await pages(hall) == [.open])
        if isPaid { try await hall.payByLink() }
        try await hall.play(isPaid ? "wait DONE" : "wait : nothing was taken\nline 1000CA\nwait DONE")
        #expect(try await pages(hall) == [isPaid ? .complete : .expired])
        #expect(try await taken(hall) == (isPaid ? 1000 : 0))
    }

    /// Ended while a page is made, nobody saw its address; ended while one is closed, it is closed at the next start.
    @Test(arguments: [
        ("drop-answer:checkout_sessions.create:9", "line PL\nwait asked 1 times", CheckoutSession.Status.open),
        ("drop-request:checkout_sessions.expire:9", shown + "\nkey esc\nwait asked 1 times", .expired),
    ])
    func anEndInTheMiddleTakesNothing(fault: String, script: String, status: CheckoutSession.Status) async throws {
        let hall = try await SellerHall()
        try faults(hall, fault)
        try await hall.play("wait Next customer\nline 1\n" + script)
        hall.gateway.setFaults([])
        try await hall.play("wait : nothing was taken\nline 1000CA\nwait DONE")
        #expect(try await pages(hall) == [status])
        #expect(try await taken(hall) == 0)
    }

    /// A page that was never made was seen by nobody.
    @Test func aPageThatCannotBeMadeTakesNothing() async throws {
        let hall = try await SellerHall()
        try faults(hall, "status:checkout_sessions.create:1:400")
        try await hall.play("wait Next customer\nline 1\nline PL\nwait REFUSED BY THE GATEWAY: nothing was taken")
        #expect(try await pages(hall) == [])
        // The reason stays in sight.
        let other = try await SellerHall()
        try await other.play(
            "wait Next customer\nline 30 DP 1\nline PL\nwait AMOUNT TOO SMALL: nothing was taken\nwait must be at least"
        )
    }

    /// The till was killed after it wrote that the page is over, and before the receipt had it: it asks and tells again.
    @Test func theNewsOfAnAcceptedLinkOutlivesAKill() async throws {
        let hall = try await SellerHall()
        try await hall.play(
            Self.oneSeller + "\nshow\nwait asked 1 times\nkey esc\nwait OUTCOME UNKNOWN\n"
                + "line AC slip 4711\nwait why?\nkey 1\nkey enter\nwait DONE",
            atShow: {
                try await hall.payByLink()
                hall.gateway.setFaults([
                    try Fault(parsing: "drop-request:checkout_sessions.retrieve:99"),
                    try Fault(parsing: "drop-request:checkout_sessions.expire:99"),
                ])
            })
        hall.gateway.setFaults([])
        let key = try GatewayKey(for: hall.gateway.url, file: try hall.folder.write("key", "sk_test_hall"))
        let journal = try await SQLiteJournal(path: hall.folder.path + "/till.journal", binding: key.binding)
        let steps = ShopHistory(try await journal.shopRecords()).linkSteps
        let leg = try #require(steps.first?.leg)
        try await journal.append(try LinkRecord(leg: leg, step: .ended(intentID: "pi_told")).record())
        await journal.close()
        try await hall.play(
            "wait Receipt 1, accepted without proof: 10.00 USD was paid\nkey f9\nwait Every outcome is known")
        #expect(try await taken(hall) == 1000)
    }

    /// Its ticket is finished by then: its page is closed all the same, and what became of it is told.
    @Test(arguments: [true, false]) func anAcceptedLinkIsFollowedAfterAStart(isPaid: Bool) async throws {
        let hall = try await SellerHall()
        try await hall.play(
            Self.oneSeller + "\nshow\nwait asked 1 times\nkey esc\nwait OUTCOME UNKNOWN\n"
                + "line AC slip 4711\nwait why?\nkey 1\nkey enter\nwait DONE",
            atShow: {
                if isPaid { try await hall.payByLink() }
                hall.gateway.setFaults([
                    try Fault(parsing: "drop-request:checkout_sessions.retrieve:99"),
                    try Fault(parsing: "drop-request:checkout_sessions.expire:99"),
                ])
            })
        hall.gateway.setFaults([])
        let news = "Receipt 1, accepted without proof: 10.00 USD " + (isPaid ? "was paid" : "was never paid")
        try await hall.play("wait " + news)
        #expect(try await pages(hall) == [isPaid ? .complete : .expired])
        #expect(try await taken(hall) == (isPaid ? 1000 : 0))
    }
}

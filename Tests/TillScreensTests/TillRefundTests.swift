import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Giving back at a till")
struct TillRefundTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// A till that sold a pen and a book for cash, and two books by card.
    private func sold() throws -> TillRig {
        var rig = try TillShop.opened()
        rig.lines("11", "100", "CA", "2*100", "CD")
        rig.press(.enter)
        return rig
    }

    private func allow(_ rig: inout TillRig) {
        rig.managerAllows()
        rig.line("1")
    }

    @Test("The sales are listed, the latest first; Enter chooses one, and marks lines of it")
    func lines() throws {
        var rig = try sold()
        rig.line("RF")
        #expect(rig.shows("Pen, blue, Book about pens"))
        #expect(rig.shows("20.00"))
        rig.press(.down, .enter)
        #expect(rig.shows("[ ]"))
        #expect(rig.shows("Left to refund  12.50 EUR"))
        rig.press(.enter)
        #expect(rig.shows("[x]"))
        rig.press(.down, .enter, .up, .enter)
        rig.key(2)
        #expect(rig.shows("Refund: which manager?"))
        allow(&rig)
        #expect(rig.till.page == .tender)
        #expect(rig.shows("To refund  10.00 EUR"))
        rig.key(3)
        #expect(rig.finished.last?.kind == .refund)
        #expect(rig.finished.last?.total == euros(-1000))
        rig.press(.enter)
        rig.line("RF 1")
        #expect(rig.shows("Left to refund  2.50 EUR"))
        #expect(rig.problems == [])
    }

    @Test("A line is marked by its number, and no mark means all of it")
    func all() throws {
        var rig = try sold()
        rig.line("RF 1")
        rig.line("7")
        #expect(rig.message?.kind == .bad)
        rig.lines("2", "2")
        rig.key(2)
        allow(&rig)
        rig.key(3)
        #expect(rig.finished.last?.total == euros(-1250))
        rig.press(.enter)
        rig.line("RF 1")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.page == .sale)
    }

    @Test("A sum goes back to the card that paid")
    func amountToCard() throws {
        var rig = try sold()
        rig.line("RF 2")
        rig.line("5.00")
        allow(&rig)
        #expect(rig.shows("F4 refunds to the card that paid"))
        rig.isHolding = true
        rig.key(4)
        #expect(rig.till.page == .card)
        #expect(rig.shows("Refund to the card"))
        #expect(rig.shows("A refund cannot be stopped"))
        rig.press(.escape)
        #expect(rig.till.page == .card)
        #expect(rig.till.charge?.isCancelAsked == false)
        rig.cardAnswers()
        #expect(rig.finished.last?.total == euros(-500))
        #expect(rig.gatewayTotal == 2000 - 500)
        #expect(rig.problems == [])
    }

    @Test("A refund that is not allowed, or dropped, gives nothing back")
    func dropped() throws {
        var rig = try sold()
        rig.line("RF 9")
        #expect(rig.message?.kind == .bad)
        rig.line("RF 1")
        rig.key(2)
        rig.press(.escape)
        #expect(rig.till.question == nil)
        #expect(rig.till.register.ticket == nil)
        rig.press(.escape)
        #expect(rig.till.page == .sale)
        #expect(rig.finished.count == 2)
    }

    @Test("A card payment of an open ticket goes back with a manager's word, and the ticket can be given up")
    func paymentBack() throws {
        var rig = try TillShop.opened()
        rig.line("2*100")
        rig.key(4, "1000")
        rig.line("CN")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket != nil)
        rig.line("GB")
        rig.press(.escape)
        #expect(rig.charges.count == 1)
        rig.line("GB")
        allow(&rig)
        #expect(rig.charges.count == 2)
        #expect(rig.till.charge == nil)
        #expect(rig.shows("Still to pay  20.00 EUR"))
        rig.line("CN")
        rig.line("1")
        #expect(rig.till.register.ticket == nil)
        #expect(rig.till.page == .sale)
        #expect(rig.problems == [])
    }

    @Test("A refund that is begun can be given up")
    func givenUp() throws {
        var rig = try sold()
        rig.line("RF 1")
        rig.key(2)
        allow(&rig)
        rig.key(6)
        rig.line("1")
        #expect(rig.till.register.ticket == nil)
        #expect(rig.finished.count == 2)
        #expect(rig.problems == [])
    }

    @Test("A refund of which nobody knows is not sent again, and told when it is known")
    func unknown() throws {
        var rig = try sold()
        rig.line("RF 2")
        rig.key(2)
        allow(&rig)
        rig.isHolding = true
        rig.key(4)
        rig.cardAnswers(.unknown)
        #expect(rig.shows("OUTCOME UNKNOWN"))
        rig.key(4)
        #expect(rig.message?.kind == .bad)
        rig.restart()
        rig.signIn()
        #expect(rig.shows("OUTCOME UNKNOWN"))
        rig.gatewayTells()
        #expect(rig.finished.last?.total == euros(-2000))
        #expect(rig.gatewayTotal == 0)
        #expect(rig.problems == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Selling at a till")
struct TillSaleTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    @Test("Articles by number, by scan, several at once, and an amount in a department")
    func sell() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.scan(TillShop.pen)
        rig.line("3*100")
        rig.line("1250 DP 1")
        #expect(rig.till.register.ticket?.total == euros(250 + 250 + 3000 + 1250))
        #expect(rig.shows("47.50 EUR"))
        rig.scan("0000000000")
        #expect(rig.shows("NOT SOLD") && rig.till.register.ticket?.cart?.lines.count == 4)
        rig.line("12.50")
        #expect(rig.message?.kind == .bad)
    }

    @Test("A line is voided for a reason, and stays in sight")
    func void() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "100")
        rig.line("VD 1")
        #expect(rig.shows("Void a line: why?") && rig.shows("1  rung up by mistake"))
        rig.line("9")
        #expect(rig.message?.kind == .bad && rig.till.question != nil)
        rig.line("5")
        #expect(rig.till.question != nil && rig.message?.kind == .bad)
        rig.line("5 fell down")
        #expect(rig.till.question == nil && rig.till.register.ticket?.total == euros(1000))
        #expect(rig.shows("voided"))
        rig.press(.up)
        rig.key(5)
        rig.press(.escape)
        #expect(rig.till.question == nil && rig.till.register.ticket?.total == euros(1000))
        #expect(rig.problems == [])
    }

    @Test("The chosen line is the one that keys mean")
    func chosen() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "100", "8")
        rig.press(.up)
        #expect(rig.till.register.selectedLine == 2)
        rig.press(.up, .up, .up)
        #expect(rig.till.register.selectedLine == 1)
        rig.line("D 2")
        #expect(rig.till.register.selectedLine == 3)
        rig.line("U")
        rig.key(5)
        rig.line("1")
        #expect(rig.till.register.ticket?.total == euros(250))
    }

    @Test("A discount takes a manager, who is chosen by number and types a PIN")
    func discount() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.line("10%LD")
        #expect(rig.shows("Discount above the limit: which manager?") && rig.shows("1  Mia"))
        rig.line("7")
        #expect(rig.message?.kind == .bad)
        rig.line("1")
        #expect(rig.shows("PIN Mia"))
        rig.line("1111")
        #expect(rig.till.register.ticket?.total == euros(1000) && rig.till.pinEntry != nil)
        rig.press(.escape)
        #expect(rig.till.pinEntry == nil && rig.till.question != nil)
        rig.managerAllows()
        rig.line("4")
        #expect(rig.till.register.ticket?.total == euros(900))
        rig.line("100TD")
        rig.managerAllows()
        rig.line("4")
        #expect(rig.till.register.ticket?.total == euros(800) && rig.shows("ticket discount"))
        rig.line("PO 5.00")
        rig.managerAllows()
        rig.line("4")
        #expect(rig.till.register.ticket?.cart?.lines.first?.override != nil)
        #expect(rig.problems == [])
    }

    @Test("A manager who is signed in is not asked for a manager")
    func managersOwn() throws {
        var rig = try TillShop.opened()
        rig.line("SO")
        rig.signIn(2)
        rig.line("100")
        rig.line("10%TD")
        rig.line("4")
        #expect(rig.till.register.ticket?.total == euros(900))
    }

    @Test("A search lists what fits, and Enter sells the chosen one")
    func search() throws {
        var rig = try TillShop.opened()
        rig.line("PV pen")
        #expect(rig.shows("Pen, blue") && rig.shows("Book about pens"))
        rig.press(.down, .down, .up, .down, .enter)
        #expect(rig.till.page == .sale && rig.till.register.ticket?.total == euros(1000))
        rig.line("PV nothing")
        #expect(rig.message?.kind == .warning && rig.till.page == .sale)
        rig.line("PV flowers")
        rig.press(.enter)
        #expect(rig.till.register.ticket?.total == euros(1000) && rig.shows("price of one?"))
        rig.press(.escape)
        rig.line("PV pen")
        rig.press(.escape)
        #expect(rig.till.page == .sale)
    }

    @Test("A ticket is parked under a name and taken up again, the only one at once, several from a list")
    func park() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.line("PK table 4")
        #expect(rig.shows("Parked as table 4") && rig.till.register.ticket == nil)
        rig.line("100")
        rig.key(7, "bar")
        rig.key(8)
        #expect(rig.shows("table 4") && rig.shows("bar"))
        rig.press(.down, .enter)
        #expect(rig.till.register.ticket?.total == euros(1000))
        rig.line("RC table 4")
        #expect(rig.message?.kind == .bad)
        rig.key(3)
        rig.press(.enter)
        rig.key(8)
        #expect(rig.till.register.ticket?.total == euros(250))
        rig.line("CN")
        rig.line("1")
        #expect(rig.till.register.ticket == nil && rig.till.page == .sale)
        rig.key(8)
        #expect(rig.message?.kind == .warning)
        #expect(rig.problems == [])
    }

    @Test("A ticket that costs nothing ends by TL")
    func free() throws {
        var rig = try TillShop.opened()
        rig.line("8")
        rig.key(2)
        #expect(rig.finished.count == 1 && rig.shows("DONE: receipt 1"))
    }

    @Test("A receipt is printed again, the last one or by number, and shown")
    func reprint() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.key(3)
        rig.line("RP")
        #expect(rig.reprints == rig.paper)
        #expect(rig.till.page == .paper(rig.paper[0], top: 0))
        rig.line("RP 7")
        #expect(rig.message?.kind == .bad && rig.reprints.count == 1)
    }
}

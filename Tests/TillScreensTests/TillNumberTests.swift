import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Numbers without a command, page by page")
struct TillNumberTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// How many lines the open ticket has.
    private func lines(_ rig: TillRig) -> Int? { rig.till.register.ticket?.cart?.lines.count }

    @Test("On the payment page a sum is cash that was given, with the change", arguments: ["2000", "20.00", "20,00"])
    func given(typed: String) throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(2)
        rig.line(typed)
        #expect(rig.finished.first?.legs.map(\.change) == [euros(1000)])
        #expect(rig.shows("CHANGE  10.00 EUR"))
        #expect(rig.problems == [])
    }

    @Test("A sum that is an article's number, too, is cash; the next sum pays the rest on the result's page")
    func inParts() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(2)
        rig.lines("11", "100")
        #expect(lines(rig) == 1)
        #expect(rig.shows("Still to pay  8.89 EUR"))
        rig.line("889")
        #expect(rig.finished.first?.legs.map(\.amount) == [euros(11), euros(100), euros(889)])
        // The ticket is over: numbers are articles again.
        rig.line("11")
        #expect(lines(rig) == 1)
        #expect(rig.problems == [])
    }

    @Test("A scan, and a quantity with its article, still add goods on the payment page")
    func goods() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(2)
        rig.scan(TillShop.pen)
        rig.key(2)
        rig.line("2*11")
        rig.key(2)
        #expect(lines(rig) == 3)
        #expect(rig.shows("To pay  17.50 EUR"))
    }

    @Test("Nothing, and more decimals than the currency has, are told and pay nothing", arguments: ["0", "10.555"])
    func noSum(typed: String) throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(2)
        rig.line(typed)
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket?.legs == [])
        #expect(rig.till.page == .tender)
    }

    @Test("After a refused card a sum is cash; while a card runs, or is unknown, a number does nothing and says why")
    func cards() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.answers = [.declined(reason: "expired_card")]
        rig.key(4)
        rig.line("11")
        #expect(lines(rig) == 1)
        #expect(rig.till.register.ticket?.remaining == euros(989))
        rig.isHolding = true
        rig.key(4)
        rig.line("11")
        #expect(lines(rig) == 1)
        #expect(rig.message?.text.contains("card payment is running") == true)
        rig.cardAnswers(.unknown)
        rig.line("11")
        #expect(lines(rig) == 1)
        #expect(rig.message?.kind == .bad)
        #expect(rig.problems == [])
    }

    @Test("In the list of sales a number is that of a receipt")
    func receipts() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "CA", "100", "CA", "RF", "1")
        #expect(rig.shows("Refund of receipt 1"))
        #expect(rig.till.register.ticket == nil)
        rig.lines("RF", "12.50")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket == nil)
        rig.line("11")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket == nil)
    }

    @Test(
        "Where lines are chosen to go back, a number is a line or a sum, and never sells",
        arguments: ["11", "2*11", "7"])
    func refund(typed: String) throws {
        var rig = try TillShop.opened()
        rig.lines("11", "100", "CA", "RF 1", typed)
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket == nil)
        #expect(rig.shows("Refund of receipt 1"))
    }

    @Test("What goes back of a cash sale is counted out in cash; with a card it is said how")
    func waysBack() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "CA", "100", "CD", "RF 1")
        rig.key(2)
        rig.managerAllows()
        rig.lines("1", "400")
        #expect(rig.till.register.ticket?.remaining == euros(-600))
        rig.line("600")
        rig.line("RF 2")
        rig.key(2)
        rig.managerAllows()
        rig.lines("1", "400")
        #expect(rig.message?.text.contains("F4") == true)
        #expect(rig.till.register.ticket?.legs == [])
        rig.key(4, "400")
        #expect(rig.till.register.ticket?.remaining == euros(-600))
        #expect(rig.problems == [])
    }

    @Test("In the lists of payments a number does nothing, and says so", arguments: ["UR", "OQ"])
    func office(list: String) throws {
        var rig = try TillShop.opened()
        rig.lines(list, "11")
        #expect(rig.till.register.ticket == nil)
        #expect(rig.message?.kind == .bad)
    }
}

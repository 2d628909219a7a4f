import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Tips at a till")
struct TillTipTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    private func text(_ receipt: Receipt?) -> String {
        receipt.map { PlainTextReceipt.render(ReceiptLayout().lines(of: $0), width: 42) } ?? ""
    }

    @Test(
        "A tip is of the ticket that is open: after the last one's end it is refused, and the next customer pays none")
    func tipBetweenTickets() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "CA", "500TP")
        #expect(rig.message?.kind == .bad)
        rig.line("100")
        rig.key(3)
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(0)], [euros(0)]])
        #expect(rig.problems == [])
    }

    @Test("A tip is part of TOTAL and has a line of its own, from the moment it is named to the receipt and the X")
    func everywhere() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "200TP")
        #expect(rig.till.console.frame.total == euros(1200))
        #expect(rig.shows("Tip"))
        #expect(rig.shows("2.00"))
        rig.key(2)
        #expect(rig.shows("To pay  12.00 EUR"))
        #expect(rig.shows("Tip"))
        rig.key(3, "2000")
        #expect(rig.shows("12.00 EUR"))
        #expect(rig.shows("Tip  2.00 EUR"))
        #expect(rig.shows("CHANGE  8.00 EUR"))
        let paper = text(rig.paper.last)
        #expect(paper.contains(/Tip +2\.00/))
        #expect(paper.contains(/TOTAL +.*12\.00/))
        rig.line("X")
        rig.managerAllows()
        let report = text(rig.paper.last)
        #expect(report.contains(/(?i)tips/))
        #expect(report.contains(/Cash \(1\) +.*2\.00/))
    }

    @Test("A tip waits with its ticket: parked, taken up again and after a restart it is still to be paid, once")
    func staysWithItsTicket() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "200TP", "PK hat", "11", "CA", "RC hat")
        #expect(rig.till.console.frame.total == euros(1200))
        rig.restart()
        rig.signIn()
        #expect(rig.till.console.frame.total == euros(1200))
        rig.lines("500CD")
        #expect(rig.till.console.frame.total == euros(500))
        rig.line("CA")
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(0)], [euros(200), euros(0)]])
        #expect(rig.problems == [])
    }

    @Test("A payment that took nothing took no tip: the next try has it, and Esc takes it off")
    func declined() throws {
        var rig = try TillShop.opened()
        rig.answers = [.declined(reason: "no funds"), .canceled]
        rig.lines("100", "200TP", "CD")
        #expect(rig.till.console.frame.total == euros(1200))
        rig.line("CD")
        #expect(rig.till.console.frame.total == euros(1200))
        rig.key(2)
        rig.press(.escape)
        #expect(rig.till.console.frame.total == euros(1000))
        rig.line("CA")
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(0)]])
        #expect(rig.problems == [])
    }

    @Test("A payment that goes back takes its tip with it: the question and the result name both in one")
    func refunded() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "200TP", "500CD", "GB")
        #expect(rig.shows("Refund 7.00 EUR: which manager?"))
        rig.managerAllows()
        #expect(rig.shows("Refund 7.00 EUR: why?"))
        rig.line("1")
        #expect(rig.shows("7.00 EUR"))
        #expect(rig.till.console.frame.total == euros(1000))
        #expect(rig.gatewayTotal == 0)
        #expect(rig.problems == [])
    }

    @Test("Where nothing is to be paid, and on a refund, no tip is taken")
    func refused() throws {
        var rig = try TillShop.opened()
        rig.lines("80", "500TP")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.console.frame.total == euros(0))
        rig.lines("TL", "11", "CD", "RF 2")
        rig.key(2)
        rig.managerAllows()
        rig.lines("1", "500TP")
        #expect(rig.message?.kind == .bad)
        rig.key(3)
        #expect(rig.finished.flatMap(\.legs).map(\.tip) == [euros(0), euros(0)])
        #expect(rig.problems == [])
    }

    @Test("A voucher takes a tip too, and cash that does not cover it is refused")
    func otherWays() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "200TP", "1000CA")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket?.legs.isEmpty == true)
        rig.line("XT")
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(200)]])
        #expect(rig.problems == [])
    }

    @Test("TP alone offers the shop's tips for what is due: a number or Enter takes one, the last is none")
    func choices() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "TP")
        #expect(rig.shows("15 %"))
        rig.line("2")
        #expect(rig.till.console.frame.total == euros(1150))
        rig.lines("TP")
        rig.press(.enter)
        #expect(rig.till.console.frame.total == euros(1100))
        rig.lines("TP", "4")
        #expect(rig.till.console.frame.total == euros(1000))
        rig.lines("TP", "9")
        #expect(rig.message?.kind == .bad)
        rig.line("200TP")
        #expect(rig.till.console.frame.total == euros(1200))
        rig.line("CA")
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(200)]])
        #expect(rig.problems == [])
    }

    @Test("A small sale offers sums, and without anything due there is no tip to choose")
    func smallSale() throws {
        var rig = try TillShop.opened()
        rig.line("TP")
        #expect(rig.message?.kind == .bad)
        rig.lines("11", "TP", "1", "CA")
        #expect(rig.finished.map { $0.legs.map(\.tip) } == [[euros(50)]])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("A till's shift and drawer")
struct TillShiftTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    @Test("A drawer is counted by rows and by names of notes, and opens the shift")
    func open() throws {
        var rig = TillRig(try TillShop.setup())
        rig.signIn()
        #expect(rig.shows("Open a shift"))
        rig.lines("12", "3*0.50", "2 * 20", "1*0,05")
        #expect(rig.shows("641.55"))
        rig.press(.home)
        rig.line("1")
        #expect(rig.shows("91.55"))
        rig.key(2)
        #expect(rig.shows("Shift 1 is open"))
        #expect(rig.till.register.book.shift?.float.total == euros(5000 + 4000 + 150 + 5))
        #expect(rig.till.page == .sale)
        #expect(rig.shows("Next customer"))
        #expect(rig.problems == [])
    }

    @Test("What is no count is told and counts nothing")
    func wrongCount() throws {
        var rig = TillRig(try TillShop.setup())
        rig.signIn()
        let before = rig.till.page
        for typed in ["3*7", "-1", "1*2*3", "99999999", "y"] {
            rig.line(typed)
            #expect(rig.message?.kind == .bad)
        }
        rig.scan(TillShop.pen)
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.page == before)
        #expect(rig.till.register.ticket == nil)
    }

    @Test("Esc leaves the count; nothing is sold until OS opens the shift after all")
    func openLater() throws {
        var rig = TillRig(try TillShop.setup())
        rig.signIn()
        rig.press(.escape)
        #expect(rig.shows("OS opens one"))
        rig.scan(TillShop.pen)
        #expect(rig.shows("NOT SOLD"))
        rig.line("OS")
        rig.key(2)
        #expect(rig.till.register.book.shift?.number == 1)
        rig.line("OS")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.book.shift?.number == 1)
    }

    @Test("Cash goes in with a reason, and out with a manager's word; the drawer opens and a slip is printed")
    func drawer() throws {
        var rig = try TillShop.opened()
        rig.line("2000PI")
        #expect(rig.shows("Paid in: why?"))
        rig.line("1")
        #expect(rig.paper.map(\.kind) == [.paidIn])
        rig.press(.enter)
        rig.line("5000PY to the safe")
        #expect(rig.shows("Paid out: which manager?"))
        rig.managerAllows()
        #expect(rig.paper.map(\.kind) == [.paidIn, .paidOut])
        #expect(rig.shows("Drawer opened"))
        #expect(rig.drawer.count == 2)
        rig.line("NS")
        rig.managerAllows()
        #expect(rig.shows("Open the drawer: why?"))
        rig.line("1")
        #expect(rig.drawer.count == 3)
        #expect(rig.till.question == nil)
        #expect(rig.problems == [])
    }

    @Test("An X changes nothing, and is read as paper")
    func readX() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.key(3)
        rig.line("X")
        rig.managerAllows()
        #expect(rig.paper.map(\.kind) == [.sale, .xReport])
        guard case .paper(_, let top) = rig.till.page else {
            Issue.record("no paper")
            return
        }
        #expect(top == 0)
        rig.press(.down, .pageDown, .end)
        #expect(rig.till.page != .paper(rig.paper[1], top: 0))
        rig.press(.home)
        #expect(rig.till.page == .paper(rig.paper[1], top: 0))
        rig.press(.escape)
        #expect(rig.till.page == .sale)
        #expect(rig.till.register.book.shift?.stage == .open)
    }

    @Test("The sellers' day is read like an X, as paper, by who may read reports")
    func readSellers() throws {
        var rig = try TillShop.opened()
        rig.line("SR")
        #expect(rig.paper.isEmpty)
        rig.managerAllows()
        #expect(rig.paper.map(\.kind) == [.sellerReport])
        #expect(rig.shows("SELLERS"))
        rig.press(.end)
        #expect(rig.shows("No sales for sellers"))
        #expect(rig.problems == [])
        var closed = TillRig(try TillShop.setup())
        closed.signIn()
        closed.press(.escape)
        closed.line("SR")
        #expect(closed.paper.isEmpty)
        #expect(closed.message?.kind == .bad)
    }

    @Test("A shift is ended, counted and closed; the Z is on paper, and the next shift is opened")
    func close() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.key(3)
        rig.line("Z")
        #expect(rig.shows("Close the shift"))
        rig.scan(TillShop.pen)
        #expect(rig.shows("NOT SOLD"))
        rig.lines("2", "1*2", "1*0.50")
        rig.key(2)
        #expect(rig.shows("Counted 102.50 EUR"))
        #expect(rig.till.register.book.shift?.stage == .open)
        rig.key(2)
        let z = try #require(rig.till.register.book.closed.first)
        #expect(z.expectedCash == euros(10_250))
        #expect(z.difference == euros(0))
        #expect(rig.paper.last?.kind == .zReport)
        #expect(rig.shows("Z 1"))
        rig.press(.enter)
        #expect(rig.shows("Open a shift"))
        rig.line("RE")
        #expect(rig.shows("Z 1"))
        rig.press(.down, .enter)
        guard case .paper(let receipt, _) = rig.till.page else {
            Issue.record("no paper")
            return
        }
        #expect(receipt.report == z)
        #expect(rig.problems == [])
    }

    @Test("Esc and a question in between keep what was counted for the Z")
    func countIsKept() throws {
        var rig = try TillShop.opened()
        rig.line("Z")
        rig.line("2")
        rig.press(.escape)
        #expect(rig.till.page == .sale)
        #expect(rig.till.register.book.shift?.stage == .open)
        rig.line("Z")
        #expect(rig.shows("100.00"))
        rig.line("X")
        rig.press(.escape)
        rig.line("Z")
        #expect(rig.shows("100.00"))
        rig.key(2)
        rig.key(2)
        #expect(rig.till.register.book.closed.first?.difference == euros(0))
    }

    @Test("A shift with an open ticket does not end; with a parked one it does, and the ticket is carried over")
    func closeWithTickets() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.line("Z")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.page == .sale)
        rig.line("PK table 4")
        rig.line("Z")
        rig.key(2)
        rig.key(2)
        rig.line("4")
        #expect(rig.paper.last?.report?.parked == 1)
        #expect(rig.paper.last?.report?.reason == "carried_over")
        rig.press(.enter)
        rig.key(2)
        rig.line("RC")
        #expect(rig.shows("Pen, blue"))
        rig.key(3)
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("Payments that nobody knows the outcome of are named on the Z")
    func unresolvedOnZ() throws {
        var rig = try TillShop.opened()
        rig.answers = [.unknown]
        rig.line("11")
        rig.key(4)
        rig.key(7)
        let lost = PendingPayment(id: "pi_lost", state: .unclaimed, amount: euros(700), began: rig.time)
        let hold = PendingPayment(id: "pi_held", state: .held, amount: euros(700), began: rig.time)
        rig.send(.news(.pending([lost, hold])))
        rig.line("Z")
        rig.key(2)
        #expect(rig.message?.text.contains("3 unresolved") == true)
        rig.key(2)
        rig.line("4")
        let z = try #require(rig.till.register.book.closed.first)
        #expect(z.unresolved.count == 2)
        #expect(z.unresolved.contains("pi_lost"))
        #expect(!z.isClean)
    }

    @Test("A cashier who may not close the shift needs a manager")
    func closeTakesManager() throws {
        var rig = try TillShop.opened(permissions: Permissions(cashier: [.openShift]))
        rig.line("Z")
        rig.line("2")
        rig.key(2)
        rig.key(2)
        #expect(rig.shows("which manager?"))
        rig.managerAllows()
        #expect(rig.shows("which manager?"))
        rig.press(.escape)
        #expect(rig.shows("100.00"))
        rig.key(2)
        rig.managerAllows()
        #expect(rig.till.register.book.closed.count == 1)
        #expect(rig.problems == [])
    }
}

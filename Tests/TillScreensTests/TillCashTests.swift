import TenderModel
import TenderSale
import Testing
import TillScreens

/// The faults of counted cash that other tills shipped, played at the keys; `ShiftCashTests` has them in the books.
@Suite("A till's cash is what is counted")
struct TillCashTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// Counts 100.00 and a sum, and closes the shift.
    private func close(_ rig: inout TillRig, _ counts: String...) throws -> ShiftReport {
        rig.line("Z")
        for count in counts { rig.line(count) }
        rig.key(2)
        rig.key(2)
        return try #require(rig.till.register.book.closed.last)
    }

    @Test("Change is taken off what was given (opensourcepos #513, ERPNext #23125)")
    func change() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "2000CA")
        #expect(try close(&rig, "2*50", "1*2", "1*0.50").difference == euros(0))
    }

    @Test("Cards and vouchers are not in the drawer, and cash that is given back has left it (ambrosia #678)")
    func methods() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "CD", "100", "XT", "100", "CA", "11", "CA", "RF 4")
        rig.key(2)
        rig.managerAllows()
        rig.lines("1", "CA")
        let z = try close(&rig, "2*50", "1*10")
        #expect(z.expectedCash == euros(11_000))
        #expect(z.difference == euros(0))
    }

    @Test("A sale after midnight is of the shift in which it was rung up (ambrosia #678)")
    func midnight() throws {
        var rig = try TillShop.opened()
        let day = try #require(rig.till.register.book.shift).businessDate
        rig.lines("11", "CA")
        rig.time += 86_400_000
        rig.lines("11", "CA")
        let z = try close(&rig, "2*50", "1*5")
        #expect(z.businessDate == day)
        #expect(z.cashSales == euros(500))
        #expect(z.difference == euros(0))
    }

    @Test("What is paid in and out is counted once, and the next float is held against the count (RepairDesk #95)")
    func moved() throws {
        var rig = try TillShop.opened()
        rig.lines("2000PI change", "5000PY safe")
        rig.managerAllows()
        let z = try close(&rig, "1*50", "1*20")
        #expect(z.expectedCash == euros(7000))
        #expect(z.difference == euros(0))
        rig.press(.enter)
        rig.line("1*50")
        rig.key(2)
        #expect(rig.till.register.book.shift?.floatDifference == euros(-2000))
    }

    @Test("A close that is pressed while a sale is being written waits for it (ERPNext #43855)")
    func closeDuringSale() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        var written: [TillEvent] = []
        for action in rig.till.handle(.input(.key(.function(3), isFast: false)), at: rig.time) {
            written += rig.perform(action)
        }
        #expect(rig.till.register.isRecording)
        rig.line("Z")
        #expect(rig.till.register.book.shift?.stage == .open)
        for event in written { rig.send(event) }
        #expect(rig.till.register.book.shift?.stage == .ended)
        #expect(try close(&rig, "2*50", "1*2", "1*0.50").cashSales == euros(250))
        #expect(rig.problems == [])
    }

    @Test("A close that could not be written keeps the count, and is tried again (ERPNext #57157)")
    func closeFails() throws {
        var rig = try TillShop.opened()
        rig.lines("Z", "2*50")
        rig.key(2)
        for action in rig.till.handle(.input(.key(.function(2), isFast: false)), at: rig.time) {
            guard case .shop(.record(let event)) = action else { continue }
            rig.send(.register(.recordFailed(eventID: event.id, "disk full")))
        }
        #expect(rig.message?.kind == .bad)
        #expect(rig.shows("Counted  100.00 EUR"))
        #expect(rig.till.register.book.closed.isEmpty)
        #expect(rig.paper.isEmpty)
        rig.key(2)
        #expect(rig.till.register.book.closed.map(\.difference) == [euros(0)])
        #expect(rig.paper.map(\.kind) == [.zReport])
        #expect(rig.problems == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

/// A payment that only the shop accepted never looks like one that the bank approved.
@Suite struct TillOfflineLookTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    private func paid(_ outcome: (LegOutcome.Settlement) -> LegOutcome, _ line: String = "100") throws -> TillRig {
        var rig = try TillShop.opened()
        rig.answers = [outcome(.init(amount: euros(400), tip: euros(0)))]
        rig.line(line)
        rig.key(4, "400")
        return rig
    }

    @Test("A part that was stored offline is told so where an approved one is PAID")
    func part() throws {
        let online = try paid { .settled($0) }
        let offline = try paid { .offline($0) }
        #expect(online.shows("PAID"))
        #expect(!online.shows("OFFLINE"))
        #expect(!offline.shows("PAID"))
        #expect(offline.shows("STORED OFFLINE"))
    }

    @Test("So is a ticket, with the payment named, and after the receipt was looked at")
    func whole() throws {
        var rig = try TillShop.opened()
        rig.answers = [.offline(.init(amount: euros(1000), tip: euros(0), intentID: "offline_k"))]
        rig.line("100")
        rig.key(4)
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.shows("not authorized"))
        #expect(!rig.shows("✓ DONE"))
        rig.press(.down)
        #expect(rig.shows("OFFLINE"))
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

/// What becomes of a sale that was stored offline, once its goods are gone.
@Suite struct TillOfflineTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// A sale of 10.00 that was stored offline; the leg's id.
    private func stored() throws -> (rig: TillRig, leg: String) {
        var rig = try TillShop.opened()
        rig.answers = [.offline(.init(amount: euros(1000), tip: euros(0), intentID: "offline_k"))]
        rig.line("100")
        rig.key(4)
        return (rig, try #require(rig.finished.first?.legs.first?.id))
    }

    private func lost(_ leg: String, _ rig: TillRig) -> PendingPayment {
        PendingPayment(id: "offline_k", leg: leg, state: .lost, amount: euros(1000), began: rig.time)
    }

    private func ends(_ rig: TillRig) -> [ShopEvent.Kind] {
        rig.journal.map(\.kind).filter { kind in
            switch kind {
            case .offlineApproved, .offlineLost: true
            default: false
            }
        }
    }

    @Test("A decline of goods that are gone is written down once, told, listed and acknowledged by a manager")
    func declined() throws {
        var (rig, leg) = try stored()
        for _ in 0..<2 { rig.send(.register(.leg(leg, .declined(reason: "stolen_card")))) }
        #expect(ends(rig) == [.offlineLost(leg: leg, amount: euros(1000), tip: euros(0), reason: "stolen_card")])
        #expect(rig.message?.kind == .bad)
        #expect(rig.message?.text.contains("Receipt 1") == true)
        rig.send(.news(.pending([lost(leg, rig)])))
        rig.key(9)
        #expect(rig.shows("offline, unpaid"))
        #expect(rig.shows("receipt 1"))
        #expect(rig.shows("1 unresolved"))
        rig.line("GB")
        rig.line("SO")
        rig.signIn(2)
        rig.key(9)
        rig.line("GB")
        #expect(rig.message?.kind == .bad)
        #expect(rig.wanted == [])
        rig.line("AK")
        #expect(rig.wanted == [.shop(.acknowledge(intentID: "offline_k", by: "mia"))])
    }

    @Test("An approval of what was stored is written down, and nobody is told")
    func approved() throws {
        var (rig, leg) = try stored()
        let before = rig.message
        let money = LegOutcome.Settlement(amount: euros(1000), tip: euros(0), isCaptured: true, intentID: "pi_1")
        for outcome in [LegOutcome.unknown, .settled(money), .settled(money), .declined(reason: "no")] {
            rig.send(.register(.leg(leg, outcome)))
        }
        #expect(ends(rig) == [.offlineApproved(leg: leg, intentID: "pi_1")])
        #expect(rig.message == before)
        #expect(rig.problems == [])
    }

    @Test("Nothing goes back to a card that was never charged, or not yet")
    func refunds() throws {
        for outcome in [LegOutcome.declined(reason: "no"), .unknown] {
            var (rig, leg) = try stored()
            rig.send(.register(.leg(leg, outcome)))
            rig.line("RF 1")
            rig.key(2)
            rig.managerAllows()
            rig.line("1")
            rig.key(4)
            #expect(rig.message?.text.contains(outcome == .unknown ? "OQ send" : "never charged") == true)
            #expect(rig.charges == [leg: 1])
            #expect(rig.problems == [])
        }
    }

    @Test("A loss that was known already is told when the till starts")
    func known() throws {
        var (rig, leg) = try stored()
        rig.send(.news(.pending([lost(leg, rig)])))
        #expect(rig.message?.kind == .bad)
    }

    @Test("After a start, and with the next shift, it is asked what became of what is stored")
    func asked() throws {
        var (rig, leg) = try stored()
        rig.isHolding = true
        rig.restart()
        #expect(rig.wanted == [.shop(.follow(legs: [leg]))])
        rig.signIn(2)
        rig.line("Z")
        rig.line("2*50")
        rig.key(2)
        rig.key(2)
        #expect(rig.till.register.book.shift == nil)
        // Without a shift there is nothing to book it in.
        rig.send(.register(.leg(leg, .declined(reason: "no"))))
        #expect(ends(rig) == [])
        rig.wanted = []
        rig.isHolding = false
        rig.shop.truth[leg] = .declined(reason: "no")
        rig.press(.escape)
        rig.line("OS")
        rig.line("2*50")
        rig.key(2)
        #expect(rig.wanted == [.shop(.follow(legs: [leg]))])
        #expect(ends(rig).count == 1)
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Payments of which a till knows no outcome")
struct TillUnknownTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// A till with a ticket of 10.00 whose card was sent, and no answer came.
    private func unknown() throws -> TillRig {
        var rig = try TillShop.opened()
        rig.answers = [.unknown]
        rig.line("100")
        rig.key(4)
        return rig
    }

    @Test("It has its own page: what is known, asked, and possible; no other card, no end")
    func page() throws {
        var rig = try unknown()
        let leg = try #require(rig.till.register.unknownLegs.first)
        #expect(rig.till.page == .unknown(leg: leg))
        #expect(rig.shows("OUTCOME UNKNOWN"))
        #expect(rig.shows("AC reference"))
        rig.key(4)
        rig.key(2)
        rig.press(.escape)
        #expect(rig.till.page == .unknown(leg: leg))
        #expect(rig.charges.count == 1)
        rig.press(.enter)
        #expect(rig.wanted == [.shop(.askAgain)])
        rig.scan(TillShop.pen)
        #expect(rig.till.page == .unknown(leg: leg))
    }

    @Test("When the gateway tells, the ticket goes on by itself")
    func resolved() throws {
        var rig = try unknown()
        rig.gatewayTells()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.soldByCard == 1000)
        #expect(rig.problems == [])
    }

    @Test("The question why it is accepted goes when the gateway tells")
    func resolvedWhileItIsAccepted() throws {
        var rig = try unknown()
        rig.line("AC slip")
        let asked = rig.till.register.question
        rig.gatewayTells()
        #expect(asked != nil)
        #expect(rig.till.register.question == nil)
        #expect(rig.shows("DONE: receipt 1"))
        #expect(!rig.shows("why?"))
    }

    @Test("Declined after all: nothing was taken, and another way pays")
    func resolvedDeclined() throws {
        var rig = try unknown()
        let leg = try #require(rig.till.register.unknownLegs.first)
        rig.send(.register(.leg(leg, .declined(reason: "no"))))
        #expect(rig.shows("DECLINED"))
        rig.key(3)
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("Parked, it lets the next customer pay; the outcome is told, and recalling finishes it")
    func parked() throws {
        var rig = try unknown()
        rig.line("PK blue hat")
        rig.scan(TillShop.pen)
        rig.line("CA")
        #expect(rig.finished.count == 1)
        rig.press(.enter)
        rig.key(9)
        #expect(rig.shows("outcome unknown"))
        #expect(rig.shows("blue hat"))
        rig.press(.enter)
        #expect(rig.wanted == [.shop(.askAgain)])
        rig.gatewayTells()
        #expect(rig.message?.text == "blue hat: the card was charged. F8 recalls the ticket")
        #expect(rig.shows("Every outcome is known"))
        rig.line("RC blue hat")
        #expect(rig.shows("DONE: receipt 2"))
        #expect(rig.soldByCard == rig.gatewayTotal)
        #expect(rig.problems == [])
    }

    @Test("A manager accepts it with a reference and a reason; it is never an approval")
    func accepted() throws {
        var rig = try unknown()
        rig.line("AC slip 4711")
        #expect(rig.shows("Accept an unknown payment: which manager?"))
        rig.managerAllows()
        rig.line("1 saw the statement")
        #expect(rig.finished.first?.legs.first?.reference == "slip 4711")
        guard case .accepted(by: "mia", reason: let reason)? = rig.finished.first?.legs.first?.standing else {
            Issue.record("not accepted")
            return
        }
        #expect(reason.contains("saw the statement"))
        #expect(rig.paper.map(\.number) == [nil, 1])
        #expect(rig.charges.count == 1)
        rig.line("AC again")
        #expect(rig.message?.kind == .bad)
    }

    @Test("Killed while a card runs: after the start the sale is where it was, and the card was charged once")
    func killed() throws {
        var rig = try TillShop.opened()
        rig.isHolding = true
        rig.line("100")
        rig.key(4)
        rig.restart()
        let leg = try #require(rig.till.register.unknownLegs.first)
        #expect(rig.till.page == .signIn)
        #expect(rig.wanted == [.shop(.follow(legs: [leg]))])
        rig.signIn()
        #expect(rig.till.page == .unknown(leg: leg))
        #expect(rig.shows("10.00 EUR"))
        rig.gatewayTells()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.charges[leg] == 1)
        #expect(rig.problems == [])
    }

    @Test("An outcome that comes while nobody is signed in leaves the sign-in in place")
    func toldBeforeSignIn() throws {
        var rig = try TillShop.opened()
        rig.isHolding = true
        rig.line("100")
        rig.key(4)
        rig.restart()
        let leg = try #require(rig.till.register.unknownLegs.first)
        rig.send(.register(.leg(leg, .declined(reason: "no funds"))))
        #expect(rig.till.page == .signIn)
        #expect(rig.shows("DECLINED: nothing was taken"))
        rig.signIn()
        #expect(rig.till.page == .tender)
        #expect(rig.shows("card: declined"))
        rig.key(3)
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("An approval that comes while nobody is signed in finishes the ticket, and is told there")
    func approvedBeforeSignIn() throws {
        var rig = try TillShop.opened()
        rig.isHolding = true
        rig.line("100")
        rig.key(4)
        rig.restart()
        rig.gatewayTells()
        #expect(rig.till.page == .signIn)
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.paper.count == 1)
        #expect(rig.finished.count == 1)
        rig.signIn()
        #expect(rig.till.page == .sale)
        #expect(rig.problems == [])
    }

    @Test("An approval that no ticket waits for is told at once; who may, acknowledges it or gives it back")
    func unclaimed() throws {
        var rig = try TillShop.opened()
        let lost = PendingPayment(id: "pi_1", state: .unclaimed, amount: euros(700), began: rig.time)
        let asked = PendingPayment(id: "pi_2", state: .unresolved, amount: euros(300), began: rig.time)
        rig.send(.news(.pending([lost, asked])))
        #expect(rig.message?.kind == .warning)
        rig.line("GB")
        #expect(rig.message?.kind == .bad)
        rig.key(9)
        #expect(rig.shows("approved, no ticket"))
        #expect(rig.shows("pi_1"))
        #expect(rig.shows("7.00"))
        rig.line("AK")
        #expect(rig.message?.text.contains("manager") == true)
        rig.line("SO")
        rig.signIn(2)
        rig.key(9)
        rig.line("GB")
        rig.line("1")
        rig.line("AK")
        #expect(rig.shop.orphans == ["pi_1"])
        #expect(rig.wanted == [.shop(.acknowledge(intentID: "pi_1", by: "mia"))])
        rig.press(.down)
        rig.line("GB")
        #expect(rig.message?.kind == .bad)
        #expect(rig.shop.orphans.count == 1)
        rig.send(.news(.pending([])))
        #expect(rig.shows("Every outcome is known"))
    }

    @Test("What is learned of a payment that a manager accepted is told with its receipt, and all is asked for again")
    func late() throws {
        var rig = try unknown()
        let leg = try #require(rig.till.register.unknownLegs.first)
        rig.line("AC slip")
        rig.managerAllows()
        rig.line("1")
        rig.send(.register(.leg(leg, .declined(reason: "no"))))
        #expect(rig.message?.kind == .warning)
        #expect(rig.wanted == [.shop(.askAgain)])
        #expect(rig.message?.text == "Receipt 1, accepted without proof: 10.00 EUR was never paid")
    }

    /// A till whose receipt 1 has a payment that a manager accepted while nobody knew its outcome; and that payment.
    private func acceptedUnknown() throws -> (rig: TillRig, leg: String) {
        var rig = try unknown()
        let leg = try #require(rig.till.register.unknownLegs.first)
        rig.line("AC slip 1")
        rig.managerAllows()
        rig.line("1")
        return (rig, leg)
    }

    @Test("A payment that was accepted stays listed with its receipt until it is known, and is never given back there")
    func acceptedIsListed() throws {
        var (rig, leg) = try acceptedUnknown()
        rig.line("SO")
        rig.signIn(2)
        rig.key(9)
        #expect(rig.shows("receipt 1"))
        #expect(!rig.shows("Every outcome is known"))
        rig.lines("GB", "AK")
        #expect(rig.message?.kind == .bad)
        #expect(rig.shop.orphans == [])
        rig.isHolding = true
        rig.restart()
        #expect(rig.wanted.last == .shop(.follow(legs: [leg])))
        rig.signIn(2)
        rig.key(9)
        #expect(rig.shows("receipt 1"))
        #expect(rig.problems == [])
    }

    @Test("An approval that comes later is the receipt's: it is written down, no orphan, and can be refunded")
    func acceptedIsPaid() throws {
        var (rig, leg) = try acceptedUnknown()
        let approved = LegOutcome.settled(.init(amount: euros(1000), tip: euros(0), intentID: "pi_9"))
        rig.send(.register(.leg(leg, approved)))
        #expect(rig.message?.text == "Receipt 1, accepted without proof: 10.00 EUR was paid")
        rig.key(9)
        #expect(rig.shows("Every outcome is known"))
        rig.send(.register(.leg(leg, approved)))
        rig.restart()
        rig.signIn(2)
        rig.key(9)
        #expect(rig.shows("Every outcome is known"))
        #expect(!rig.wanted.contains(.shop(.follow(legs: [leg]))))
        rig.line("RF 1")
        rig.key(2)
        rig.line("1")
        rig.key(4)
        #expect(rig.finished.last?.legs.map(\.intentID) == ["pi_9"])
        #expect(rig.problems == [])
    }

    @Test("What was accepted and never paid is a loss: listed until somebody acknowledged it, and booked")
    func acceptedIsLost() throws {
        var (rig, leg) = try acceptedUnknown()
        rig.send(.register(.leg(leg, .declined(reason: "no"))))
        #expect(rig.message?.text == "Receipt 1, accepted without proof: 10.00 EUR was never paid")
        rig.restart()
        rig.signIn(2)
        rig.key(9)
        #expect(rig.shows("never paid"))
        #expect(rig.shows("receipt 1"))
        rig.line("GB")
        #expect(rig.message?.kind == .bad)
        rig.line("AK")
        rig.line("3 wrote to the customer")
        #expect(rig.shows("Every outcome is known"))
        let report = try #require(try? rig.till.register.book.report(at: rig.time, by: nil))
        #expect(report.payments.map { "\($0.name) \($0.amount.minorUnits)" } == ["card 0", "never paid 1000"])
        #expect(rig.problems == [])
    }

    @Test("To give an approval back that no ticket waits for takes a manager, the amount and a reason, and is booked")
    func orphanGivenBack() throws {
        var rig = try TillShop.opened()
        rig.send(.news(.pending([PendingPayment(id: "pi_1", state: .unclaimed, amount: euros(700), began: rig.time)])))
        rig.key(9)
        rig.line("GB")
        #expect(rig.shows("7.00 EUR"))
        #expect(rig.shows("which manager?"))
        rig.managerAllows()
        #expect(rig.shows("7.00 EUR"))
        #expect(rig.shows("why?"))
        #expect(rig.shop.orphans == [])
        rig.line("1")
        #expect(rig.shop.orphans == ["pi_1"])
        let report = try #require(try? rig.till.register.book.report(at: rig.time, by: nil))
        #expect(report.audit.contains { $0.name == "given back without a ticket" && $0.amount == euros(700) })
        #expect(rig.problems == [])
    }

    @Test("The list of what is unknown is empty when all is known, and Esc leaves it")
    func empty() throws {
        var rig = try TillShop.opened()
        rig.line("UR")
        #expect(rig.shows("Every outcome is known"))
        rig.press(.down, .pageDown, .escape)
        #expect(rig.till.page == .sale)
        rig.line("AC slip")
        #expect(rig.message?.kind == .bad)
    }

    @Test("Before the journal has told what is open, nobody is told that nothing is")
    func beforeTheJournalHasTold() throws {
        var rig = TillRig(try TillShop.setup(), knowsPending: false)
        rig.signIn()
        rig.line("2")
        rig.key(2)
        rig.line("UR")
        #expect(rig.shows("Looking through the journal"))
        rig.send(.news(.pending([])))
        #expect(rig.shows("Every outcome is known"))
    }
}

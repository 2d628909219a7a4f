import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Paying at a till")
struct TillPaymentTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    /// A till with a ticket of 10.00 whose card waits for the customer.
    private func charging(hasCustomer: Bool = false) throws -> TillRig {
        var rig = try TillShop.opened(hasCustomer: hasCustomer)
        rig.isHolding = true
        rig.line("100")
        rig.key(2)
        rig.key(4)
        return rig
    }

    @Test("Cash: what is given, and what is given back")
    func cash() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.key(2)
        #expect(rig.till.page == .tender)
        #expect(rig.shows("To pay  2.50 EUR"))
        rig.key(3, "500")
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.shows("CHANGE  2.50 EUR"))
        #expect(rig.drawer.count == 1)
        #expect(rig.paper.count == 1)
        rig.press(.down)
        #expect(rig.till.page == .paper(rig.paper[0], top: 0))
        rig.press(.escape)
        #expect(rig.shows("Next customer"))
        rig.scan(TillShop.pen)
        rig.line("100CA")
        #expect(rig.shows("PAID"))
        #expect(rig.shows("Still to pay  1.50 EUR"))
        rig.press(.enter)
        rig.line("CA")
        #expect(rig.finished.map(\.total) == [euros(250), euros(250)])
        #expect(rig.problems == [])
    }

    @Test("Cash is rounded as a whole, and the page says to what")
    func rounded() throws {
        var rig = try TillShop.opened(step: 5)
        rig.line("1003 DP 1")
        rig.key(2)
        #expect(rig.shows("To pay  10.03 EUR"))
        #expect(rig.shows("In cash  10.05 EUR"))
        rig.key(3)
        #expect(rig.finished.map(\.rounding) == [euros(2)])
    }

    @Test("A card: what the reader shows, what Esc does, and the end")
    func card() throws {
        var rig = try charging()
        let leg = try #require(rig.till.charge?.leg)
        #expect(rig.shows("10.00 EUR"))
        #expect(rig.shows("preparing"))
        #expect(rig.shows("Esc stops it: nothing is charged"))
        rig.send(.news(.card(leg: leg, .waiting([.tapCard, .insertCard]))))
        #expect(rig.shows("Reader takes: Tap / Insert"))
        rig.send(.news(.card(leg: leg, .shows(.retryCard))))
        #expect(rig.shows("For the customer:"))
        rig.send(.news(.card(leg: leg, .read("visa 4242"))))
        rig.send(.news(.card(leg: leg, .processing)))
        #expect(rig.shows("with the issuer"))
        #expect(rig.shows("visa 4242"))
        #expect(rig.shows("Too late for Esc"))
        rig.send(.news(.card(leg: leg, .sendingAgain(2))))
        #expect(rig.shows("asked 2 times"))
        rig.send(.news(.card(leg: "another", .processing)))
        #expect(rig.shows("asked 2 times"))
        rig.time += 60_000
        rig.send(.tick)
        #expect(rig.shows("Running for 6"))
        rig.cardAnswers()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.till.charge == nil)
        #expect(rig.problems == [])
    }

    @Test("A declined card took nothing; another one, or cash, pays")
    func declined() throws {
        var rig = try charging()
        rig.cardAnswers(.declined(reason: "insufficient funds"))
        #expect(rig.shows("DECLINED: nothing was taken"))
        #expect(rig.shows("insufficient funds"))
        #expect(rig.shows("Still to pay  10.00 EUR"))
        rig.key(4)
        #expect(rig.till.page == .card)
        rig.cardAnswers()
        #expect(rig.finished.count == 1)
        #expect(rig.charges.count == 2)
        #expect(rig.soldByCard == 1000)
        #expect(rig.gatewayTotal == 1000)
        #expect(rig.problems == [])
    }

    @Test("Esc, or CL, asks that the charge be stopped; what was stopped took nothing", arguments: [true, false])
    func canceled(isKey: Bool) throws {
        var rig = try charging()
        if isKey { rig.press(.escape) } else { rig.line("CL") }
        #expect(rig.shows("CANCELED AT THE TILL: nothing was taken"))
        rig.key(3)
        #expect(rig.finished.count == 1)
        #expect(rig.soldForCash == 1000)
        #expect(rig.problems == [])
    }

    @Test("A cancel that comes too late is told as the approval that it is")
    func canceledTooLate() throws {
        var rig = try charging()
        let leg = try #require(rig.till.charge?.leg)
        let held = rig.held
        rig.held = [:]
        rig.press(.escape)
        #expect(rig.till.page == .card)
        #expect(rig.shows("Asked to stop"))
        rig.held = held
        rig.cardAnswers()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.charges[leg] == 1)
    }

    @Test("While a card runs nothing else pays it, and every way leads back to it")
    func running() throws {
        var rig = try charging()
        rig.key(4)
        rig.key(3)
        rig.line("800XT")
        #expect(rig.message?.kind == .bad)
        #expect(rig.charges.count == 1)
        rig.key(2)
        #expect(rig.till.page == .card)
        rig.scan(TillShop.pen)
        #expect(rig.shows("NOT SOLD '4006381333931': a card payment is running"))
        #expect(rig.till.page == .card)
        rig.press(.escape)
        #expect(!rig.shows("NOT SOLD"))
        #expect(rig.till.charge?.isCancelAsked == false)
        for page in ["UR", "OQ", "RE", "RD"] {
            rig.line(page)
            #expect(rig.till.page != .card)
            rig.press(.escape)
            #expect(rig.till.page == .card)
        }
        rig.line("LK")
        rig.cardAnswers()
        #expect(rig.till.isLocked)
        #expect(!rig.shows("DONE"))
        rig.signIn()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.problems == [])
    }

    @Test("A card's outcome is seen although the help is open")
    func outcomeOverHelp() throws {
        var rig = try charging()
        rig.key(1)
        rig.cardAnswers(.declined(reason: "no funds"))
        #expect(rig.shows("DECLINED"))
    }

    @Test("A window that is made smaller and larger while a card runs loses nothing")
    func resized() throws {
        var rig = try charging()
        rig.type("50")
        let before = rig.till
        for (width, height) in [(40, 12), (20, 5), (0, 0), (200, 60), (80, 24)] { rig.resize(width, height) }
        #expect(rig.till.charge == before.charge)
        #expect(rig.till.page == before.page)
        #expect(rig.till.console.editor == before.console.editor)
        rig.resize(39, 24)
        rig.press(.escape)
        rig.scan(TillShop.pen)
        rig.press(.function(10))
        #expect(rig.till.charge?.isCancelAsked == false)
        #expect(rig.till.console.question == nil)
        rig.resize(80, 24)
        #expect(rig.message?.kind == .warning)
        rig.cardAnswers()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.problems == [])
    }

    @Test("The question before the end keeps a charge running, and no scan answers it")
    func quitWhileRunning() throws {
        var rig = try charging()
        rig.press(.function(10))
        rig.scan("yyyyyyyy")
        rig.type("y", isFast: true)
        #expect(rig.wanted == [.screen(.bell)])
        rig.press(.escape)
        #expect(rig.till.page == .card)
        #expect(rig.till.charge?.isCancelAsked == false)
        rig.press(.control("c"))
        rig.type("y")
        #expect(rig.wanted == [.screen(.bell), .screen(.quit)])
    }

    @Test("A ticket is split over card, voucher and cash")
    func split() throws {
        var rig = try TillShop.opened()
        rig.lines("3*100")
        rig.key(2)
        rig.key(4, "1000")
        #expect(rig.shows("PAID"))
        #expect(rig.shows("Still to pay  20.00 EUR"))
        rig.press(.enter)
        #expect(rig.till.page == .tender)
        #expect(rig.shows("card: paid  10.00"))
        rig.line("800XT")
        rig.line("5000CA")
        #expect(rig.shows("CHANGE  38.00 EUR"))
        let legs = try #require(rig.finished.first).legs
        #expect(legs.map(\.amount) == [euros(1000), euros(800), euros(1200)])
        #expect(rig.problems == [])
    }

    @Test("A card that approves less leaves the rest to be paid")
    func partial() throws {
        var rig = try charging()
        rig.cardAnswers(.settled(.init(amount: euros(400), tip: euros(0))))
        #expect(rig.shows("PAID"))
        #expect(rig.shows("Still to pay  6.00 EUR"))
        rig.key(3)
        #expect(rig.finished.first?.legs.map(\.amount) == [euros(400), euros(600)])
    }

    @Test("A tip comes on top of the next payment, and Esc takes it off")
    func tip() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(2)
        rig.line("10%TP")
        #expect(rig.message?.text == "The tip is added to the next payment")
        rig.isHolding = true
        rig.line("CD")
        #expect(rig.till.charge?.amount == euros(1100))
        rig.cardAnswers()
        #expect(rig.finished.first?.legs.first?.tip == euros(100))
        rig.line("100")
        rig.line("200TP")
        rig.press(.escape)
        rig.key(2)
        rig.line("15%TP")
        #expect(rig.shows("Tip on the next payment (Esc: none)  15%"))
        rig.press(.escape)
        #expect(rig.till.page == .tender)
        #expect(!rig.shows("Tip on"))
        rig.line("CA")
        #expect(rig.finished.last?.legs.first?.tip == euros(0))
        #expect(rig.problems == [])
    }

    @Test("A payment stored offline is marked, and its slip is no receipt")
    func offline() throws {
        var rig = try charging()
        rig.cardAnswers(.offline(.init(amount: euros(1000), tip: euros(0))))
        #expect(rig.paper.last?.kind == .offline)
        #expect(rig.finished.first?.legs.first?.standing == .offline)
        #expect(rig.message?.text.hasPrefix("Stored offline") == true)
    }

    @Test("A scan on the result begins the next ticket, and what comes as fast as a scan pays nothing")
    func scanAfterwards() throws {
        var rig = try TillShop.opened()
        rig.scan(TillShop.pen)
        rig.key(2)
        rig.type("99CA", isFast: true)
        rig.send(.input(.key(.enter, isFast: true)))
        #expect(rig.finished.isEmpty)
        #expect(rig.message?.kind == .warning)
        rig.press(.escape)
        rig.key(3)
        rig.scan("100")
        #expect(rig.till.page == .sale)
        #expect(rig.till.register.ticket?.total == euros(1000))
    }

    @Test("Cash that would need a note too much is asked for again")
    func absurdCash() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "99999900CA")
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.register.ticket?.legs.isEmpty == true)
        rig.line("2000CA")
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.problems == [])
    }

    @Test("A finished ticket tells how each part was paid")
    func parts() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "100CD")
        rig.key(3)
        #expect(rig.shows("card  1.00 EUR"))
        #expect(rig.shows("cash  1.50 EUR"))
        #expect(rig.problems == [])
    }

    @Test("While the customer has the letters, an amount is still the cashier's")
    func amountBesideCustomer() throws {
        var rig = try TillShop.opened(hasCustomer: true)
        rig.line("11")
        rig.press(.tab)
        rig.type("100")
        rig.key(4)
        #expect(rig.till.register.ticket?.legs.map(\.asked) == [TillShop.euros(100)])
        #expect(rig.problems == [])
    }
}

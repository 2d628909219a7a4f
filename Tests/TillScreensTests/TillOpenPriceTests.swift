import TenderModel
import TenderSale
import Testing
import TillScreens

/// Articles without a price of their own ask for it.
@Suite struct TillOpenPriceTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    @Test("An article with an open price asks for it, and is sold at what is typed")
    func asks() throws {
        var rig = try TillShop.opened()
        rig.line("2*70")
        #expect(rig.shows("Flowers"))
        #expect(rig.shows("unit price?"))
        rig.line("12,50")
        #expect(rig.till.question == nil)
        #expect(rig.till.register.ticket?.total == euros(2500))
        #expect(rig.shows("Flowers"))
        #expect(rig.problems == [])
        rig.scan("7")
        rig.line("300")
        #expect(rig.till.register.ticket?.total == euros(2800))
        #expect(rig.problems == [])
    }

    @Test("What is no price is told and asked again; Esc sells nothing")
    func refuses() throws {
        var rig = try TillShop.opened()
        rig.line("70")
        var wrong: [String] = []
        for typed in ["x", "-1", "1.234", "99999999999999999", "10*3"] {
            rig.line(typed)
            if rig.message?.kind != .bad || rig.till.question == nil { wrong.append(typed) }
            rig.press(.control("u"))
        }
        #expect(wrong == [])
        rig.type("4006381333931", isFast: true)
        rig.send(.input(.key(.enter, isFast: true)))
        #expect(rig.till.question != nil)
        #expect(rig.shows("NOT SOLD"))
        rig.press(.escape)
        rig.press(.escape)
        #expect(rig.till.question == nil)
        #expect(rig.till.register.ticket == nil)
        #expect(rig.problems == [])
    }

    @Test("Where nothing can be rung up, no price is asked for")
    func refusesFirst() throws {
        var rig = TillRig(try TillShop.setup())
        rig.signIn()
        rig.press(.escape)
        rig.line("70")
        #expect(rig.till.question == nil)
        #expect(rig.message?.kind == .bad)
    }
}

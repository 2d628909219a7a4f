import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Scans that sell nothing")
struct TillScanTests {
    private static let unknown = "2000000000015"

    /// How often the bell rang since the start of an act.
    private func bells(_ rig: TillRig) -> Int { rig.wanted.count { $0 == .screen(.bell) } }

    @Test("An unknown code in a burst rings the bell and stays in sight, with the code, until it is acknowledged")
    func unknownInABurst() throws {
        var rig = try TillShop.opened()
        for code in [TillShop.pen, Self.unknown, "100"] { rig.scan(code) }
        #expect(rig.till.register.ticket?.total == TillShop.euros(1250))
        #expect(rig.shows(Self.unknown))
        #expect(bells(rig) == 1)
        rig.key(2)
        rig.type("2000")
        #expect(rig.shows(Self.unknown))
        rig.key(3)
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.shows(Self.unknown))
        rig.line("11")
        #expect(rig.shows(Self.unknown))
        #expect(rig.shows("Pen, blue"))
        rig.press(.escape)
        #expect(!rig.shows(Self.unknown))
        #expect(rig.till.register.ticket?.total == TillShop.euros(250))
        #expect(rig.problems == [])
    }

    @Test("So does a short code that came as fast as a scan, and every other reason why a scan sold nothing")
    func everyReason() throws {
        var rig = try TillShop.opened()
        rig.type("999", isFast: true)
        rig.send(.input(.key(.enter, isFast: true)))
        rig.scan("70")
        rig.scan("7777777")
        rig.press(.escape)
        rig.line("100")
        rig.line("VD")
        rig.scan("1111111")
        rig.press(.escape)
        rig.isHolding = true
        rig.line("CD")
        rig.scan("2222222")
        rig.cardAnswers()
        rig.line("Z")
        rig.scan("3333333")
        rig.resize(20, 5)
        rig.scan("4444444")
        rig.resize(80, 24)
        rig.line("LK")
        rig.scan("5555555")
        rig.press(.escape)
        var missing = ["999", "7777777", "1111111", "2222222", "3333333", "4444444", "*******"]
        #expect(bells(rig) == missing.count)
        rig.line("1")
        rig.line(TillShop.pins["anna"] ?? "")
        for _ in 0..<7 {
            missing.removeAll { rig.shows("'\($0)'") }
            rig.press(.escape)
        }
        #expect(missing == [])
        #expect(rig.problems == [])
    }

    @Test("What comes as fast as a scan acknowledges nothing")
    func notByAScanner() throws {
        var rig = try TillShop.opened()
        rig.scan(Self.unknown)
        for key in [Key.enter, .escape] { rig.send(.input(.key(key, isFast: true))) }
        rig.scan(TillShop.pen)
        #expect(rig.shows(Self.unknown))
        rig.line("CL")
        #expect(!rig.shows(Self.unknown))
    }
}

import TenderModel
import TenderPrinting
import TenderSale
import Testing
import TillScreens

@Suite("Payments on the customer's phone")
struct TillLinkTests {
    private static let address = "http://127.0.0.1:40123/c/pay/cs_test_a1B2c3D4e5F6g7H8i9J0k1L2"

    /// A till with a link for 10.00 that is shown.
    private func shown(_ address: String = address) throws -> TillRig {
        var rig = try TillShop.opened()
        rig.isHolding = true
        rig.lines("100", "PL")
        let leg = try #require(rig.till.charge?.leg)
        rig.send(.news(.link(leg: leg, address: address, code: QRMatrix(encoding: address, correction: .low))))
        return rig
    }

    @Test("The code is whole at 80x24, beside what is to be done, and the slip has it too")
    func code() throws {
        let rig = try shown()
        let lines = try #require(QRMatrix(encoding: Self.address, correction: .low)).textLines
        let rows = (0..<lines.count).map { String(rig.grid().text(ofRow: $0).suffix(lines[0].count)) }
        #expect(rows == lines)
        #expect(rig.shows("Pay by link  10.00"))
        #expect(rig.shows("Esc closes the page"))
        #expect(rig.shows("TOTAL"))
        #expect(rig.paper.map(\.kind) == [.link])
        #expect(rig.paper.first?.qrText == Self.address)
        #expect(rig.problems == [])
        let read = PlainFrame(rig.grid()).lines.joined()
        #expect(read.contains("http://127.0.0.1"))
        #expect(!read.contains("▀"))
        #expect(!read.contains("█"))
    }

    @Test("A code that does not fit is left out, and the address stands there")
    func fallback() throws {
        let long = Self.address + "#" + String(repeating: "x", count: 300)
        let texts = [
            try shown().grid(GridSize(width: 60, height: 18)).text, try shown().grid(isUTF8: false).text,
            try shown(long).screen,
        ]
        #expect(texts.map { $0.contains("http://127.0.0.1") } == [true, true, true])
        #expect(texts.map { $0.contains("▀") } == [false, false, false])
    }

    @Test("Nothing else pays meanwhile; what the page says ends it")
    func outcome() throws {
        var rig = try shown()
        rig.key(3)
        rig.key(4)
        rig.line("PL")
        rig.scan(TillShop.pen)
        #expect(rig.till.page == .card)
        #expect(rig.charges.count == 1)
        rig.cardAnswers()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.shows("link"))
        #expect(rig.finished.first?.legs.first?.method == .link)
        #expect(rig.problems == [])
    }

    @Test("Esc asks that the page be closed; closed, nothing was taken")
    func closed() throws {
        var rig = try shown()
        rig.press(.escape)
        #expect(rig.shows("CANCELED AT THE TILL: nothing was taken"))
        #expect(rig.till.register.ticket?.remaining == TillShop.euros(1000))
        rig.key(3)
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("While nobody answers the code stays, and a page nobody knows of has its own words")
    func unknown() throws {
        var rig = try shown()
        let leg = try #require(rig.till.charge?.leg)
        rig.send(.news(.card(leg: leg, .asking(2))))
        #expect(rig.shows("asked 2 times"))
        #expect(rig.shows("▀"))
        rig.send(.news(.card(leg: leg, .showing)))
        #expect(rig.shows("the customer scans"))
        rig.cardAnswers(.unknown)
        #expect(rig.shows("the page was open"))
        #expect(!rig.shows("▀"))
        #expect(rig.till.page == .unknown(leg: leg))
        rig.lines("PK hat", "11", "CA")
        rig.gatewayTells()
        rig.line("RC hat")
        #expect(rig.finished.map(\.number) == [1, 2])
        #expect(rig.problems == [])
    }

    @Test("Killed while it is shown, the till asks what became of it")
    func killed() throws {
        var rig = try shown()
        rig.restart()
        let leg = try #require(rig.till.register.unknownLegs.first)
        #expect(rig.wanted == [.shop(.follow(legs: [leg]))])
        rig.signIn()
        rig.gatewayTells()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.problems == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

/// What must stand on no screen and no paper, whatever a reader, a gateway or a person says.
@Suite("A till's secrets")
struct TillSecrecyTests {
    private static let number = "5555341244441115"
    private static let spaced = "5555 3412 4444 1115"

    private static func digits(_ text: String) -> String { text.filter(\.isNumber) }

    /// The screen at several sizes, and what is on the paper of it.
    private static func seen(_ rig: TillRig) -> [String] {
        let sizes = [(40, 12), (80, 24), (120, 40)].map { GridSize(width: $0.0, height: $0.1) }
        return sizes.map { rig.grid($0).text }
    }

    private static func paper(_ rig: TillRig) -> [String] {
        (rig.paper + rig.reprints).flatMap { receipt in
            [ReceiptLayout(width: 42), ReceiptLayout(width: 120, copy: .merchant)].map { layout in
                PlainTextReceipt.render(layout.lines(of: receipt), width: layout.width)
            }
        }
    }

    @Test("A card number is on no screen and no paper")
    func cardNumber() throws {
        var rig = try TillShop.opened(hasCustomer: true)
        var screens: [String] = []
        func look(_ rig: TillRig) { screens += Self.seen(rig) }
        rig.card = CardDetails(brand: .unknown(Self.number), last4: Self.number)
        rig.scan(Self.number)
        look(rig)
        rig.scan("%B\(Self.number)^DOE/J^3012?")
        look(rig)
        rig.isHolding = true
        rig.lines("3*100")
        rig.key(4, "1000")
        let leg = try #require(rig.till.charge?.leg)
        rig.send(.news(.card(leg: leg, .read(Self.spaced))))
        look(rig)
        rig.send(.news(.customer(CustomerCondition(card: Self.spaced, cardNote: Self.number))))
        look(rig)
        rig.cardAnswers(.declined(reason: "card \(Self.spaced) is blocked"))
        look(rig)
        rig.key(4, "1000")
        rig.cardAnswers()
        look(rig)
        rig.key(4, "500")
        rig.cardAnswers(.unknown)
        rig.line("AC \(Self.number)")
        rig.managerAllows()
        rig.line("1 \(Self.spaced)")
        look(rig)
        rig.line("PK \(Self.number)")
        look(rig)
        rig.line("RC \(Self.number)")
        rig.line("CA")
        look(rig)
        rig.line("RP")
        look(rig)
        rig.line("2000PI \(Self.number)")
        look(rig)
        rig.line("RF")
        look(rig)
        rig.send(.news(.failed("the gateway says \(Self.number)")))
        rig.send(.news(.diagnosis([Self.number])))
        rig.send(.news(.readersFound([FoundReader(id: "a", name: Self.number, problem: Self.spaced)])))
        rig.line("RD")
        look(rig)
        let entry = OfflineQueue.Entry(
            id: "o", amount: TillShop.euros(1), card: Self.number, state: Self.spaced, storedAt: rig.time)
        rig.send(.news(.offline(OfflineQueue(entries: [entry]))))
        rig.line("OQ")
        look(rig)
        rig.lines("Z")
        rig.key(2)
        rig.key(2)
        look(rig)
        #expect(rig.paper.map(\.kind) == [.declined, .pending, .pending, .paidIn, .zReport])
        #expect((screens + Self.paper(rig)).filter { Self.digits($0).contains("53412444") } == [])
        #expect(screens.contains { $0.contains("1115") })
    }

    @Test("The shop's own codes are shown whole, whatever they look like")
    func codes() throws {
        var rig = try TillShop.opened()
        rig.line("PV book")
        #expect(rig.shows("100"))
        rig.scan(TillShop.pen)
        #expect(rig.till.register.ticket?.total == TillShop.euros(250))
    }

    @Test("A PIN is on no screen, no paper, and in no event")
    func pins() throws {
        var rig = try TillShop.opened()
        var screens: [String] = []
        rig.line("100")
        rig.lines("10%TD", "1")
        for digit in "97531086" {
            rig.type(String(digit))
            screens += Self.seen(rig)
        }
        rig.press(.enter)
        rig.lines("4", "CA", "X")
        rig.managerAllows()
        rig.line("LK")
        rig.signIn(2)
        screens += Self.seen(rig)
        rig.press(.up, .up)
        screens += Self.seen(rig)
        let texts = screens + Self.paper(rig) + rig.journal.map { "\($0)" } + ["\(rig.till)"]
        #expect(rig.finished.count == 1)
        #expect(rig.till.isLocked == false)
        #expect(texts.filter { text in rig.pins.values.contains { text.contains($0) } } == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("A till's other pages")
struct TillPageTests {
    @Test("The offline queue is listed, and sent when it is wanted")
    func offline() throws {
        var rig = try TillShop.opened()
        rig.line("OQ")
        #expect(rig.shows("Nothing is waiting to be sent"))
        let entry = OfflineQueue.Entry(
            id: "o1", amount: TillShop.euros(450), card: "visa 4242", state: "waiting", storedAt: rig.time)
        rig.send(.news(.offline(OfflineQueue(entries: [entry], isOnline: false))))
        #expect(rig.shows("visa 4242"))
        #expect(rig.shows("4.50"))
        rig.press(.enter)
        rig.line("OQ send")
        #expect(rig.wanted == [.shop(.forwardOffline), .shop(.forwardOffline)])
        rig.press(.escape)
        #expect(rig.till.page == .sale)
    }

    @Test("Readers are looked for, connected, looked into and let go")
    func reader() throws {
        var rig = try TillShop.opened()
        rig.line("RD")
        #expect(rig.wanted == [.shop(.reader(.discover))])
        rig.send(.news(.readersFound([FoundReader(id: "r1", name: "Tap 1"), FoundReader(id: "r2", name: "Chip 2")])))
        #expect(rig.shows("Tap 1"))
        #expect(rig.shows("Chip 2"))
        rig.press(.down, .enter)
        rig.lines("RD find", "RD check", "RD off", "RD nonsense")
        #expect(
            rig.wanted.dropFirst() == [
                .shop(.reader(.connect(id: "r2"))), .shop(.reader(.discover)), .shop(.reader(.diagnose)),
                .shop(.reader(.disconnect)),
            ])
        #expect(rig.message?.kind == .bad)
        rig.send(.news(.reader(ReaderCondition(status: .connected, name: "Chip 2", battery: 80, problem: "old"))))
        rig.send(.news(.diagnosis(["the cable is loose"])))
        #expect(rig.shows("Chip 2"))
        #expect(rig.shows("80 %"))
        #expect(rig.shows("the cable is loose"))
        #expect(rig.shows("old"))
        rig.press(.escape)
        #expect(rig.till.page == .sale)
        #expect(rig.shows("reader ready"))
    }

    @Test("The simulated customer has the letters while a card runs, and Tab gives them back")
    func customer() throws {
        var rig = try TillShop.opened(hasCustomer: true)
        rig.send(.news(.customer(CustomerCondition(card: "Visa 4242", cardNote: "is approved"))))
        #expect(rig.shows("SIMULATED"))
        #expect(rig.shows("Visa 4242"))
        rig.isHolding = true
        rig.line("100")
        rig.key(4)
        #expect(rig.till.isCustomersTurn)
        #expect(rig.shows("customer >"))
        rig.type("TiSrcXunl")
        #expect(
            rig.wanted
                == [.tap, .insert, .swipe, .remove, .nextCard, .cancel, .unplug, .network, .loseAnswer]
                .map { .shop(.customer($0)) })
        rig.type("q")
        #expect(rig.message?.kind == .warning)
        rig.press(.tab)
        #expect(!rig.till.isCustomersTurn)
        rig.line("CU tap")
        #expect(rig.wanted.count == 10)
        rig.line("CU dance")
        #expect(rig.message?.kind == .bad)
        rig.press(.tab)
        rig.cardAnswers()
        #expect(!rig.till.isCustomersTurn)
        #expect(rig.shows("DONE"))
    }

    @Test("All that is wrong with the simulated world is in the strip of a usual window")
    func strip() throws {
        let rig = try TillPages.make("customer-card")
        #expect(rig.shows("card is in the slot"))
        #expect(rig.shows("next answer is lost"))
    }

    @Test("Beside a real reader nobody plays the customer")
    func realCustomer() throws {
        var rig = try TillShop.opened()
        rig.send(.news(.customer(CustomerCondition(card: "Visa"))))
        rig.press(.tab)
        rig.line("CU tap")
        #expect(rig.wanted.isEmpty)
        #expect(rig.message?.kind == .bad)
        #expect(!rig.till.isCustomersTurn)
        #expect(!rig.shows("SIMULATED"))
    }

    @Test("What is unresolved, not printed or stored offline stays in the state until it is looked into")
    func notes() throws {
        var rig = try TillShop.opened()
        let lost = PendingPayment(id: "pi_1", state: .unclaimed, amount: nil, began: rig.time)
        let entry = OfflineQueue.Entry(
            id: "o1", amount: TillShop.euros(450), card: "visa 4242", state: "waiting", storedAt: rig.time)
        rig.send(.news(.pending([lost])))
        rig.send(.news(.printer(.failed("no paper"))))
        rig.send(.news(.offline(OfflineQueue(entries: [entry]))))
        rig.press(.escape)
        let state = rig.grid().text(ofRow: 1)
        #expect(state.hasPrefix("Anna · shift 1  ? 1 unresolved  ! not printed  ! 1 offline"))
        #expect(rig.grid(Console.smallest).text(ofRow: 1).contains("? 1 un"))
        rig.send(.news(.pending([])))
        rig.send(.news(.printer(.ready)))
        rig.send(.news(.offline(OfflineQueue())))
        #expect(rig.grid().text(ofRow: 1).hasPrefix("Anna · shift 1    "))
    }

    @Test("A long list of sales shows those around the chosen one")
    func manySales() throws {
        var rig = try TillShop.opened()
        for _ in 0..<40 { rig.lines("11", "CA") }
        rig.line("RF")
        #expect(rig.shows("    40 Pen"))
        #expect(!rig.shows("    24 Pen"))
        rig.press(.end)
        #expect(rig.shows("›      1 Pen"))
        #expect(rig.shows("    14 Pen"))
        rig.press(.up, .up)
        #expect(rig.shows("›      3 Pen"))
    }

    @Test("What cashiers often meet is refused in their language", arguments: [TillLanguage.german, .french])
    func refusals(language: TillLanguage) throws {
        var spoken = try TillShop.opened(language)
        var english = try TillShop.opened()
        var untranslated: [String] = []
        let lines = [
            "999", "CA", "TL", "VD", "RC nobody", "RF 9", "RP 9", "500 DP 9", "OS", "11", "RF 1", "VD 7", "Z",
            "300XT", "100CD", "CN", "1", "RC", "CA", "8", "900LD", "CN", "1", "RF 1", "9.00", "1", "97531086", "1",
            "900CA", "CN", "1", "70", "1,999",
        ]
        for line in lines {
            spoken.line(line)
            english.line(line)
            guard spoken.message?.kind == .bad, spoken.message == english.message else { continue }
            untranslated.append("\(line): \(spoken.message?.text ?? "")")
        }
        #expect(untranslated == [])
    }

    @Test("What stops the printer is told once")
    func printer() throws {
        var rig = try TillShop.opened()
        rig.send(.news(.printer(.failed("no paper"))))
        #expect(rig.message == MessageLine(.warning, "no paper"))
        rig.press(.escape)
        rig.send(.news(.printer(.failed("no paper"))))
        #expect(rig.message == nil)
        rig.send(.news(.failed("it failed")))
        #expect(rig.message?.kind == .bad)
        rig.send(.news(.done("it is done")))
        #expect(rig.message?.kind == .good)
    }

    @Test("CL does what Esc does on every page", arguments: TillPages.names)
    func clear(name: String) throws {
        var byKey = try TillPages.make(name)
        var byWord = byKey
        byKey.press(.escape)
        if byWord.till.isCustomersTurn { byWord.press(.tab) }
        byWord.line("CL")
        guard ![.starting, .signIn].contains(byKey.till.page) else { return }
        #expect(byWord.till.page == byKey.till.page)
    }

    @Test("Esc leaves every page for the one where work goes on", arguments: TillPages.names)
    func escape(name: String) throws {
        var rig = try TillPages.make(name)
        for _ in 0..<4 { rig.press(.escape) }
        let once = rig.till.page
        rig.press(.escape)
        #expect(rig.till.page == once)
        #expect(rig.problems == [])
    }

    @Test("A scan answers nothing and pays nothing on any page", arguments: TillPages.names)
    func scan(name: String) throws {
        var rig = try TillPages.make(name)
        let before = rig.till
        let charges = rig.charges
        rig.scan(TillShop.pen)
        rig.send(.input(.key(.enter, isFast: true)))
        rig.scan("1")
        rig.send(.input(.key(.enter, isFast: true)))
        #expect(rig.till.register.book == before.register.book)
        #expect(rig.charges == charges)
        #expect(rig.till.question == before.question)
        #expect(rig.till.pinEntry?.digits == before.pinEntry?.digits)
        let isSold = rig.till.register.ticket?.cart?.lines.count != before.register.ticket?.cart?.lines.count
        #expect(isSold || rig.till.unsold.count > before.unsold.count)
        let added = (rig.till.register.ticket?.total.minorUnits ?? 0) - (before.register.ticket?.total.minorUnits ?? 0)
        #expect(added == 0 || added == 250)
    }

    @Test("No key traps on any page, and none shows a faulty screen", arguments: TillPages.names)
    func anyKey(name: String) throws {
        let begin = try TillPages.make(name)
        let keys: [Key] =
            [
                .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
                .pageDown, .control("c"), .control("l"), .control("u"), .character("0"), .character("é"),
            ] + (0...13).map(Key.function)
        var wrong: [String] = []
        for key in keys {
            var rig = begin
            rig.press(key)
            rig.press(key)
            wrong += (rig.grid().faults + rig.problems).map { "\(key): \($0)" }
        }
        #expect(wrong == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Keys that are typed before the till has answered")
struct TillTypeAheadTests {
    /// A till that still compares Anna's PIN.
    private func checking(_ pin: String = "86420975") throws -> TillRig {
        var rig = TillRig(try TillShop.setup())
        rig.line("1")
        rig.type(pin)
        rig.isSlow = true
        rig.press(.enter)
        return rig
    }

    private func counted(_ rig: TillRig) -> [Int] {
        guard case .count(let entry) = rig.till.page else { return [] }
        return entry.rows.map(\.count)
    }

    @Test("What is typed while a PIN is compared is taken, whole and in order, on the page that follows")
    func afterSignIn() throws {
        var rig = try checking()
        rig.line("9*20")
        #expect(rig.till.page == .signIn)
        // The PIN is right; that somebody signed in is still being written.
        rig.answer()
        rig.line("3*10")
        rig.answerAll()
        #expect(counted(rig) == [0, 9, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(rig.problems == [])
    }

    @Test("Each key waits for what the one before it has written")
    func oneAfterTheOther() throws {
        var rig = try checking()
        rig.line("2*50")
        rig.key(2)
        rig.lines("11", "100")
        rig.key(3, "5000")
        rig.answerAll()
        #expect(rig.finished.map(\.total) == [TillShop.euros(1250)])
        #expect(rig.till.register.book.shift?.number == 1)
        #expect(rig.problems == [])
    }

    @Test("A manager's word is waited for, too")
    func afterAllowing() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "10%TD", "1")
        rig.type("97531086")
        rig.isSlow = true
        rig.press(.enter)
        rig.line("4")
        rig.line("100")
        rig.answerAll()
        #expect(rig.till.question == nil)
        #expect(rig.till.register.ticket?.cart?.totals.ticketDiscount == TillShop.euros(125))
    }

    @Test("After a wrong PIN nothing of it is typed anywhere, and that is told")
    func afterAWrongPIN() throws {
        var rig = try checking("1111")
        rig.line("9*20")
        rig.answerAll()
        #expect(rig.till.pinEntry?.digits == 0)
        #expect(rig.till.pinEntry?.isChecking == false)
        #expect(rig.message?.text.contains("typed after it was dropped") == true)
        rig.line("86420975")
        #expect(counted(rig).allSatisfy { $0 == 0 })
        #expect(rig.till.register.person?.id == "anna")
    }

    @Test("Esc drops what waits, more than a person types is refused, and both are told")
    func refused() throws {
        var rig = try checking()
        rig.line("9*20")
        rig.press(.escape)
        #expect(rig.message?.kind == .warning)
        rig.type(String(repeating: "7", count: 1000))
        #expect(rig.message?.text.contains("last keys were dropped") == true)
        rig.press(.escape)
        rig.answerAll()
        #expect(counted(rig).allSatisfy { $0 == 0 })
        #expect(rig.screen.contains("Open a shift"))
    }

    @Test("Nothing of what waits is told by the till itself: it may be a PIN")
    func hidden() throws {
        var rig = try checking()
        rig.type("555")
        var dumped = ""
        dump(rig.till, to: &dumped)
        #expect(!dumped.contains("555"))
        #expect(!dumped.contains("\"5\""))
        #expect(!String(reflecting: rig.till).contains("\"5\""))
    }
}

@Suite("What one person leaves to the next")
struct TillHandoverTests {
    @Test("A count is nobody else's", arguments: [false, true]) func count(isClosing: Bool) throws {
        var rig = try TillShop.opened()
        if isClosing {
            rig.line("Z")
        } else {
            rig = TillRig(try TillShop.setup())
            rig.signIn()
        }
        rig.line("9*20")
        rig.line("SO")
        rig.signIn(2)
        if isClosing { rig.line("Z") }
        guard case .count(let entry) = rig.till.page else {
            Issue.record("no count")
            return
        }
        #expect(entry.rows.allSatisfy { $0.count == 0 })
        #expect(!entry.isAsked)
    }

    @Test("A count for which a manager was asked closes no later shift")
    func countThatWaits() throws {
        var rig = try TillShop.opened(permissions: Permissions(cashier: [.openShift]))
        rig.line("Z")
        rig.line("9*20")
        rig.key(2)
        rig.key(2)
        #expect(rig.till.question != nil)
        rig.press(.escape)
        rig.line("SO")
        rig.signIn(2)
        rig.line("Z")
        #expect(!rig.shows("180.00"))
    }
}

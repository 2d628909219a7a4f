import TenderBytes
import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("A till and its people")
struct TillPeopleTests {
    @Test("Nothing is shown before the journal is read, and keys do nothing")
    func starting() throws {
        var till = Till(try TillShop.setup(), size: .standard)
        #expect(till.page == .starting)
        #expect(till.handle(.input(.scanned(TillShop.pen)), at: 1) == [.screen(.bell)])
        #expect(till.handle(.input(.key(.enter, isFast: false)), at: 1) == [])
        #expect(till.handle(.register(.restored(tickets: [], events: [])), at: 1) == [])
        #expect(till.page == .signIn)
    }

    @Test("Somebody signs in by number or id, and the right PIN", arguments: ["1", "anna", "ANNA"])
    func signIn(name: String) throws {
        var rig = TillRig(try TillShop.setup())
        rig.line(name)
        #expect(rig.shows("PIN Anna"))
        rig.type("86420975")
        #expect(rig.shows("> ********"))
        rig.press(.enter)
        #expect(rig.till.register.person?.id == "anna")
        #expect(rig.shows("Anna"))
        #expect(rig.problems == [])
    }

    @Test("A wrong PIN is told, and may be typed anew")
    func wrongPIN() throws {
        var rig = TillRig(try TillShop.setup())
        rig.lines("1", "1111")
        #expect(rig.till.register.person == nil)
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.pinEntry?.digits == 0)
        rig.type("999")
        rig.press(.backspace)
        rig.line("86420975")
        #expect(rig.till.register.person?.id == "anna")
    }

    @Test("After too many wrong PINs none is taken, and what is typed on stays hidden")
    func lockedPIN() throws {
        var rig = TillRig(try TillShop.setup())
        rig.isSignInLocked = true
        rig.lines("1", "1111")
        #expect(rig.shows("30 s"))
        rig.type("86420975")
        #expect(!rig.shows("8642"))
        rig.isSignInLocked = false
        rig.press(.enter)
        #expect(rig.till.register.person?.id == "anna")
    }

    @Test("Esc leaves the PIN; who is nobody is told; help and the end are for everybody")
    func beforeSignIn() throws {
        var rig = TillRig(try TillShop.setup())
        rig.line("1")
        rig.press(.escape)
        #expect(rig.till.pinEntry == nil)
        #expect(rig.till.page == .signIn)
        rig.line("9")
        #expect(rig.message?.kind == .bad)
        rig.key(3)
        #expect(rig.till.page == .signIn)
        #expect(rig.message?.kind == .bad)
        rig.line("?")
        #expect(rig.shows("3*4011"))
        rig.press(.escape)
        rig.line("QT")
        rig.type("y")
        #expect(rig.wanted == [.screen(.quit)])
    }

    @Test("A number that is typed in the help signs in all the same")
    func helpBeforeSignIn() throws {
        var rig = TillRig(try TillShop.setup())
        rig.press(.function(1))
        rig.signIn()
        #expect(rig.till.register.person?.id == "anna")
        #expect(rig.shows("Open a shift"))
    }

    @Test("A PIN is nowhere but in the attempt: no screen, no text of the till, no other action")
    func secret() throws {
        var rig = TillRig(try TillShop.setup())
        rig.line("1")
        var seen: [String] = []
        for digit in "86420975" {
            rig.type(String(digit))
            var dumped = ""
            dump(rig.till, to: &dumped)
            seen += [rig.screen, dumped, String(describing: rig.till), String(reflecting: rig.till)]
        }
        let actions = rig.till.handle(.input(.key(.enter, isFast: false)), at: rig.time)
        seen += actions.map { "\($0)" } + [String(reflecting: rig.till)]
        #expect(seen.filter { $0.contains("8642") || $0.contains("0975") } == [])
        #expect(
            actions == [
                .shop(.checkPIN(PINAttempt(personID: "anna", purpose: .signIn, pin: SecretBytes(utf8: "86420975"))))
            ])
    }

    @Test("A PIN takes digits only, no scan, and no fast Enter")
    func digitsOnly() throws {
        var rig = TillRig(try TillShop.setup())
        rig.line("1")
        rig.type("8a 6-4")
        rig.press(.tab, .up, .function(3))
        #expect(rig.till.pinEntry?.digits == 3)
        rig.send(.input(.key(.enter, isFast: true)))
        #expect(rig.till.pinEntry?.isChecking == false)
        rig.scan(TillShop.pen)
        #expect(rig.message?.kind == .warning)
        #expect(rig.till.pinEntry?.digits == 3)
        rig.type("123456789012345")
        #expect(rig.till.pinEntry?.digits == 12)
    }

    @Test("A verdict that comes when nobody waits for it signs nobody in")
    func lateVerdict() throws {
        var rig = TillRig(try TillShop.setup())
        rig.send(.news(.pin(.right(personID: "anna", .signIn))))
        rig.line("2")
        rig.send(.news(.pin(.right(personID: "anna", .signIn))))
        rig.send(.news(.pin(.right(personID: "mia", .unlock))))
        #expect(rig.till.register.person == nil)
        #expect(rig.till.pinEntry?.personID == "mia")
    }

    @Test("Locked, a till shows no sale and takes nothing; the cashier or a manager unlocks it, and all is as it was")
    func lock() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.line("LK")
        #expect(rig.till.isLocked)
        #expect(!rig.shows("Pen, blue"))
        rig.scan(TillShop.pen)
        #expect(rig.shows("NOT SOLD"))
        rig.key(3)
        rig.press(.escape, .function(1))
        rig.line("CA")
        #expect(rig.finished.isEmpty)
        #expect(rig.till.isLocked)
        #expect(!rig.shows("4011"))
        rig.lines("2", rig.pins["anna"] ?? "")
        #expect(rig.till.isLocked)
        rig.line(rig.pins["mia"] ?? "")
        #expect(!rig.till.isLocked)
        #expect(rig.shows("Pen, blue"))
        #expect(rig.till.register.person?.id == "anna")
        rig.line("LK")
        rig.signIn()
        #expect(!rig.till.isLocked)
    }

    @Test(
        "Numbers beyond all lists choose nobody, and trap nothing",
        arguments: ["-9223372036854775808", "0", "99", "-1"])
    func absurdNumbers(number: String) throws {
        var rig = try TillShop.opened()
        rig.lines("11", "NS", number)
        #expect(rig.message?.kind == .bad)
        rig.press(.escape, .escape)
        rig.lines("LK", number)
        #expect(rig.message?.kind == .bad)
        #expect(rig.till.isLocked)
        rig.signIn()
        rig.lines("VD", number)
        #expect(rig.message?.kind == .bad)
        rig.press(.escape, .escape)
        rig.lines("SO", number)
        #expect(rig.till.pinEntry == nil)
    }

    @Test("When nobody knows what the journal holds, the till says so until it is started again")
    func doubt() throws {
        var rig = try TillShop.opened()
        rig.send(.news(.doubt("the disk is full")))
        rig.press(.escape)
        #expect(rig.till.isInDoubt)
        #expect(rig.shows("start it again"))
    }

    @Test("Where only one person can unlock it, the PIN may be typed at once")
    func lockOfOne() throws {
        var rig = try TillShop.opened()
        rig.line("SO")
        rig.signIn(2)
        rig.line("LK")
        rig.line(rig.pins["mia"] ?? "")
        #expect(!rig.till.isLocked)
        #expect(rig.till.register.person?.id == "mia")
    }

    @Test("A question that comes up behind the lock is neither shown nor answered before it is opened")
    func questionBehindLock() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        let first = rig.till.handle(.input(.key(.function(7), isFast: false)), at: rig.time)
        guard case .shop(.record(let event)) = try #require(first.last) else {
            Issue.record("nothing is written")
            return
        }
        _ = rig.till.handle(.register(.command(.noSale(reason: nil))), at: rig.time)
        rig.line("LK")
        rig.shop.journal.append(event)
        rig.send(.register(.recorded(eventID: event.id)))
        #expect(rig.till.question != nil)
        #expect(rig.till.isLocked)
        #expect(!rig.shows("which manager"))
        rig.signIn()
        #expect(!rig.till.isLocked)
        #expect(rig.till.question != nil)
        #expect(rig.shows("which manager"))
    }

    @Test("Signing out leaves the ticket, and another goes on with it")
    func signOut() throws {
        var rig = try TillShop.opened()
        rig.line("11")
        rig.line("SO")
        #expect(rig.till.page == .signIn)
        #expect(rig.till.register.person == nil)
        rig.scan(TillShop.pen)
        #expect(rig.shows("NOT SOLD"))
        rig.signIn(2)
        #expect(rig.till.page == .sale)
        #expect(rig.shows("Pen, blue"))
        #expect(rig.problems == [])
    }
}

import TenderModel
import TenderSale
import Testing
import TillScreens

/// Who may not read the X learns what is missing only when the count stands; and what is missing has a reason.
@Suite struct TillBlindCountTests {
    private func euros(_ cents: Int64) -> Amount { TillShop.euros(cents) }

    private func counted(_ line: String, byManager: Bool = false) throws -> TillRig {
        var rig = try TillShop.opened()
        if byManager {
            rig.line("SO")
            rig.signIn(2)
        }
        rig.line("Z")
        rig.line(line)
        rig.key(2)
        return rig
    }

    @Test("A cashier sees what was counted and no difference; Esc and another count show nothing new")
    func blind() throws {
        var rig = try counted("1*50")
        var shown = rig.shows("Difference")
        #expect(rig.shows("Counted 50.00 EUR"))
        #expect(rig.till.register.book.shift?.stage == .open)
        rig.press(.escape)
        rig.line("Z")
        rig.line("1*20")
        rig.key(2)
        shown = shown || rig.shows("Difference")
        #expect(!shown)
        rig.key(2)
        #expect(rig.till.register.book.closed.first?.difference == euros(-3000))
    }

    @Test("Who may read the X sees the difference before")
    func seeing() throws {
        let rig = try counted("1*50", byManager: true)
        #expect(rig.shows("Difference -50.00 EUR"))
        #expect(rig.till.register.book.shift?.stage == .open)
    }

    @Test("Parked tickets want a reason, which is on the Z and on its paper")
    func parked() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "PK table 4", "Z", "2*50")
        rig.key(2)
        rig.key(2)
        #expect(rig.shows("why?"))
        #expect(rig.till.register.book.closed.isEmpty)
        rig.line("5 their bill comes tomorrow")
        rig.press(.end)
        #expect(rig.till.register.book.closed.count == 1)
        #expect(rig.shows("tomorrow"))
        #expect(rig.problems == [])
    }

    /// A till where a difference above 5.00 wants a reason, on which 50.00 of 100.00 were counted twice with F2.
    private func missingHalf() throws -> TillRig {
        var rig = TillRig(try TillShop.setup(largestDifference: 500))
        rig.signIn()
        rig.line("2")
        rig.key(2)
        rig.lines("Z", "1")
        rig.key(2)
        rig.key(2)
        return rig
    }

    @Test("A large difference wants a reason, which is on the Z and on its paper; a small one does not")
    func reason() throws {
        var rig = try missingHalf()
        #expect(rig.shows("Difference -50.00 EUR: why?"))
        #expect(rig.till.register.book.closed.isEmpty)
        rig.line("2 to the table of six")
        let z = rig.till.register.book.closed.first
        #expect(z?.reason == "wrong_change: to the table of six")
        #expect(rig.problems == [])
        rig.press(.end)
        #expect(rig.shows("wrong change given"))
        rig.press(.enter)
        rig.line("1")
        rig.key(2)
        rig.lines("Z", "1*50", "1*5")
        rig.key(2)
        rig.key(2)
        #expect(rig.till.register.book.closed.count == 2)
        #expect(rig.till.register.book.closed.last?.reason == nil)
    }

    @Test("Who was told the difference cannot count until it fits, nor after a restart")
    func countStands() throws {
        var rig = try missingHalf()
        rig.press(.escape)
        #expect(rig.till.question == nil)
        for isAnew in [false, true] {
            if isAnew {
                rig.restart()
                rig.signIn()
            }
            #expect(rig.shows("Counted  50.00 EUR"), "\(isAnew)")
            rig.lines("1*50", "1*50", "2*50")
            rig.key(2)
            rig.key(2)
            #expect(rig.message?.text.contains("the count stands") == true)
            #expect(rig.shows("Counted  50.00 EUR"))
        }
        rig.key(2)
        rig.key(2)
        rig.line("1")
        #expect(rig.till.register.book.closed.map(\.difference) == [euros(-5000)])
        #expect(rig.problems == [])
    }

    @Test("Who may read the X can count again, and both counts are written down")
    func countedAgain() throws {
        var rig = try missingHalf()
        rig.press(.escape)
        rig.line("SO")
        rig.signIn(2)
        rig.line("1*20")
        rig.key(2)
        rig.key(2)
        #expect(rig.shows("Difference -30.00 EUR: why?"))
        rig.line("1")
        let counts = rig.journal.compactMap { event in
            if case .drawerCounted(let count) = event.kind { count.total } else { nil }
        }
        #expect(counts == [euros(5000), euros(7000)])
        #expect(rig.till.register.book.closed.map(\.difference) == [euros(-3000)])
        #expect(rig.problems == [])
    }

    @Test("The shop's own reasons are asked for and written down in its words")
    func ownReasons() throws {
        var rig = TillRig(try TillShop.setup(reasons: [.voidLine: [.own("sticky label"), .damaged, .other]]))
        rig.signIn()
        rig.line("2")
        rig.key(2)
        rig.lines("11", "VD")
        #expect(rig.shows("1  sticky label"))
        #expect(rig.shows("2  damaged"))
        rig.line("1")
        let reasons = rig.journal.compactMap { event in
            if case .lineVoided(_, _, _, let reason) = event.kind { reason } else { nil }
        }
        #expect(reasons == ["sticky label"])
        #expect(rig.problems == [])
    }
}

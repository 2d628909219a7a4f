import TenderSale
import Testing
import TillScreens

/// The light of head office, and the stop of selling.
@Suite struct TillChainTests {
    private static let tenTwelve: Int64 = 1_800_004_320_000

    private func rig(_ condition: ChainCondition?, _ language: TillLanguage = .english) throws -> TillRig {
        var rig = try TillShop.opened(language)
        rig.time = 1_800_010_000_000
        rig.send(.news(.chain(condition)))
        return rig
    }

    @Test func aTillWithoutAChainShowsNothingOfIt() throws {
        let rig = try rig(nil)
        #expect(!rig.shows("chain"))
    }

    /// Each row: what is told, and what the status line says in each language.
    @Test func theLightSaysHowTheCopyStands() throws {
        let since = Self.tenTwelve
        let rows: [(ChainCondition, String, String, String)] = [
            (ChainCondition(), "✓ chain", "✓ Zentrale", "✓ siège"),
            (
                ChainCondition(waiting: 37, since: since), "! chain: 37 waiting since 10:12",
                "! Zentrale: 37 offen seit 10:12", "! siège : 37 en attente depuis 10:12"
            ),
            (
                ChainCondition(waiting: 2, since: 0, problem: .disconnected),
                "✗ chain: not connected, 2 waiting since 1970-01-01",
                "✗ Zentrale: nicht verbunden, 2 offen seit 1970-01-01",
                "✗ siège : non connecté, 2 en attente depuis 1970-01-01"
            ),
            (
                ChainCondition(waiting: 2, problem: .silent(since: since)),
                "✗ chain: not heard of the uplink since 10:12, 2 waiting",
                "✗ Zentrale: Uplink still seit 10:12, 2 offen", "✗ siège : uplink muet depuis 10:12, 2 en attente"
            ),
            (
                ChainCondition(problem: .stopped(.blocked)), "✗ chain: till blocked", "✗ Zentrale: Kasse gesperrt",
                "✗ siège : caisse bloquée"
            ),
        ]
        var wrong: [String] = []
        for (condition, english, german, french) in rows {
            for (language, text) in [(TillLanguage.english, english), (.german, german), (.french, french)] {
                var rig = try rig(condition, language)
                rig.resize(120, 24)
                if !rig.grid().text(ofRow: 0).contains(text) { wrong.append(rig.grid().text(ofRow: 0)) }
            }
        }
        #expect(wrong == [])
    }

    @Test func theGatewayAndTheTimeStayWholeOnASmallScreen() throws {
        var rig = try rig(ChainCondition(waiting: 2, problem: .silent(since: Self.tenTwelve)))
        rig.resize(40, 12)
        let row = rig.grid().text(ofRow: 0)
        #expect(row.contains("gateway not tried"))
        #expect(row.contains("✗ c"))
    }

    @Test(arguments: [SellingStop.blocked, .behind]) func noTicketIsBegunWhileSellingIsStopped(_ stop: SellingStop)
        throws
    {
        var rig = try rig(ChainCondition(problem: .stopped(stop)))
        let told = stop == .blocked ? "Head office has blocked this till" : "Have them restored before you sell"
        #expect(rig.message?.text.contains(told) == true)
        for line in ["100", "1250 DP 1", "7"] {
            rig.line(line)
            #expect(rig.message?.text.contains(told) == true)
        }
        #expect(rig.till.register.ticket == nil)
        #expect(rig.till.question == nil)
        rig.scan(TillShop.pen)
        #expect(rig.till.unsold.count == 1)
        #expect(rig.till.register.ticket == nil)
        #expect(rig.shows(stop == .behind ? "tender chain restore" : "Tickets that are open can be finished"))
    }

    @Test func aTicketThatIsOpenOrParkedIsFinished() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(7)
        rig.line("100")
        rig.send(.news(.chain(ChainCondition(problem: .stopped(.blocked)))))
        rig.line("11")
        rig.key(3)
        #expect(rig.finished.map(\.total) == [TillShop.euros(1250)])
        rig.line("RC")
        rig.key(3)
        #expect(rig.finished.map(\.total) == [TillShop.euros(1250), TillShop.euros(1000)])
        rig.line("100")
        #expect(rig.till.register.ticket == nil)
    }

    @Test func refundsReportsAndTheEndOfTheShiftGoOn() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.key(3)
        rig.send(.news(.chain(ChainCondition(problem: .stopped(.behind)))))
        rig.send(.register(.refund(RegisterRefund(number: 1))))
        rig.managerAllows()
        rig.line("1")
        rig.key(3)
        #expect(rig.finished.map(\.kind) == [.sale, .refund])
        rig.send(.register(.command(.plain(.readX))))
        rig.managerAllows()
        #expect(rig.till.paper?.kind == .xReport)
        rig.send(.register(.endShift))
        #expect(rig.till.register.book.shift?.stage == .ended)
    }

    @Test func sellingGoesOnOnceTheStopIsOver() throws {
        var rig = try rig(ChainCondition(problem: .stopped(.blocked)))
        rig.send(.news(.chain(ChainCondition())))
        rig.line("100")
        #expect(rig.till.register.ticket != nil)
    }
}

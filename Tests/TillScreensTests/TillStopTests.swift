import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("What is told of a payment that came to nothing")
struct TillStopTests {
    private static let causes: [StopCause] = [
        .customer, .cashier, .noCard, .cardNotRead, .noReader, .readerUnusable, .readerBusy, .noNetwork, .notOffline,
        .noAnswer,
        .amountTooSmall("at least 0.50"), .amountTooLarge("at most 9"), .keyRefused, .gatewayRefused("no such thing"),
        .canceledAtGateway, .pageClosed, .noPage("no page"), .notWritten, .unexplained,
    ]

    /// The page of a card that came to nothing for a cause.
    private static func stopped(_ cause: StopCause, _ language: TillLanguage) throws -> TillRig {
        var rig = try TillShop.opened(language)
        rig.line("100")
        rig.isHolding = true
        rig.key(4)
        guard let leg = rig.till.charge?.leg else { return rig }
        rig.send(.news(.stopped(leg: leg, cause)))
        rig.cardAnswers(.canceled)
        return rig
    }

    @Test("Every cause has a page of its own, in every language, with what to press next, on the smallest screen, too")
    func pages() throws {
        var wrong: [String] = []
        for language in TillLanguage.allCases {
            var seen: Set<String> = []
            for cause in Self.causes {
                let rig = try Self.stopped(cause, language)
                let screen = rig.screen
                if !seen.insert(screen).inserted { wrong.append("\(language) \(cause): as another") }
                let small = rig.grid(Console.smallest)
                if !screen.contains("F3") || !small.text.contains("F3") {
                    wrong.append("\(language) \(cause): no way on")
                }
                wrong += rig.problems + small.faults
            }
        }
        #expect(wrong == [])
    }

    @Test("A cause that comes for another payment, or before an approval, is nobody's")
    func others() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.isHolding = true
        rig.key(4)
        rig.send(.news(.stopped(leg: "another", .noNetwork)))
        rig.cardAnswers(.canceled)
        #expect(rig.shows("NOT PAID: nothing was taken"))
        rig.key(4)
        rig.send(.news(.stopped(leg: try #require(rig.till.charge?.leg), .noReader)))
        rig.cardAnswers()
        #expect(rig.shows("DONE: receipt 1"))
        #expect(rig.problems == [])
    }

    @Test("Money that does not go back to a card is not told as taken or not")
    func refunds() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "CD", "RF 1")
        rig.key(2)
        rig.managerAllows()
        rig.line("1")
        rig.isHolding = true
        rig.key(4)
        rig.send(.news(.stopped(leg: try #require(rig.till.charge?.leg), .noNetwork)))
        rig.cardAnswers(.canceled)
        #expect(rig.shows("NO NETWORK: nothing was refunded"))
        #expect(rig.shows("F3 refunds in cash"))
        rig.key(4)
        rig.cardAnswers(.declined(reason: "expired_card"))
        #expect(rig.shows("DECLINED: nothing was refunded"))
    }

    @Test("The gateway's light says what calls came to, and nothing before the first")
    func light() throws {
        var rig = try TillShop.opened()
        #expect(rig.shows("gateway not tried"))
        rig.send(.news(.offline(OfflineQueue(isOnline: true))))
        #expect(rig.shows("gateway ready"))
        rig.send(.news(.offline(OfflineQueue(isOnline: false))))
        #expect(rig.shows("gateway unreachable"))
        #expect(rig.grid(Console.smallest).text.contains("gateway unreach"))
    }
}

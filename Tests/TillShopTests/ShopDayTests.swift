import FoundationEssentials
import Tender
import TenderSale
import TenderTestSupport
import Testing
import TillScreens
import TillShop

/// A whole till, worked by scripts: journal, tickets, terminal, and the simulated reader and gateway.
@Suite(.timeLimit(.minutes(2))) struct ShopDayTests {
    private let folder = TestFolder()

    /// Runs a script and gives what it printed.
    @discardableResult
    private func play(
        _ script: String, signIn: String? = "anna", offline: Int64? = nil,
        reader: ReaderAddress = ReaderAddress(.simulated), locale: String = "en"
    ) async throws -> String {
        let catalogue = try DemoShop.catalogue()
        let people = try DemoShop.people()
        var plan = ShopPlan(
            state: StateFolder(folder.path), people: people, float: try CashDrawer.demoFloat(catalogue.currency))
        plan.signIn = signIn
        plan.reader = reader
        let limit = offline.map { [Amount(minorUnits: $0, currency: catalogue.currency)] }
        plan.offline = limit.map { OfflineLimits(perPayment: $0, stored: $0) } ?? .none
        let receipts = ReceiptContext(
            merchant: ReceiptMerchant(name: "Test"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 0),
            locale: ReceiptLocale(locale), showsChipData: reader.chipModel != nil, isSimulated: true)
        let setup = TillSetup(
            register: RegisterSetup(
                catalogue: catalogue, people: people.compactMap(RegisterPerson.init), lane: "T1", receipts: receipts),
            shop: "Test", language: .english, denominations: CashDrawer.denominations(of: catalogue.currency),
            hasCustomer: true)
        let shop = Shopkeeper(plan)
        let printed = Guarded("")
        var run = HeadlessRun(TillDriver(Till(setup, size: .standard), shop)) { text in
            printed.withLock { $0 += text + "\n" }
        }
        try await shop.open()
        do {
            try await run.run(try HeadlessScript(parsing: script), shop.events)
        } catch let failure as HeadlessRun.Failure {
            await shop.close()
            Issue.record("\(failure)\n\(failure.screen)")
        }
        await shop.close()
        return printed.withLock { $0 }
    }

    /// The tickets that the journal holds, and how often the gateway was paid.
    private func tickets() async throws -> [TicketRecord] {
        let binding = JournalBinding(gateway: "the gateway inside the till", account: "simulator")
        let journal = try await SQLiteJournal(path: folder.path + "/till.journal", binding: binding)
        let history = ShopHistory(try await journal.shopRecords())
        await journal.close()
        #expect(history.unreadable.isEmpty)
        return history.events.compactMap { event in
            guard case .ticketFinished(let record) = event.kind else { return nil }
            return record
        }
    }

    /// A ticket, and a card in the chip reader that wants its PIN.
    private static let atThePad = """
        wait Next customer
        wait reader ready
        line 1
        key f4
        wait waiting for a card
        key c
        wait mastercard
        key i

        """

    /// What the customer is to do is on the screen, and on paper what the card schemes want.
    @Test(arguments: [("en", "PIN verified"), ("de", "PIN geprüft"), ("fr", "Code PIN vérifié")])
    func aChipPaysWithItsPINAndLeaves(locale: String, verification: String) async throws {
        let reader = try #require(ReaderAddress("simulated-ccid"))
        let printed = try await play(
            Self.atThePad + """
                wait Enter the PIN on the reader
                key w
                wait Wrong PIN
                key p
                wait DONE
                wait For the customer: Remove card
                key r
                gone Remove card
                receipts
                """, reader: reader, locale: locale)
        #expect(try await tickets().map(\.total.minorUnits) == [50])
        let words = ["MASTERCARD", "**** 4444", "A0000000041010", verification, "0000008000", "E800"]
        #expect(words.filter { !printed.uppercased().contains($0.uppercased()) } == [])
        let cryptogram = printed.split(separator: "\n").first { $0.hasPrefix("  AC ") }?.split(separator: " ").last
        #expect(cryptogram?.count == 16)
    }

    @Test func theApplicationThatIsChosenOnTheScreenPays() async throws {
        let reader = try #require(ReaderAddress("simulated-ccid"))
        let printed = try await play(
            """
            wait Next customer
            line 1
            key f4
            wait waiting for a card
            key c
            key c
            key c
            key c
            key c
            key c
            wait visaUsCommonDebit
            key i
            wait How would you like to pay?
            line 2
            wait DONE
            key r
            gone Remove card
            receipts
            """, reader: reader)
        #expect(printed.contains("A0000000980840"))
    }

    @Test func aChipCanceledAtThePadPaysNothing() async throws {
        let reader = try #require(ReaderAddress("simulated-ccid"))
        try await play(
            Self.atThePad + """
                wait waiting for the PIN
                key x
                wait CANCELED
                wait For the customer: Remove card
                key r
                gone Remove card
                """, reader: reader)
        #expect(try await tickets() == [])
    }

    @Test func cashAndCardsAreSoldAndWrittenDown() async throws {
        let printed = try await play(
            """
            wait Next customer
            line 1
            line 2000CA
            wait DONE
            line 4
            key f4
            wait waiting for a card
            key t
            wait DONE
            receipts
            """)
        let tickets = try await tickets()
        #expect(tickets.map(\.total.minorUnits) == [50, 160])
        #expect(tickets.map { $0.legs.map(\.method) } == [[.cash], [.card]])
        #expect(tickets.last?.legs.first?.intentID?.hasPrefix("pi_") == true)
        #expect(printed.contains("**** 4242"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tickets").isEmpty)
    }

    @Test func aDeclinedCardTakesNothingAndAnotherPays() async throws {
        try await play(
            """
            wait Next customer
            line 4
            key f4
            wait waiting for a card
            key c
            key i
            wait Remove card
            key r
            wait DECLINED
            line 200CA
            wait DONE
            """)
        #expect(try await tickets().map { $0.legs.map(\.method) } == [[.cash]])
    }

    /// What ends a card payment before anything is taken, and what is told of it.
    static let stops: [(how: String, told: [String])] = [
        (
            "line 4\nkey f4\nwait waiting for a card\nkey x",
            ["CANCELED BY THE CUSTOMER: nothing", "pressed on the reader"]
        ),
        ("line 4\nkey f4\nwait waiting for a card\nkey esc", ["CANCELED AT THE TILL: nothing", "You pressed Esc"]),
        ("line 4\nkey f4\nwait waiting for a card\nkey u", ["NO READER: nothing", "RD tells more"]),
        ("line 4\nline CU unplug\nwait reader lost\nkey f4", ["NO READER: nothing", "RD tells more"]),
        (
            "line 4\nline CU network\nwait network is down\nkey f4",
            ["NO NETWORK: nothing", "payment service cannot be reached"]
        ),
        ("line 49 DP 1\nkey f4", ["AMOUNT TOO SMALL: nothing", "at least"]),
    ]

    @Test("Whatever stops a card is told in its own words, with what to do", arguments: 0..<stops.count)
    func everyStopHasItsWords(place: Int) async throws {
        let stop = Self.stops[place]
        let waits = (stop.told + ["F3 takes cash"]).map { "wait \($0)" }.joined(separator: "\n")
        try await play("wait Next customer\nwait reader ready\n\(stop.how)\n\(waits)\nkey f3\nwait DONE")
        #expect(try await tickets().map { $0.legs.map(\.method) } == [[.cash]])
    }

    @Test func theDemosFirstArticleSellsByCard() async throws {
        let printed = try await play(
            "wait Next customer\nwait reader ready\nshow\nline 1\nkey f4\nwait waiting for a card\nkey t\nwait DONE")
        #expect(try await tickets().map { $0.legs.map(\.method) } == [[.card]])
        // It is the first that the till shows.
        let lines = printed.split(separator: "\n")
        let titles = try #require(lines.firstIndex { $0.contains("some articles") })
        #expect(lines[titles + 1].contains("Bread roll"))
    }

    /// The light is lit by what calls came to, and by nothing else.
    @Test func theGatewaysLightFollowsWhatCallsCameTo() async throws {
        try await play(
            """
            wait Next customer
            wait reader ready
            line 4
            line CU network
            wait network is down
            key f4
            wait NO NETWORK: nothing was taken
            wait gateway unreachable
            line CU network
            gone network is down
            key f4
            wait waiting for a card
            wait gateway ready
            key t
            wait DONE
            """)
    }

    @Test func theTicketOfATillThatEndedIsThereAgain() async throws {
        try await play("wait Next customer\nline 4\nline 2\nwait Pretzel")
        let printed = try await play("wait Pretzel\nline 1000CA\nwait DONE\nreceipts")
        #expect(printed.contains("Croissant"))
        #expect(try await tickets().map(\.total.minorUnits) == [255])
    }

    @Test func aLostAnswerIsAskedForAndTheCardIsChargedOnce() async throws {
        try await play(
            """
            wait Next customer
            line 4
            key f4
            wait waiting for a card
            key l
            wait next answer is lost
            key t
            gone next answer is lost
            wait network is down
            key n
            wait DONE
            """)
        let tickets = try await tickets()
        #expect(tickets.map(\.total.minorUnits) == [160])
        #expect(tickets.first?.legs.map(\.standing) == [.settled])
    }

    /// A till that ends while nobody knows the outcome: the card was charged, and the answer got lost.
    private func endInDoubt() async throws {
        try await play(
            """
            wait Next customer
            line 4
            key f4
            wait waiting for a card
            key l
            wait next answer is lost
            key t
            gone next answer is lost
            wait network is down
            """)
    }

    @Test func whatBecameOfACardIsFoundOutAfterARestart() async throws {
        try await endInDoubt()
        #expect(try await tickets().isEmpty)
        try await play("wait DONE\nkey f9\nwait Every outcome is known")
        let tickets = try await tickets()
        #expect(tickets.map { $0.legs.map(\.standing) } == [[.settled]])
        #expect(tickets.first?.legs.first?.intentID?.hasPrefix("pi_") == true)
    }

    @Test func anApprovalThatNoTicketWaitsForIsListedAndGivenBack() async throws {
        try await endInDoubt()
        let kept = folder.path + "/tickets"
        for name in try FileManager.default.contentsOfDirectory(atPath: kept) {
            try FileManager.default.removeItem(atPath: kept + "/" + name)
        }
        try await play(
            """
            wait Next customer
            wait 1 unresolved
            key f9
            wait approved, no ti
            wait T1-4
            line GB
            wait Refund 1.60 EUR: why?
            line 1
            wait was refunded
            wait Every outcome is known
            """)
        try await play("wait Next customer\nkey f9\nwait Every outcome is known")
        #expect(try await tickets().isEmpty)
    }

    @Test func aCardThatIsAskedForWhenTheTillEndsIsNotCharged() async throws {
        try await play("wait Next customer\nline 4\nkey f4\nwait waiting for a card")
        try await play("wait Still to pay\nline 200CA\nwait DONE")
        #expect(try await tickets().map { $0.legs.map(\.method) } == [[.cash]])
    }

    @Test func whatIsStoredWithoutTheGatewayIsForwardedLater() async throws {
        try await play(
            """
            wait Next customer
            key tab
            key n
            wait network is down
            key tab
            line 4
            key f4
            wait waiting for a card
            key t
            wait DONE
            line OQ
            wait stored
            key tab
            key n
            key tab
            key enter
            gone stored
            """, offline: 10_000)
        let tickets = try await tickets()
        #expect(tickets.map { $0.legs.map(\.standing) } == [[.offline]])
        #expect(tickets.first?.legs.first?.intentID?.isEmpty == false)
    }

    /// A sale of 6.40 that is stored without the gateway, and forwarded when there is one again.
    private func sellOffline(declined: Bool) async throws {
        try await play(
            """
            wait Next customer
            key tab
            key n
            wait network is down
            key tab
            line 4*4
            key f4
            wait waiting for a card
            \(declined ? "key c\nwait chargeDeclined" : "wait visa")
            key t
            wait DONE
            line OQ
            wait stored
            key tab
            key n
            key tab
            key enter
            gone stored
            \(declined ? "wait 1 unresolved" : "wait Nothing is waiting")
            """, offline: 10_000)
    }

    @Test func aDeclineOfGoodsThatAreGoneIsListedAndBookedUntilSomebodyHasSeenIt() async throws {
        try await sellOffline(declined: true)
        let first = try await play(
            """
            wait Next customer
            wait 1 unresolved
            key f9
            wait offline, unpaid
            key esc
            line RF 1
            key f2
            wait why?
            key 1
            key enter
            wait To refund
            key f4
            wait never charged
            key f7
            wait Parked
            key f9
            wait offline, unpaid
            key esc
            line X
            wait X REPORT
            key esc
            line Z
            wait Close the shift
            line 2*50
            key f2
            key f2
            wait why?
            line 4
            wait the shift is closed
            receipts
            ledger
            """, offline: 10_000)
        #expect(first.contains("Offline declined (1)"), "\(first)")
        #expect(first.contains("UNRESOLVED PAYMENTS"), "\(first)")
        try await play(
            "wait Next customer\nwait 1 unresolved\nkey f9\nwait offline, unpaid\nline AK\nwait Every outcome is known")
        try await play("wait Next customer\nkey f9\nwait Every outcome is known")
        let binding = JournalBinding(gateway: "the gateway inside the till", account: "simulator")
        let journal = try await SQLiteJournal(path: folder.path + "/till.journal", binding: binding)
        let lost = try await journal.histories().filter { $0.offline != nil }
        await journal.close()
        #expect(lost.map(\.acknowledgedBy) == ["anna"])
    }

    @Test func moneyGoesBackToTheCardThatPaidOffline() async throws {
        try await sellOffline(declined: false)
        let printed = try await play(
            """
            wait Next customer
            line RF 1
            key f2
            wait why?
            key 1
            key enter
            wait To refund
            key f4
            wait DONE
            line X
            wait X REPORT
            receipts
            """, offline: 10_000)
        let tickets = try await tickets()
        #expect(tickets.map(\.kind) == [.sale, .refund])
        #expect(tickets.last?.legs.map(\.amount.minorUnits) == [-640])
        #expect(tickets.last?.legs.first?.refundID?.hasPrefix("re_") == true)
        #expect(printed.contains("Offline payments (0)"), "\(printed)")
    }

    @Test func moneyGoesBackToTheCardThatPaid() async throws {
        try await play(
            """
            wait Next customer
            line 4
            key f4
            wait waiting for a card
            key t
            wait DONE
            line RF 1
            key f2
            wait why?
            key 1
            key enter
            wait To refund
            key f4
            wait DONE
            """)
        let tickets = try await tickets()
        #expect(tickets.map(\.kind) == [.sale, .refund])
        #expect(tickets.last?.legs.first?.amount.minorUnits == -160)
        #expect(tickets.last?.legs.first?.intentID == tickets.first?.legs.first?.intentID)
        #expect(tickets.last?.legs.first?.refundID?.hasPrefix("re_") == true)
    }

    @Test func withoutAReaderNothingIsChargedAndTheReaderIsFoundAgain() async throws {
        try await play(
            """
            wait Next customer
            wait reader ready
            key tab
            key u
            wait reader lost
            key tab
            line 4
            key f4
            wait Still to pay
            key tab
            key u
            wait reader ready
            key tab
            key f4
            wait waiting for a card
            key t
            wait DONE
            """)
        #expect(try await tickets().map { $0.legs.count } == [1])
    }

    @Test func twoTillsCannotShareAFolder() async throws {
        let plan = ShopPlan(
            state: StateFolder(folder.path), people: try DemoShop.people(), float: try CashDrawer.demoFloat(.eur))
        let first = Shopkeeper(plan)
        try await first.open()
        let error = await #expect(throws: JournalError.self) { try await Shopkeeper(plan).open() }
        guard case .journalBusy? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        await first.close()
    }
}

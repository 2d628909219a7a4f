import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("Cards that a till saves")
struct TillSavingTests {
    /// A till whose list has a card of a customer of which nobody knows whether it is saved.
    private func doubtful(_ language: TillLanguage = .english) throws -> TillRig {
        var rig = try TillShop.opened(language)
        rig.send(.news(.pending([listed(rig, .savingCard)])))
        return rig
    }

    private func listed(_ rig: TillRig, _ state: PendingPayment.State) -> PendingPayment {
        PendingPayment(id: "seti_1", state: state, amount: nil, began: rig.time)
    }

    /// Returns a till that asks for a card of a new customer.
    private func asking(_ language: TillLanguage = .english) throws -> TillRig {
        var rig = try TillShop.opened(language)
        rig.isHolding = true
        rig.lines("SV zoe@x.org", "2")
        return rig
    }

    private func ending(_ outcome: SavingOutcome, _ language: TillLanguage = .english) throws -> TillRig {
        var rig = try TillShop.opened(language)
        rig.savingAnswers = [outcome]
        rig.lines("SV zoe@x.org", "2")
        return rig
    }

    @Test("What was unknown and is saved now is no longer listed; nobody says that it was not saved")
    func continued() throws {
        var rig = try doubtful()
        rig.key(9)
        let isListed = rig.shows("card saved? unknown")
        rig.lines("SV cus_1", "1")
        rig.send(.news(.pending([])))
        #expect(isListed)
        #expect(rig.shows("SAVED: Visa **** 4242"))
        #expect(!rig.shows("not saved after all"))
        #expect(rig.message == nil)
        #expect(rig.problems == [])
    }

    @Test("That a row is gone says nothing; that the journal has it as not saved is told, with whose it was")
    func notSaved() throws {
        var rig = try doubtful()
        rig.send(.news(.pending([])))
        let isGuessed = rig.shows("not saved after all")
        rig.send(.news(.notSaved(customer: "cus_1")))
        #expect(!isGuessed)
        #expect(rig.message?.text == "The card was not saved after all: use SV cus_1 to try again")
    }

    @Test("A card that was saved without anybody being told is told once")
    func savedUntold() throws {
        var rig = try doubtful()
        let payment = listed(rig, .savedCard)
        rig.send(.news(.pending([payment])))
        let isTold = rig.shows("A card was saved, and nobody was told: UR shows it")
        rig.press(.escape)
        rig.send(.news(.pending([payment])))
        #expect(isTold)
        #expect(!rig.shows("nobody was told"))
    }

    @Test("Whose card, what the customer agrees to, and the end are recorded and shown, and the ticket stays")
    func saved() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "SV zoe@x.org")
        let page = rig.screen
        rig.lines("", "3")
        #expect(rig.message?.text.isEmpty == false)
        rig.line("2")
        #expect(page.contains("Save a card for zoe@x.org (a new customer)"))
        #expect(page.contains("1  yes, at each checkout"))
        #expect(page.contains("2  save it, but show it only where the customer agreed to it"))
        #expect(rig.savings.map(\.consent) == [.limited])
        #expect(rig.shows("SAVED: Visa **** 4242"))
        rig.press(.enter)
        rig.line("CA")
        #expect(rig.finished.count == 1)
        #expect(rig.problems == [])
    }

    @Test("After a card was saved in the middle of a sale, an article is an article, and no cash")
    func soldOn() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "SV zoe@x.org", "2", "100")
        #expect(rig.till.register.ticket?.cart?.lines.count == 2)
        #expect(rig.till.register.ticket?.legs == [])
    }

    @Test("No payment begins while the customer's answer is being recorded")
    func beginning() throws {
        var rig = try TillShop.opened()
        rig.lines("100", "SV cus_1")
        rig.isSlow = true
        rig.lines("1", "CA", "GB", "TP")
        #expect(rig.message?.text == "The reader is in use: wait for the outcome")
        rig.answerAll()
        #expect(rig.shows("SAVED: Visa **** 4242"))
        #expect(rig.till.register.ticket?.legs == [])
        #expect(rig.problems == [])
    }

    @Test("A manager may put aside a saving that the gateway never explains")
    func acknowledged() throws {
        var rig = try doubtful()
        rig.line("SO")
        rig.signIn(2)
        rig.key(9)
        rig.line("AK")
        #expect(rig.wanted.last == .shop(.acknowledge(intentID: "seti_1", by: "mia")))
    }

    @Test("A number answers nothing before the customer is found")
    func stillLooking() throws {
        var rig = try TillShop.opened()
        rig.isSlow = true
        rig.line("SV cus_1")
        rig.line("1")
        #expect(rig.message?.text == "Still looking for the customer")
        rig.answerAll()
        rig.line("1")
        #expect(rig.savings.map(\.consent) == [.always])
    }

    @Test("No other card is asked for meanwhile, and Esc stops it")
    func readerIsInUse() throws {
        var rig = try asking()
        let words = ["SV cus_1", "CA", "TP"].map { line in
            rig.line(line)
            return rig.message?.text
        }
        #expect(words == Array(repeating: "The reader is in use: wait for the outcome", count: 3))
        rig.press(.escape)
        #expect(rig.shows("CANCELED AT THE TILL: no card is saved"))
        #expect(rig.savings.count == 1)
        #expect(rig.problems == [])
    }

    @Test("What is unknown is followed by no other card")
    func unknown() throws {
        let rig = try ending(.unknown)
        #expect(rig.shows("UNKNOWN: the card may have been saved"))
        #expect(rig.shows("not ask for another card until then: SV with the same customer"))
    }

    static let problems: [(line: String, told: String)] = [
        ("SV several@x.org", "More than one customer has this email address: type an id, such as SV cus_123"),
        ("SV none@x.org", "No customer has this id"),
        ("SV zoe", "Type the customer's email address, or an id such as cus_123: SV zoe@x.org"),
    ]

    @Test("Without one customer no card is asked for, and the till says why", arguments: 0..<problems.count)
    func noOwner(place: Int) throws {
        var rig = try TillShop.opened()
        rig.line(Self.problems[place].line)
        #expect(rig.message?.text == Self.problems[place].told)
        #expect(rig.savings.isEmpty)
    }

    static let causes: [(cause: StopCause, told: String)] = [
        (.customer, "CANCELED BY THE CUSTOMER: no card is saved"), (.cashier, "CANCELED AT THE TILL: no card is saved"),
        (.noCard, "NO CARD PRESENTED: no card is saved"), (.cardNotRead, "CARD NOT READ: no card is saved"),
        (.noReader, "NO READER: no card is saved"), (.readerUnusable, "READER NOT USABLE: no card is saved"),
        (.readerBusy, "READER BUSY: no card is saved"),
        (.noNetwork, "The gateway cannot be reached: check the network."),
        (.notOffline, "The gateway cannot be reached: check the network."),
        (.noAnswer, "The gateway did not answer in time."),
        (.keyRefused, "The gateway refuses this till's key: call support."), (.gatewayRefused("not here"), "Not here."),
        (.canceledAtGateway, "The setup was canceled at the gateway, or expired there."),
        (.notWritten, "The till could not record it, and so did not start."),
        (.unexplained, "NOT SAVED: no card is saved"),
    ]

    @Test("Whatever ends it has words of its own, without money, in every language")
    func stops() throws {
        let money = ["money", "payment", "charged", "paid", "geld", "zahl", "belastet", "argent", "paiement", "débit"]
        var wrong: [String] = []
        for (cause, told) in Self.causes {
            if try !ending(.canceled(cause)).shows(told) { wrong.append(told) }
            for language in TillLanguage.allCases {
                let page = try ending(.canceled(cause), language).screen
                    .split(separator: "\n", omittingEmptySubsequences: false).prefix(12).joined().lowercased()
                wrong += money.filter { page.contains($0) }.map { "\(language) \(cause): \($0)" }
            }
        }
        #expect(wrong == [])
    }

    @Test("The pages fit the smallest screen, in every language")
    func theSmallest() throws {
        var wrong: [String] = []
        for language in TillLanguage.allCases {
            var looking = try TillShop.opened(language)
            looking.isSlow = true
            looking.line("SV cus_1")
            var consent = try TillShop.opened(language)
            consent.line("SV zoe@x.org")
            let ended = try [SavingOutcome.saved(card: "Visa **** 4242"), .declined(reason: "no"), .unknown].map {
                try ending($0, language)
            }
            for rig in [looking, consent, try asking(language)] + ended {
                let grid = rig.grid(Console.smallest)
                wrong += grid.faults + rig.problems + TillPages.missing(grid, rig.till)
            }
        }
        #expect(wrong == [])
    }
}

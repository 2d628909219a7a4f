import TenderModel
import Testing
import TillScreens

@Suite("The question with which application of a card to pay")
struct TillApplicationTests {
    private static let question = TillPages.question

    /// A till at which a card is charged, and its applications are asked about.
    private func asked(_ question: ApplicationQuestion = question, customer: Bool = false) throws -> TillRig {
        var rig = try TillShop.opened(hasCustomer: customer)
        rig.isHolding = true
        rig.lines("11", "CD")
        rig.send(.news(.application(question)))
        return rig
    }

    private func answers(_ rig: TillRig) -> [TillAction] {
        rig.wanted.filter { if case .shop(.choose) = $0 { true } else { false } }
    }

    @Test("A number, or an arrow and Enter, chooses; the page of the charge follows", arguments: [true, false])
    func choosing(byNumber: Bool) throws {
        var rig = try asked()
        #expect(rig.shows("VISA DEBIT"))
        if byNumber { rig.line("2") } else { rig.press(.down, .enter) }
        #expect(answers(rig) == [.shop(.choose(Self.question.applications[1], of: Self.question))])
        #expect(rig.till.page == .card)
    }

    @Test("Enter alone takes what the card prefers")
    func preferred() throws {
        var rig = try asked()
        rig.press(.enter)
        #expect(answers(rig) == [.shop(.choose(Self.question.applications[0], of: Self.question))])
    }

    @Test("A number that is not in the list answers nothing, and the question stays", arguments: ["0", "3", "500"])
    func anotherNumber(line: String) throws {
        var rig = try asked()
        rig.line(line)
        #expect(answers(rig) == [])
        #expect(rig.message?.kind == .bad)
        #expect(rig.shows("US DEBIT"))
    }

    @Test("An application that is to be confirmed has a no")
    func confirming() throws {
        let question = ApplicationQuestion(.confirmation, [Self.question.applications[0]])
        var rig = try asked(question)
        rig.line("2")
        #expect(answers(rig) == [.shop(.choose(nil, of: question))])
    }

    @Test("Esc stops the payment")
    func stopping() throws {
        var rig = try asked()
        rig.press(.escape)
        #expect(answers(rig) == [])
        #expect(rig.till.charge == nil)
    }

    @Test("A question that is over leaves the page; one that comes while another page is shown waits for the charge's")
    func withdrawing() throws {
        var rig = try asked()
        rig.send(.news(.application(nil)))
        #expect(rig.till.page == .card)
        rig.line("RD")
        rig.send(.news(.application(Self.question)))
        #expect(rig.till.page == .reader(selected: 0))
        rig.press(.escape)
        #expect(rig.till.page == .applications(Self.question, selected: 0))
    }

    @Test("Whoever plays the customer goes on, and answers with digits")
    func played() throws {
        var rig = try asked(customer: true)
        #expect(rig.till.isCustomersTurn)
        rig.line("2")
        #expect(answers(rig).count == 1)
        #expect(rig.till.isCustomersTurn)
    }

    @Test("Without a charge nothing is asked")
    func withoutACharge() throws {
        var rig = try TillShop.opened()
        let page = rig.till.page
        rig.send(.news(.application(Self.question)))
        #expect(rig.till.page == page)
    }
}

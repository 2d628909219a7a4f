import TenderModel
import TenderSale
import Testing
import TillScreens

@Suite("What a till says is words, and no names of the program")
struct TillWordsTests {
    /// Words such as `discountAboveLimit` and `changed_mind`, of which people know nothing.
    private static func ids(_ text: String) -> [String] {
        text.split { !($0.isLetter || $0 == "_") }.map(String.init).filter { word in
            let letters = Array(word)
            let isCamel = zip(letters, letters.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
            let isSnake = word.dropFirst().dropLast().contains("_") && !letters.allSatisfy { $0 == "_" }
            return isCamel || isSnake
        }
    }

    private static func paper(_ receipt: Receipt) -> String {
        PlainTextReceipt.render(ReceiptLayout(width: 60).lines(of: receipt), width: 60)
    }

    private static let refusals: [RegisterRefusal] =
        [
            .nobodySignedIn, .signedInAlready, .unknownPerson, .managerNeeded, .answerFirst, .nothingAsked, .badReason,
            .unknownCode("9"), .unknownDepartment(9), .noTicket, .ticketIsOpen, .nothingPaid, .neverPaid, .notYetPaid,
            .nothingParked, .noSuchReceipt, .amountTooLarge, .alreadyBegun, .busy, .notRecorded("the disk is full"),
            .notHere, .sellingStopped(.blocked), .sellingStopped(.behind),
        ] + ticket.map(RegisterRefusal.ticket) + refund.map(RegisterRefusal.refund) + shop.map(RegisterRefusal.shop)
    private static let some = TillShop.euros(100)
    private static let ticket: [TicketError] =
        [
            .ticketIsParked, .ticketIsNotParked, .ticketIsOver, .ticketIsEmpty, .notASale, .notARefund,
            .noSuchLeg("L1-1"), .legExists("L1-1"), .tooManyLegs(most: 9), .legIsRunning("L1-1"),
            .outcomeUnknown("L1-1"), .wrongState(leg: "L1-1"), .contradiction(leg: "L1-1"), .wrongMethod(leg: "L1-1"),
            .wrongCurrency(.eur, ticket: .usd), .amountOutOfRange(most: some), .amountDiffers(leg: "L1-1", asked: some),
            .tipOutOfRange, .nothingDue, .tenderedOutOfRange, .intentNeeded, .textNeeded, .managerNeeded,
            .belowPaid(some), .moneyTaken(leg: "L1-1"), .notPaid(some),
        ] + cart.map(TicketError.cart)
    private static let cart: [CartError] = [
        .noSuchLine(1), .lineIsVoided(1), .priceNeeded("Pen"), .priceIsFixed("Pen"), .wrongCurrency(.eur, cart: .usd),
        .unknownTaxClass("A"), .quantityNotPositive, .negativePrice(some), .discountOutOfRange(most: some),
        .reasonNeeded, .nameNeeded, .tooManyLines(most: 9), .tooLarge,
    ]
    private static let refund: [RefundError] = [
        .notASale, .originalUnusable, .earlierUnusable("L1-1"), .nothingLeft, .noSuchLine(1), .lineRepeated(1),
        .quantityOutOfRange(line: 1, left: .one), .amountOutOfRange(left: some), .notVoidable,
    ]
    private static let shop: [ShopError] = [
        .noShiftOpen, .shiftIsOpen(1), .shiftHasEnded(1), .shiftHasNotEnded(1), .wrongShift(expected: nil),
        .wrongBusinessDate(expected: "2026-01-01"), .badBusinessDate("x"), .nobodySignedIn, .missingID, .missingReason,
        .wrongCurrency(expected: .eur), .negativeCash(some), .countDoesNotAddUp, .notPositive(some),
        .ticketsAreOpen(["L1-1"]), .ticketIsFinished("L1-1"), .ticketIsParked("L1-1"), .ticketIsNotParked("L1-1"),
        .wrongTicketNumber(expected: 1), .legsDoNotAddUp(expected: some), .changeDoesNotAddUp(leg: "L1-1"),
        .legRepeated("L1-1"), .paymentCountedTwice(intentID: "pi 1"), .notAccepted(leg: "L1-1"), .wrongSign(.refund),
        .wrongOriginal(nil), .trainingDiffers, .refundTooLarge(left: some), .lineRefundTooLarge(line: 1),
        .cardRefundTooLarge(leg: "L1-1"), .notVoidable("L1-1"), .notStoredOffline(leg: "L1-1"), .reportDiffers,
        .amount(.overflow),
    ]

    @Test("Every refusal is a sentence") func refusalsAreSentences() {
        let wrong = Self.refusals.filter { refusal in
            let text = refusal.description
            return !Self.ids(text).isEmpty || text.split(separator: " ").count < 3
        }
        #expect(wrong == [])
    }

    @Test("Every reason, permission and decline is told in words, on screens and on paper, in every language")
    func reasonsAreWords() throws {
        var wrong: [String] = []
        for (language, locale) in [(TillLanguage.english, "en"), (.german, "de"), (.french, "fr")] {
            let context = ReceiptContext(
                merchant: ReceiptMerchant(name: "Shop"), time: ReceiptTime(milliseconds: 0, offsetMinutes: 0),
                locale: ReceiptLocale(locale))
            for reason in ReasonCode.allCases {
                for stored in [reason.rawValue, reason.rawValue + ": so it is"] {
                    let slip = Receipt(paidOut: Self.some, reason: stored, context: context)
                    wrong += Self.ids(Self.paper(slip)).map { "\(language) \(stored): \($0)" }
                }
            }
            for code in [
                "insufficient_funds", "do_not_honor", "card_velocity_exceeded", "no_such_reason", "x_y", "fraudulent",
            ] {
                let slip = Receipt(declined: Self.some, card: nil, trace: nil, reason: code, context: context)
                wrong += Self.ids(Self.paper(slip)).map { "\(language) paper: \($0)" }
                var rig = try TillShop.opened(language)
                rig.answers = [.declined(reason: code)]
                rig.lines("100", "CD")
                wrong += Self.ids(rig.screen).map { "\(language) screen: \($0)" }
                if rig.shows(code) { wrong.append("\(language) screen: \(code)") }
            }
            for permission in Permission.allCases {
                let row = "allowed: " + permission.rawValue
                wrong += Self.ids(Self.paper(try Self.report(row, context))).map { "\(language) \(permission): \($0)" }
            }
        }
        #expect(wrong == [])
    }

    /// An X whose audit has one row.
    private static func report(_ row: String, _ context: ReceiptContext) throws -> Receipt {
        var rig = try TillShop.opened()
        rig.lines("11", "CA", "X")
        rig.managerAllows()
        var report = try #require(rig.paper.last?.report)
        report.audit = [.init(name: row, count: 1, amount: TillShop.euros(0))]
        return Receipt(report: report, context: context)
    }

    @Test("A manager's word stands in the X by the name of what was allowed")
    func allowed() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "10%TD")
        rig.managerAllows()
        rig.line("4")
        rig.lines("CA", "X")
        rig.managerAllows()
        let x = Self.paper(try #require(rig.paper.last))
        #expect(x.contains("Discount above the limit"))
        #expect(Self.ids(x) == [])
    }

    @Test("Cards have their brands' names") func brands() throws {
        var rig = try TillShop.opened()
        rig.card = CardDetails(brand: CardBrand(rawValue: "cartes_bancaires"), last4: "4242")
        rig.lines("100", "CD")
        #expect(rig.shows("CB 4242"))
        #expect(Self.ids(rig.screen) == [])
    }

    @Test("What is printed again says so on the screen, too; what is printed first does not")
    func duplicate() throws {
        var rig = try TillShop.opened()
        rig.lines("11", "CA")
        rig.press(.down)
        #expect(!rig.shows("DUPLICATE"))
        rig.line("RP")
        #expect(rig.shows("*** DUPLICATE ***"))
        rig.press(.escape)
        rig.lines("11", "CA")
        rig.press(.down)
        #expect(!rig.shows("DUPLICATE"))
        #expect(rig.shows("Receipt no."))
    }

    @Test("What nobody knows yet has its time in the list, also after a restart")
    func since() throws {
        var rig = try TillShop.opened()
        rig.answers = [.unknown]
        rig.time = 1_800_003_600_000
        rig.lines("100", "CD")
        let began = rig.screen.split(separator: "\n").first.map { String($0.suffix(5)) } ?? "?"
        rig.time += 7_200_000
        rig.line("UR")
        let row = { (rig: TillRig) in rig.screen.split(separator: "\n").first { $0.contains("outcome unknown") } }
        #expect(row(rig)?.contains(began) == true)
        rig.isHolding = true
        rig.restart()
        rig.signIn()
        rig.line("UR")
        #expect(row(rig)?.contains(began) == true)
    }

    @Test("The key bar shows the keys that do something on the page, and no others", arguments: TillPages.names)
    func keys(name: String) throws {
        let rig = try TillPages.make(name, .english)
        let bar = rig.grid(GridSize(width: 200, height: 30)).text.split(separator: "\n").last ?? ""
        var wrong: [String] = []
        for number in 1...10 {
            var tried = rig
            tried.key(number)
            let isRefused = tried.message?.kind == .bad
            let (after, before) = (tried.till, rig.till)
            let isNothing =
                after.page == before.page && after.register == before.register
                && after.console.screen == before.console.screen && after.console.question == before.console.question
                && tried.wanted == rig.wanted && tried.paper.count == rig.paper.count
            let isShown = " \(bar)".contains(" F\(number) ")
            if isShown == (isRefused || isNothing) { wrong.append("F\(number) shown \(isShown)") }
        }
        #expect(wrong == [])
    }
}

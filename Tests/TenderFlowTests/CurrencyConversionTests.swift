import TenderFlow
import TenderModel
import Testing

/// The currency that a customer chose for a card, and what the gateway says that it was charged in.
struct CurrencyConversionTests {
    private static let converted = ConversionChoice.accepted(Amount(minorUnits: 1200, currency: .usd))
    private static let another = ConversionChoice.accepted(Amount(minorUnits: 1201, currency: .usd))

    private static func charged(_ conversion: ConversionChoice?, _ status: PaymentIntentStatus = .succeeded)
        -> IntentFacts
    {
        var facts = Bench.facts(status)
        facts.conversion = conversion
        return facts
    }

    /// A bench with a card that a conversion is offered for, and the customer's choice.
    private static func bench(
        _ choice: ConversionChoice?, manual: Bool = false, offer: CurrencyConversionOffer? = Bench.offer()
    ) -> Bench {
        var bench = Bench(manual: manual)
        bench.sendAttaching()
        var facts = Bench.facts(.requiresConfirmation)
        facts.offer = offer
        bench.answer(.intent(facts))
        if let choice { bench.take(.conversionChosen(choice)) }
        return bench
    }

    @Test func onlyTheChosenConversionIsAnApproval() {
        let table: [(chosen: ConversionChoice?, told: ConversionChoice?, isApproved: Bool)] = [
            (Self.converted, Self.converted, true), (Self.converted, nil, true), (Self.converted, Self.another, false),
            (Self.converted, .declined, false), (.declined, .declined, true), (.declined, nil, true),
            (.declined, Self.converted, false), (nil, nil, true), (nil, .declined, true), (nil, Self.converted, false),
        ]
        let wrong = table.filter { chosen, told, isApproved in
            var bench = Self.bench(chosen)
            bench.take(.confirmRequested)
            // A mismatch is asked about once more.
            for _ in 0..<2 { bench.answer(.intent(Self.charged(told))) }
            let expected: Conclusion = isApproved ? .approved(Self.charged(told)) : .unknown(.answerMismatch)
            return bench.finished.last != .confirmed(expected)
        }
        #expect(wrong.map { "\($0)" } == [])
    }

    @Test func theChoiceIsOnDiskBeforeTheConfirmationAndMeasuresTheAnswersAfterARestart() {
        var wrong: [String] = []
        for told in [Self.converted, Self.another, .declined] {
            var bench = Self.bench(Self.converted)
            bench.take(.confirmRequested)
            if bench.history?.terms?.conversion != Self.converted { wrong.append("not recorded") }
            if !bench.restart() { wrong.append("nothing is unresolved") }
            bench.answer(.intent(Self.charged(told)))
            let isApproved = bench.notices.contains(.resolved(.approved(Self.charged(told))))
            if isApproved != (told == Self.converted) { wrong.append("\(told)") }
        }
        #expect(wrong == [])
    }

    /// The application may have the intent as it was before the card was charged.
    @Test func aCaptureAfterARestartKnowsTheChoice() {
        var bench = Self.bench(Self.converted, manual: true)
        bench.take(.confirmRequested)
        bench.answer(.intent(Self.charged(Self.converted, .requiresCapture)))
        let isOpen = bench.restart(terms: PaymentTerms(intentID: "pi_1", amount: Bench.amount, baseKey: "k"))
        bench.take(.captureRequested(nil))
        bench.answer(.intent(Self.charged(Self.converted)))
        #expect(!isOpen)
        #expect(bench.finished.last == .captured(.approved(Self.charged(Self.converted))))
    }

    /// What another process recorded, or nobody did, is not what this one chose.
    @Test func onlyWhoeverConfirmedKnowsThatNobodyChose() {
        var stranger = Bench(manual: true)
        _ = stranger.restart(facts: Bench.facts(.requiresCapture))
        stranger.take(.captureRequested(nil))
        var resumed = stranger
        let isOpen = resumed.restart()
        var own = Bench(manual: true)
        own.approve()
        _ = own.restart(
            terms: PaymentTerms(intentID: "pi_1", amount: Bench.amount, conversion: Self.converted, baseKey: "k"))
        own.take(.captureRequested(nil))
        let paid = Conclusion.approved(Self.charged(Self.converted))
        stranger.answer(.intent(Self.charged(Self.converted)))
        resumed.answer(.intent(Self.charged(Self.converted)))
        for _ in 0..<2 { own.answer(.intent(Self.charged(Self.converted))) }
        #expect(isOpen)
        #expect(stranger.finished.last == .captured(paid))
        #expect(resumed.notices.last == .resolved(paid))
        #expect(own.finished.last == .captured(.unknown(.answerMismatch)))
    }

    private static var hold: Bench {
        var bench = bench(converted, manual: true)
        bench.take(.confirmRequested)
        bench.answer(.intent(charged(converted, .requiresCapture)))
        return bench
    }

    @Test func nobodyConsentedToMoreThanIsHeld() {
        let more: [(PaymentEvent, PaymentCommand)] = [
            (.incrementRequested(1001), .increment), (.captureRequested(1001), .capture),
        ]
        // Another process sees it only in what the gateway says.
        var stranger = Bench(manual: true)
        _ = stranger.restart(facts: Self.charged(Self.converted, .requiresCapture))
        var wrong: [String] = []
        for (event, command) in more {
            for hold in [Self.hold, stranger] {
                var hold = hold
                let sent = hold.sent
                hold.take(event)
                if hold.finished.last != .refused(command, .approved) || hold.sent != sent { wrong.append("\(event)") }
            }
        }
        #expect(wrong == [])
    }

    /// The gateway converts the part that is captured.
    @Test func aPartOfAConvertedHoldIsCapturedInTheChosenCurrency() {
        let table: [(currency: Currency, isApproved: Bool)] = [(.usd, true), (.gbp, false)]
        let wrong = table.filter { currency, isApproved in
            var told = Self.charged(.accepted(Amount(minorUnits: 480, currency: currency)))
            told.received = 400
            var bench = Self.hold
            bench.take(.captureRequested(400))
            for _ in 0..<2 { bench.answer(.intent(told)) }
            return bench.finished.last != .captured(isApproved ? .approved(told) : .unknown(.answerMismatch))
        }
        #expect(wrong.map { "\($0)" } == [])
    }

    @Test func theWindowBeginsAnewWithTheQuestion() {
        var bench = Self.bench(nil)
        let window = bench.timers.filter { $0.duration == Bench.policy.confirmWindow }.map(\.serial)
        bench.take(.conversionAsked)
        let anew = bench.timers.filter { $0.duration == Bench.policy.confirmWindow }.map(\.serial)
        #expect(anew.count == 1)
        #expect(anew != window)
    }

    @Test func oneKeyNeverStandsForTwoChoices() {
        var bench = Self.bench(.declined)
        bench.take(.confirmRequested)
        bench.answer(.refused(.invalid, nil))
        bench.take(.conversionChosen(Self.converted))
        #expect(bench.machine.terms.conversion == .declined)
        #expect(bench.unexpected == [.conversionChosen(Self.converted)])
    }

    @Test func aConversionAndASurchargeExcludeEachOther() {
        #expect(!Self.bench(Self.converted).machine.accepts(surcharge: 25))
        var surcharged = Self.bench(nil)
        surcharged.take(.surchargeChosen(25))
        #expect(surcharged.machine.openOffer == nil)
    }

    @Test func onlyAnOfferAboutTheWholeAmountIsOpen() {
        #expect(Self.bench(nil).machine.openOffer == Bench.offer())
        let other = Bench.offer(Amount(minorUnits: 999, currency: .eur))
        #expect(Self.bench(nil, offer: other).machine.openOffer == nil)
    }

    @Test func theNextCollectionForgetsTheChoice() {
        var bench = Self.bench(Self.converted)
        bench.take(.collectRequested(inspect: false))
        #expect(bench.machine.terms.conversion == nil)
    }
}

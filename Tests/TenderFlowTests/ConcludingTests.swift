import TenderFlow
import TenderModel
import Testing

/// A card that waits in the reader for its issuer's answer, and has the last word.
@Suite struct ConcludingTests {
    private static func approved(_ manual: Bool) -> IntentFacts {
        Bench.facts(manual ? .requiresCapture : .succeeded)
    }

    private static let refunded = GatewayReply.refund(
        RefundFacts(intent: "pi_1", amount: Bench.amount, status: .succeeded))

    /// Answers the reversal of an approval.
    private static func giveBack(_ bench: inout Bench, manual: Bool) {
        if manual { bench.answer(.canceled) } else { bench.answer(refunded) }
    }

    @Test(arguments: [false, true])
    func anApprovalIsToldOnceTheCardAgreedAndThatIsRecorded(manual: Bool) {
        var bench = Bench(manual: manual)
        bench.askCard()
        #expect(bench.phase == .concluding)
        #expect(bench.told.map(\.verdict) == [.approved])
        #expect(bench.finished == [.collected(inspected: false)])
        #expect(bench.history?.isReversalOwed == true)
        #expect(bench.history?.blocksOrder == true)
        bench.journalMode = .holds
        bench.say(.approved)
        #expect(bench.finished.count == 1)
        bench.releaseRecords()
        #expect(bench.finished.last == .confirmed(.approved(Self.approved(manual))))
        #expect(bench.history?.isReversalOwed == false)
        #expect(bench.history?.standing == .approved(Self.approved(manual), left: 1000))
        #expect(!bench.hasCard)
        #expect(bench.timers.isEmpty)
    }

    @Test(arguments: [CardWord.declined, .removed, .failed], [false, true])
    func anApprovalThatTheCardDoesNotAgreeToIsReversedAndToldAsItsDecline(word: CardWord, manual: Bool) {
        var bench = Bench(manual: manual)
        bench.askCard()
        bench.say(word)
        #expect(bench.sent.last == (manual ? .cancel(.init("k/1/cancel")) : .refund(.init("k/1/refund"))))
        #expect(!bench.hasCard)
        #expect(bench.finished.count == 1)
        Self.giveBack(&bench, manual: manual)
        #expect(bench.finished.last == .confirmed(.declined(.byCard, charge: nil)))
        #expect(bench.phase == (manual ? .canceled : .reversed))
        #expect(bench.history?.standing == .nothing(.byCard))
        #expect(bench.history?.isOpen == false)
        let again = bench.restart(facts: Self.approved(manual))
        #expect(!again)
        #expect(bench.phase == (manual ? .approved : .reversed))
    }

    @Test func theCardIsToldNothingBeforeTheApprovalIsRecorded() {
        var bench = Bench()
        bench.sendWaiting()
        bench.journalMode = .holds
        bench.answer(.succeeded)
        #expect(bench.told.isEmpty)
        bench.releaseRecords()
        #expect(bench.told.map(\.verdict) == [.approved])
    }

    @Test func anApprovalThatCannotBeRecordedReleasesTheCardAndIsReversedOnceItIs() {
        var bench = Bench(manual: true)
        bench.sendWaiting()
        bench.journalMode = .fails
        bench.answer(.requiresCapture)
        bench.journalMode = .writes
        #expect(bench.finished.last == .confirmed(.unknown(.notRecorded)))
        #expect(bench.told.map(\.verdict) == [.noAnswer])
        bench.firePause()
        // Whoever has the card says that it is gone.
        bench.say(.failed)
        bench.answer(.canceled)
        #expect(bench.notices.last == .resolved(.declined(.byCard, charge: nil)))
    }

    @Test func aWordThatComesTooLateChangesNothing() {
        var bench = Bench()
        bench.askCard()
        bench.fire(Bench.policy.conclude)
        #expect(bench.sent.last == .refund(.init("k/1/refund")))
        bench.say(.approved)
        #expect(bench.phase == .refunding)
        bench.answer(Self.refunded)
        #expect(bench.finished.last == .confirmed(.declined(.byCard, charge: nil)))
        #expect(bench.unexpected.isEmpty)
    }

    @Test func theTotalDeadlineChangesNothingWhileTheCardHasTheWord() {
        var bench = Bench()
        bench.askCard()
        bench.fireTotal()
        #expect(bench.phase == .concluding)
        bench.say(.approved)
        #expect(bench.finished.last == .confirmed(.approved(Self.approved(false))))
    }

    @Test func aReaderThatIsLostTakesTheLastWordWithIt() {
        var bench = Bench()
        bench.askCard()
        bench.take(.readerLost)
        #expect(bench.phase == .refunding)
        bench.answer(Self.refunded)
        #expect(bench.finished.last == .confirmed(.declined(.byCard, charge: nil)))
    }

    @Test func aCardThatWaitsForItsConfirmationDoesNotWaitForEver() {
        for isLost in [false, true] {
            var bench = Bench()
            bench.take(.collectRequested(inspect: false))
            bench.readCard(awaitsIssuer: true)
            if isLost { bench.take(.readerLost) } else { bench.fire(Bench.policy.confirmWindow) }
            #expect(bench.phase == .ready)
            #expect(!bench.hasCard)
            #expect(bench.notices == [.collectionExpired])
            #expect(bench.timers.isEmpty)
        }
    }

    @Test func aDeclineIsToldToTheCardAndNobodyWaitsForItsWord() {
        var bench = Bench()
        bench.sendWaiting()
        bench.answer(.declined(Decline(code: "card_declined"), Bench.facts(.requiresPaymentMethod, charge: "ch_1")))
        #expect(bench.told.map(\.verdict) == [.declined])
        #expect(bench.finished.last == .confirmed(.declined(Decline(code: "card_declined"), charge: "ch_1")))
        #expect(bench.phase == .ready)
        bench.say(.approved)
        #expect(bench.unexpected.isEmpty)
    }

    @Test func whatWasNotExecutedEndsTheWaitOfTheCard() {
        var bench = Bench()
        bench.sendWaiting()
        bench.answer(.refused(.unauthorized, nil))
        #expect(bench.finished.last == .confirmed(.notExecuted(.unauthorized)))
        #expect(bench.phase == .ready)
        #expect(!bench.hasCard)
    }

    @Test func aConfirmationThatCannotBeRecordedEndsTheWaitOfTheCard() {
        var bench = Bench()
        bench.take(.collectRequested(inspect: false))
        bench.readCard(awaitsIssuer: true)
        bench.journalMode = .fails
        bench.take(.confirmRequested)
        #expect(bench.finished.last == .confirmed(.journalUnavailable))
        #expect(bench.phase == .ready)
        #expect(!bench.hasCard)
        #expect(bench.timers.isEmpty)
    }

    /// Nobody can tell in time: the card goes, and its word cannot come any more.
    @Test(arguments: [false, true])
    func anApprovalThatIsFoundAfterTheCardWasReleasedIsReversed(manual: Bool) {
        var bench = Bench(manual: manual)
        bench.sendWaiting()
        bench.loseUntilUnknown()
        #expect(bench.told.map(\.verdict) == [.noAnswer])
        bench.firePause()
        bench.answer(manual ? .requiresCapture : .succeeded)
        // Whoever has the card says that it is gone.
        bench.say(.failed)
        Self.giveBack(&bench, manual: manual)
        #expect(bench.notices.last == .resolved(.declined(.byCard, charge: nil)))
        #expect(bench.history?.isOpen == false)
    }

    /// While a reversal is not proved, nobody is told of the approval.
    @Test(arguments: [false, true])
    func aReversalThatNobodyCanTellAboutIsUnknown(manual: Bool) {
        var bench = Bench(manual: manual)
        bench.askCard()
        bench.say(.declined)
        bench.loseUntilUnknown()
        #expect(bench.finished.last == .confirmed(.unknown(.noAnswer)))
        #expect(bench.history?.standing == .reversing(left: 1000))
        bench.firePause()
        Self.giveBack(&bench, manual: manual)
        #expect(bench.notices.last == .resolved(.declined(.byCard, charge: nil)))
    }

    @Test func aReversalThatIsRefusedForGoodLeavesTheApproval() {
        var bench = Bench()
        bench.askCard()
        bench.say(.declined)
        bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .failed)))
        #expect(bench.finished.last == .confirmed(.approved(Self.approved(false))))
        #expect(bench.history?.isReversalOwed == false)
        #expect(bench.history?.approval != nil)
    }

    @Test func aCancelMeanwhileWaitsForTheCardsWord() {
        for (mode, word) in [(CancelMode.stop, CardWord.approved), (.stop, .declined), (.reverseIfApproved, .approved)]
        {
            var bench = Bench()
            bench.askCard()
            bench.cancel(mode)
            #expect(bench.cancelAnswers.isEmpty)
            bench.say(word)
            if bench.phase == .refunding { bench.answer(Self.refunded) }
            switch (mode, word) {
            case (.stop, .approved):
                #expect(bench.cancelAnswers == [.tooLate(.approved(Self.approved(false)))])
            case (.stop, _): #expect(bench.cancelAnswers == [.tooLate(.declined(.byCard, charge: nil))])
            case (.reverseIfApproved, _):
                #expect(bench.cancelAnswers == [.reversed])
                #expect(bench.finished.first == .collected(inspected: false))
                #expect(bench.finished.contains(.confirmed(.canceled(by: .application))))
            }
        }
    }

    @Test func aReversalThatWasAskedForBeforeTheAnswerAsksTheCardNothing() {
        var bench = Bench(manual: true)
        bench.sendWaiting()
        bench.cancel(.reverseIfApproved)
        bench.answer(.requiresCapture)
        #expect(bench.told.isEmpty)
        #expect(!bench.hasCard)
        bench.answer(.canceled)
        #expect(bench.finished.last == .cancelAnswered(.reversed))
    }

    @Test func aCardThatWaitsIsNotStoredOffline() {
        var machine = PaymentMachine(
            terms: PaymentTerms(intentID: "offline_k", amount: Bench.amount, baseKey: "k"),
            facts: Bench.facts(.requiresPaymentMethod, id: "offline_k"))
        for event in [PaymentEvent.collectRequested(inspect: false), .recorded(1)] { _ = machine.handle(event) }
        let actions = machine.handle(.cardCollected(awaitsIssuer: true))
        #expect(actions.contains(.dropCard))
        #expect(machine.phase == .ready)
    }

    // MARK: - Crashes

    /// The process ends after each record, and the next one finds the approval: it stands only if the card's word was
    /// recorded, and is given back otherwise.
    @Test(arguments: [CardWord.approved, .declined], [false, true])
    func aCrashAfterAnyRecordLeavesNoApprovalWithoutTheCardsWord(word: CardWord, manual: Bool) throws {
        var bench = Bench(manual: manual)
        bench.askCard()
        bench.say(word)
        if word == .declined { Self.giveBack(&bench, manual: manual) }
        let entries = bench.entries
        var wrong: [String] = []
        for count in 1...entries.count {
            let written = entries.prefix(count)
            let history = try #require(PaymentHistory(folding: written))
            let isAgreed = written.contains {
                if case .settled(.confirm, .approved, _) = $0.entry.event { true } else { false }
            }
            let isOver = written.contains { if case .settled = $0.entry.event { true } else { false } }
            let hasLeft = history.hasSentConfirm
            if history.isUnresolved != (hasLeft && !isOver) { wrong.append("\(count): \(history.standing)") }
            guard var machine = PaymentMachine(resuming: history, policy: Bench.policy) else {
                if history.isUnresolved || (history.approval != nil) != isAgreed {
                    wrong.append("\(count): not resumed")
                }
                continue
            }
            if let left = Self.left(of: &machine, manual: manual) { wrong.append("\(count): \(left)") }
        }
        #expect(wrong == [])
    }

    /// Goes on after a restart at a gateway that has approved; returns what stands of it, if anything does.
    private static func left(of machine: inout PaymentMachine, manual: Bool) -> String? {
        var events: [PaymentEvent] = [.resumed]
        var isGivenBack = false
        for _ in 0..<60 where !events.isEmpty {
            for action in machine.handle(events.removeFirst()) {
                switch action {
                case .record(let serial, _): events.append(.recorded(serial))
                case .conclude(let serial, .approved): events.append(.cardConcluded(serial, .failed))
                case .startTimer(let serial, let duration) where duration < .seconds(60):
                    events.append(.timerFired(serial, .none))
                case .send(let serial, .cancel), .send(let serial, .refund):
                    isGivenBack = true
                    events.append(.answered(serial, manual ? .intent(Bench.facts(.canceled)) : refunded, .none))
                case .send(let serial, .findRefund):
                    events.append(.answered(serial, isGivenBack ? refunded : .noRefund(), .none))
                case .send(let serial, _):
                    let facts = isGivenBack && manual ? Bench.facts(.canceled) : approved(manual)
                    events.append(.answered(serial, .intent(facts), .none))
                case .notify(.resolved(.declined(.byCard, _))):
                    return isGivenBack ? nil : "told before it was given back"
                default: break
                }
            }
        }
        return "\(machine.phase)"
    }
}

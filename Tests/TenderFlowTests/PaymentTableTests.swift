import TenderFlow
import TenderModel
import Testing

/// The design's table phase × fault, row by row.
@Suite struct PaymentTableTests {
    private let decline = Decline(code: "card_declined", declineCode: "insufficient_funds")

    // MARK: - Waiting for a card

    @Test func waitingForCardTimeoutIsCanceledByDeadline() {
        for total in [false, true] {
            var bench = Bench()
            bench.take(.collectRequested(inspect: false))
            if total { bench.fireTotal() } else { bench.fire(.seconds(101)) }
            #expect(bench.isStopAsked)
            #expect(bench.finished.isEmpty)
            bench.endCollection(.canceled(by: .application))
            #expect(bench.finished == [.collectionFailed(.canceled(by: .deadline))])
            #expect(bench.sent.isEmpty)
            #expect(bench.timers.isEmpty)
            #expect(bench.machine.isIdle)
        }
    }

    @Test func waitingForCardCancelIsAnsweredWhenTheReaderIsIdle() {
        var bench = Bench()
        bench.take(.collectRequested(inspect: false))
        bench.cancel()
        #expect(bench.isStopAsked)
        #expect(bench.finished.isEmpty)
        bench.endCollection(.canceled(by: .application))
        #expect(
            bench.finished
                == [.collectionFailed(.canceled(by: .application)), .cancelAnswered(.canceled(by: .application))]
        )
    }

    @Test func waitingForCardCancelWinsOverACardOfTheSameInstant() {
        var bench = Bench()
        bench.take(.collectRequested(inspect: false))
        bench.cancel()
        bench.readCard()
        #expect(bench.finished.first == .collectionFailed(.canceled(by: .application)))
        #expect(!bench.hasCard)
    }

    @Test func waitingForCardNothingHasLeft() {
        var bench = Bench()
        bench.take(.collectRequested(inspect: false))
        #expect(bench.journal == [.attemptOpened(reader: nil, .none)])
        #expect(bench.sent.isEmpty)
        #expect(!bench.machine.isOutcomeUnknown)
    }

    @Test func waitingForCardAFaultOfTheReaderEndsTheCollection() {
        let faults: [CollectionFailure] = [
            .readerLost(.usbDisconnected), .readerBusy, .timedOut, .cardNotRead(.removed), .refused("amount"),
            .communication("stalled"), .canceled(by: .customer),
        ]
        let wrong = faults.filter { fault in
            var bench = Bench()
            bench.take(.collectRequested(inspect: false))
            bench.endCollection(fault)
            return bench.finished != [.collectionFailed(fault)] || bench.phase != .ready || !bench.timers.isEmpty
        }
        #expect(wrong.isEmpty)
    }

    @Test func waitingForCardStartsNoReaderWithoutARecord() {
        var bench = Bench()
        bench.journalMode = .fails
        bench.take(.collectRequested(inspect: false))
        #expect(bench.finished == [.collectionFailed(.journalUnavailable)])
        #expect(!bench.isReaderRunning)
    }

    // MARK: - Card read, confirmation not sent

    @Test func cardReadTimeoutIsCanceledByDeadline() {
        var inspected = Bench()
        inspected.collect(inspect: true)
        inspected.fire(.seconds(104))
        #expect(inspected.phase == .ready)
        #expect(!inspected.hasCard)
        #expect(inspected.notices == [.collectionExpired])
        inspected.take(.confirmRequested)
        #expect(inspected.finished.last == .refused(.confirm, .ready))
    }

    @Test func cardReadCancelDropsThePayload() {
        var bench = Bench()
        bench.collect()
        bench.cancel()
        #expect(bench.cancelAnswers == [.canceled(by: .application)])
        #expect(!bench.hasCard)
        #expect(bench.sent.isEmpty)
    }

    @Test func cardReadALostReaderTakesNothingAway() {
        var bench = Bench()
        bench.collect()
        bench.take(.readerLost)
        bench.take(.confirmRequested)
        bench.answer(.succeeded)
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
    }

    @Test func cardReadAnEditedIntentIsCollectedAgain() {
        var bench = Bench()
        bench.collect()
        let more = Amount(minorUnits: 2000, currency: .eur)
        bench.take(.intentEdited(PaymentTerms(intentID: "pi_1", amount: more, baseKey: "k")))
        bench.take(.confirmRequested)
        #expect(!bench.hasCard)
        #expect(bench.finished.last == .refused(.confirm, .ready))
        bench.collect()
        #expect(bench.journal.last == .attemptOpened(reader: nil, .none))
    }

    // MARK: - Confirmation sent, no answer

    @Test func confirmSentTimeoutSendsTheSameKeyAgainAndThenAsks() {
        var bench = Bench()
        bench.sendConfirm()
        bench.fireOnline()
        bench.firePause()
        bench.fireOnline()
        #expect(bench.sent == [.confirm(.init("k/1/confirm")), .confirm(.init("k/1/confirm")), .retrieve])
        #expect(bench.notices == [.sendingAgain(send: 2), .asking(ask: 1)])
        bench.answer(.succeeded)
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
    }

    @Test func confirmSentEverySendHasItsRecord() {
        var bench = Bench()
        bench.collect()
        bench.journalMode = .holds
        bench.take(.confirmRequested)
        #expect(bench.sent.isEmpty)
        bench.releaseRecords()
        bench.answer(.noAnswer)
        bench.journalMode = .holds
        bench.firePause()
        #expect(bench.sent.count == 1)
        bench.releaseRecords()
        #expect(bench.sent.count == 2)
    }

    @Test func confirmSentCancelIsTooLateAndTheApprovalStands() {
        var bench = Bench()
        bench.sendConfirm()
        bench.cancel()
        #expect(bench.cancelAnswers.isEmpty)
        #expect(bench.journal.last == .cancelAsked(.stop, by: .application))
        bench.answer(.succeeded)
        #expect(bench.cancelAnswers == [.tooLate(.approved(Bench.facts(.succeeded)))])
        #expect(bench.phase == .approved)
        #expect(bench.keys == ["k/1/confirm"])
    }

    @Test func confirmSentCancelReversesOnlyWhenAsked() {
        var hold = Bench(manual: true)
        hold.sendReversal()
        hold.answer(.canceled)
        var captured = Bench()
        captured.sendReversal()
        captured.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .pending)))
        #expect(captured.cancelAnswers == [.reversalUnknown], "a pending refund is open")
        captured.firePause()
        captured.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .succeeded)))
        #expect(captured.notices.last == .reversed)
        #expect(captured.phase == .reversed)
        #expect(hold.cancelAnswers == [.reversed])
        #expect(hold.phase == .canceled)
        #expect(hold.keys.last == "k/1/cancel")
        #expect(captured.keys.last == "k/1/refund")
    }

    @Test func confirmSentANegativeQueryIsProvedByAKeyedCancel() {
        var bench = Bench()
        bench.tellConfirmUnknown()
        bench.firePause()
        bench.answer(.requiresPaymentMethod)
        #expect(bench.sent.last == .cancel(.init("k/1/cancel")))
        #expect(bench.notices.last == .asking(ask: 2))
        bench.answer(.canceled)
        #expect(bench.notices.last == .resolved(.canceled(by: .engine)))
        #expect(bench.phase == .canceled)
    }

    @Test func confirmSentAProofThatComesTooLateFindsTheApproval() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.serverError(stored: true))
        bench.answer(.requiresPaymentMethod)
        bench.answer(.refused(.unexpectedState, Bench.facts(.succeeded)))
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
    }

    @Test func confirmSentWithoutAnyAnswerIsUnknownAndAskingGoesOn() {
        var bench = Bench()
        bench.tellConfirmUnknown()
        #expect(bench.finished.last == .confirmed(.unknown(.noAnswer)))
        #expect(bench.machine.isOutcomeUnknown)
        bench.take(.collectRequested(inspect: false))
        #expect(bench.finished.last == .refused(.collect, .confirming))
        bench.take(.confirmRequested)
        bench.answer(.succeeded)
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
    }

    @Test func confirmSentTheTotalDeadlineTellsUnknownAndTheLateAnswerIsANotice() {
        var bench = Bench()
        bench.sendConfirm()
        bench.fireTotal()
        #expect(bench.finished.last == .confirmed(.unknown(.noAnswer)))
        bench.answer(.succeeded)
        #expect(bench.notices == [.resolved(.approved(Bench.facts(.succeeded)))])
    }

    @Test func confirmSentALateAnswerSettlesIt() {
        var bench = Bench()
        bench.sendConfirm()
        let first = bench.machine.exchange ?? 0
        bench.fireOnline()
        bench.take(.answered(first, .intent(Bench.facts(.succeeded)), .none))
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
        #expect(bench.timers.isEmpty)
    }

    @Test func confirmSentAnIntentThatIsNotFoundIsUnknown() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.refused(.notFound, nil))
        bench.answer(.refused(.notFound, nil))
        #expect(bench.finished.last == .confirmed(.unknown(.intentMissing)))
        #expect(bench.machine.isOutcomeUnknown)
    }

    @Test func confirmSentAnAnswerThatDoesNotFitIsUnknownAndNothingFollows() {
        let wrong: [IntentFacts] = [
            Bench.facts(.succeeded, id: "pi_2"),
            Bench.facts(.succeeded, amount: Amount(minorUnits: 999, currency: .eur)),
            Bench.facts(.succeeded, amount: Amount(minorUnits: 1000, currency: .usd)),
            Bench.facts(.succeeded, amount: Amount(minorUnits: 1011, currency: .eur), tip: 11),
            Bench.facts(.succeeded, amount: Amount(minorUnits: .min, currency: .eur), tip: .max),
            Bench.facts(.succeeded, received: 999), Bench.facts(.requiresCapture, capturable: 1),
            Bench.facts(.canceled, id: "pi_2"),
        ]
        let failures = wrong.filter { facts in
            var bench = Bench(maximumTip: 10)
            bench.sendConfirm()
            bench.answer(.intent(facts))
            bench.answer(.intent(facts))
            return bench.finished.last != .confirmed(.unknown(.answerMismatch))
                || bench.sent != [.confirm(.init("k/1/confirm")), .retrieve]
        }
        #expect(failures.isEmpty, "\(failures)")
    }

    @Test func confirmSentAPermittedTipFits() {
        let facts = Bench.facts(.succeeded, amount: Amount(minorUnits: 1010, currency: .eur), tip: 10)
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm()
        bench.answer(.intent(facts))
        #expect(bench.finished.last == .confirmed(.approved(facts)))
    }

    private static func tipped(_ tip: Int64, _ status: PaymentIntentStatus = .succeeded) -> IntentFacts {
        Bench.facts(status, amount: Amount(minorUnits: 1000 + tip, currency: .eur), tip: tip)
    }

    @Test func aTipThatTheCustomerChoseFits() {
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        bench.answer(.intent(Self.tipped(7)))
        #expect(bench.finished.last == .confirmed(.approved(Self.tipped(7))))
    }

    @Test func anAmountWithTheChosenTipFitsWhereTheGatewayDoesNotNameIt() {
        let facts = Bench.facts(.succeeded, amount: Amount(minorUnits: 1007, currency: .eur))
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        bench.answer(.intent(facts))
        #expect(bench.finished.last == .confirmed(.approved(facts)))
    }

    @Test(arguments: [0, 6, 8, 10] as [Int64]) func anApprovalWithAnotherTipThanTheChosenOneIsUnknown(tip: Int64) {
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        bench.answer(.intent(Self.tipped(tip)))
        bench.answer(.intent(Self.tipped(tip)))
        #expect(bench.finished.last == .confirmed(.unknown(.answerMismatch)))
    }

    @Test func aGatewayThatHasNotHeardOfTheTipProvesNothingWrong() {
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.noAnswer)
        bench.answer(.intent(Self.tipped(0, .requiresPaymentMethod)))
        #expect(bench.sent.last?.key == IdempotencyKey("k/1/cancel"))
    }

    @Test func anUnpaidIntentWithTheTipOfAnEarlierCollectionIsNoMismatch() {
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.noAnswer)
        bench.answer(.intent(Self.tipped(3, .requiresConfirmation)))
        #expect(bench.sent.last?.key == IdempotencyKey("k/1/cancel"))
    }

    @Test(arguments: [0, 24, 26] as [Int64]) func anApprovalWithAnotherSurchargeThanTheAgreedOneIsUnknown(
        surcharge: Int64
    ) {
        func charged(_ surcharge: Int64) -> IntentFacts {
            var facts = Bench.facts(.succeeded, amount: Amount(minorUnits: 1000 + surcharge, currency: .eur))
            facts.surcharge = surcharge
            return facts
        }
        func bench(_ surcharge: Int64) -> PaymentCompletion? {
            var bench = Bench()
            bench.collect(inspect: true)
            bench.take(.surchargeChosen(25))
            bench.take(.confirmRequested)
            bench.answer(.intent(charged(surcharge)))
            bench.answer(.intent(charged(surcharge)))
            return bench.finished.last
        }
        #expect(bench(surcharge) == .confirmed(.unknown(.answerMismatch)))
        #expect(bench(25) == .confirmed(.approved(charged(25))))
    }

    @Test func aCardThatWasSentTakesNoOtherSurcharge() {
        var bench = Bench()
        bench.collect()
        bench.take(.surchargeChosen(25))
        bench.take(.confirmRequested)
        bench.answer(.refused(.invalid, nil))
        #expect(bench.machine.accepts(surcharge: 25))
        #expect(!bench.machine.accepts(surcharge: 0))
        #expect(!bench.machine.accepts(surcharge: 26))
    }

    @Test func theNextCollectionForgetsTheTip() {
        var bench = Bench(maximumTip: 10)
        bench.collect(tip: 7)
        bench.take(.collectRequested(inspect: false, maximumTip: 10))
        #expect(bench.machine.terms.tip == nil)
    }

    @Test func aCollectionWithoutTippingAllowsNone() {
        var bench = Bench(maximumTip: 10)
        bench.take(.collectRequested(inspect: false))
        #expect(bench.machine.terms.maximumTip == 0)
    }

    @Test func theTipIsInTheRecordOfTheConfirmation() {
        var bench = Bench(maximumTip: 10)
        bench.sendConfirm(tip: 7)
        #expect(bench.history?.terms?.tip == 7)
    }

    // MARK: - Answered approved, not recorded

    @Test func approvedNotRecordedIsNotShown() {
        var bench = Bench()
        bench.sendConfirm()
        bench.journalMode = .holds
        bench.answer(.succeeded)
        bench.cancel()
        #expect(bench.finished == [.collected(inspected: false)])
        bench.releaseRecords()
        let approved = Conclusion.approved(Bench.facts(.succeeded))
        #expect(bench.finished.suffix(2) == [.confirmed(approved), .cancelAnswered(.tooLate(approved))])
    }

    @Test func approvedNotRecordableIsUnknownUntilTheRecordIsWritten() {
        var bench = Bench()
        bench.sendConfirm()
        bench.journalMode = .fails
        bench.answer(.succeeded)
        #expect(bench.finished.last == .confirmed(.unknown(.notRecorded)))
        #expect(bench.machine.isOutcomeUnknown)
        bench.journalMode = .writes
        bench.firePause()
        #expect(bench.notices == [.resolved(.approved(Bench.facts(.succeeded)))])
        #expect(bench.machine.isIdle)
    }

    // MARK: - Declined

    @Test func declinedTheNextCardIsANewAttemptOnTheSameIntent() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.declined(decline, Bench.facts(.requiresPaymentMethod, charge: "ch_1", decline: decline)))
        #expect(bench.finished.last == .confirmed(.declined(decline, charge: "ch_1")))
        #expect(!bench.hasCard)
        bench.approve()
        #expect(bench.keys == ["k/1/confirm", "k/2/confirm"])
        #expect(bench.machine.attempt == 2)
    }

    @Test func declinedFoundByAskingNeedsANewCharge() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.serverError(stored: true))
        bench.answer(.requiresPaymentMethod, charge: "ch_1", decline: decline)
        #expect(bench.finished.last == .confirmed(.declined(decline, charge: "ch_1")))
        bench.sendConfirm()
        bench.answer(.serverError(stored: true))
        bench.answer(.requiresPaymentMethod, charge: "ch_1", decline: decline)
        #expect(bench.phase == .canceling, "the old charge proves nothing about the second attempt")
    }

    /// An answer that was on its way for long tells of the attempt before: only a newer charge, or the key, tells which.
    @Test func aDeclineOfTheAttemptBeforeProvesNothingAboutThisOne() {
        let old = Bench.facts(.requiresPaymentMethod, charge: "ch_1", decline: decline)
        let older = Bench.facts(.requiresPaymentMethod, charge: "ch_0", decline: decline)
        for (reply, isDecline) in [
            (GatewayReply.declined(decline, old), false), (.declined(decline, older), false),
            (.declined(decline, nil), false),
            (.declinedUnderKey(decline, nil), true),
            (.declined(decline, Bench.facts(.requiresPaymentMethod, charge: "ch_2", decline: decline)), true),
        ] {
            var bench = Bench()
            for before in [older, old] {
                bench.sendConfirm()
                bench.answer(.declined(decline, before))
            }
            bench.sendConfirm()
            bench.answer(reply)
            #expect((bench.phase != .confirming) == isDecline, "\(reply)")
            guard !isDecline else { continue }
            bench.answer(.succeeded, charge: "ch_2")
            #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded, charge: "ch_2"))), "\(reply)")
        }
    }

    @Test func declinedCancelIsTooLate() {
        var bench = Bench()
        bench.sendConfirm()
        bench.cancel(.reverseIfApproved)
        bench.answer(.declinedUnderKey(decline, nil))
        #expect(bench.cancelAnswers == [.tooLate(.declined(decline, charge: nil))])
        #expect(bench.machine.isIdle)
    }

    // MARK: - Capture sent, no answer

    @Test func captureSentTimeoutSendsTheSameKeyAgainAndThenReadsBeforeTheNext() {
        var bench = Bench(manual: true)
        bench.sendCapture(700)
        bench.fireOnline()
        bench.firePause()
        bench.fireOnline()
        bench.answer(.requiresCapture)
        bench.firePause()
        let capture = PaymentRequest.capture(.init("k/1/capture"), amount: 700)
        #expect(bench.sent.suffix(4) == [capture, capture, .retrieve, capture])
        bench.answer(.intent(Bench.facts(.succeeded, received: 700)))
        #expect(bench.finished.last == .captured(.approved(Bench.facts(.succeeded, received: 700))))
    }

    /// A fee is part of the body: it is the same each time, and another fee is another capture.
    @Test func captureSentKeepsItsFee() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(700, applicationFee: 50))
        bench.fireOnline()
        bench.firePause()
        let capture = PaymentRequest.capture(.init("k/1/capture"), amount: 700, applicationFee: 50)
        #expect(bench.sent.suffix(2) == [capture, capture])
        bench.fireTotal()
        for _ in 0..<2 {
            bench.fireOnline()
            bench.firePause()
        }
        bench.take(.captureRequested(700, applicationFee: 60))
        #expect(bench.finished.last == .refused(.capture, .capturing))
    }

    /// The same amount may have been captured by somebody else, without the fee.
    @Test func captureSentIsComparedWithItsFee() {
        let ends = ([nil, 49, 50] as [Int64?]).map { told -> Bool in
            var bench = Bench(manual: true)
            bench.approve()
            bench.take(.captureRequested(nil, applicationFee: 50))
            bench.answer(.noAnswer)
            bench.firePause()
            bench.answer(.noAnswer)
            var captured = Bench.facts(.succeeded)
            captured.applicationFee = told
            bench.answer(.intent(captured))
            return bench.finished.last == .captured(.approved(captured))
        }
        #expect(ends == [false, false, true])
    }

    @Test func captureSentBesideOneWithoutItsFeeIsNotExecuted() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(nil, applicationFee: 50))
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.refused(.unexpectedState, Bench.facts(.succeeded)))
        #expect(bench.finished.last == .captured(.notExecuted(.unexpectedState)))
    }

    @Test func captureSentIsNotCancellable() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        bench.cancel(.reverseIfApproved)
        bench.take(.cancelIntentRequested)
        #expect(
            bench.finished.suffix(2) == [
                .cancelAnswered(.notCancellable(.capturing)), .refused(.cancelIntent, .capturing),
            ]
        )
    }

    @Test func captureSentAnotherSumThanAskedIsUnknown() {
        var bench = Bench(manual: true)
        bench.sendCapture(700)
        bench.answer(.succeeded)
        bench.answer(.succeeded)
        #expect(bench.finished.last == .captured(.unknown(.answerMismatch)))
    }

    @Test func captureSentTwiceIsRefusedAndChargesNothing() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        bench.answer(.succeeded)
        let sends = bench.sent.count
        bench.take(.captureRequested(nil))
        #expect(bench.finished.last == .refused(.capture, .approved))
        #expect(bench.sent.count == sends)
    }

    // MARK: - Editing the intent

    @Test func theIntentIsEditedOnlyWhereNothingOfItIsUnderWayUnknownOrApproved() {
        let ways: [(inout Bench) -> Void] = [
            { _ in },
            {
                $0.journalMode = .holds
                $0.take(.collectRequested(inspect: false))
            },
            { $0.take(.collectRequested(inspect: false)) },
            {
                $0.take(.collectRequested(inspect: false))
                $0.cancel()
            },
            { $0.sendAttaching() },
            { $0.collect() },
            {
                $0.collect()
                $0.take(.confirmRequested)
            },
            {
                $0.collect()
                $0.take(.confirmRequested)
                $0.journalMode = .holds
                $0.answer(.succeeded)
            },
            { $0.approve() },
            { $0.sendCapture() },
            { $0.take(.cancelIntentRequested) },
            {
                $0.take(.cancelIntentRequested)
                $0.answer(.canceled)
            },
        ]
        let phases = ways.map { way in
            var bench = Bench(manual: true)
            way(&bench)
            return "\(bench.machine.phase.name)\(bench.machine.acceptsEdit ? " takes an edit" : "")"
        }
        #expect(
            phases == [
                "ready takes an edit", "opening", "collecting", "stopping", "inspecting", "collected takes an edit",
                "confirming", "settling", "approved", "capturing", "canceling", "canceled",
            ])
    }

    // MARK: - The intent's own cancel

    @Test func theIntentIsCanceledFromEveryPhaseThatHoldsNothing() {
        for step in 0...2 {
            var bench = Bench()
            if step == 1 { bench.take(.collectRequested(inspect: false)) }
            if step == 2 { bench.collect() }
            bench.take(.cancelIntentRequested)
            if step == 1 { bench.endCollection(.canceled(by: .application)) }
            bench.answer(.canceled)
            #expect(bench.finished.last == .intentCanceled(.canceled(by: .application)))
            #expect(bench.timers.isEmpty)
        }
    }

    /// An edit that arrives late, after the intent was read, changes the amount of what is canceled.
    @Test func aCancelIsDoneWhateverTheAmountHadBecome() {
        var bench = Bench()
        bench.collect()
        bench.take(.cancelIntentRequested)
        bench.answer(.intent(Bench.facts(.canceled, amount: Amount(minorUnits: 800, currency: .eur))))
        #expect(bench.finished.last == .intentCanceled(.canceled(by: .application)))
    }

    @Test func aCancelAfterWhichMoneyWasReceivedIsStillMeasured() {
        var bench = Bench()
        bench.collect()
        bench.take(.cancelIntentRequested)
        let paid = Bench.facts(.canceled, amount: Amount(minorUnits: 800, currency: .eur), received: 800)
        bench.answer(.intent(paid))
        bench.answer(.intent(paid))
        #expect(bench.finished.last == .intentCanceled(.unknown(.answerMismatch)))
    }

    @Test func aHoldIsReleasedByTheIntentsCancel() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.cancelIntentRequested)
        bench.answer(.canceled)
        #expect(bench.finished.last == .intentCanceled(.canceled(by: .application)))
        #expect(bench.phase == .canceled)
    }
}

import Foundation
import TenderModel
import Testing

@testable import TenderFlow

/// Faults that a review found in the machine; each failed before it was mended.
@Suite struct PaymentRegressionTests {
    @Test func eachInspectedCardIsAttachedUnderAKeyOfItsOwn() {
        var bench = Bench()
        bench.collect(inspect: true)
        bench.cancel()
        bench.collect(inspect: true)
        #expect(bench.keys.count == 2, "\(bench.keys)")
        #expect(Set(bench.keys).count == 2, "\(bench.keys)")
    }

    @Test(arguments: [PaymentIntentStatus.canceled, .succeeded, .requiresCapture, .processing, .unknown("new")])
    func aCardIsNotAttachedToAnIntentThatTakesNone(status: PaymentIntentStatus) {
        for reply in [
            GatewayReply.intent(Bench.facts(status)), .refused(.unexpectedState, Bench.facts(status)),
        ] {
            var bench = Bench()
            bench.sendAttaching()
            bench.answer(reply)
            #expect(bench.finished == [.collectionFailed(.notAttached(.unexpectedState))])
            #expect(!bench.hasCard)
        }
    }

    @Test func aRefusedAttachingIsNoAttaching() {
        var bench = Bench()
        bench.sendAttaching()
        bench.answer(.refused(.unexpectedState, Bench.facts(.requiresPaymentMethod)))
        #expect(bench.finished == [.collectionFailed(.notAttached(.unexpectedState))])
    }

    @Test func anAttachingWhoseSecondSendCannotBeRecordedIsGivenUp() {
        var bench = Bench()
        bench.sendAttaching()
        bench.answer(.noAnswer)
        bench.journalMode = .fails
        bench.firePause()
        #expect(bench.finished == [.collectionFailed(.journalUnavailable)])
        #expect(bench.phase == .ready)
        #expect(!bench.hasCard)
    }

    @Test func aCancelActsWhenTheConfirmationTurnsOutNotToHaveLeft() {
        for reply in [GatewayReply.notSent, .refused(.rateLimited, nil)] {
            var bench = Bench()
            bench.sendConfirm()
            bench.cancel(.reverseIfApproved)
            bench.answer(reply)
            #expect(bench.cancelAnswers == [.canceled(by: .application)])
            #expect(bench.finished.contains(.confirmed(.canceled(by: .application))))
            #expect(!bench.hasCard)
            #expect(bench.sent.count == 1)
            #expect(bench.timers.isEmpty)
            #expect(bench.machine.isIdle)
        }
    }

    @Test func anAwaitedCancelOutlivesTheDeadline() {
        var bench = Bench()
        bench.sendConfirm()
        bench.cancel()
        bench.journalMode = .holds
        bench.answer(.notSent)
        bench.fireTotal()
        bench.releaseRecords()
        #expect(bench.cancelAnswers.count == 1)
        #expect(bench.machine.isIdle)
    }

    @Test func nothingLeavesForTheFirstTimeAfterTheDeadline() {
        var bench = Bench()
        bench.sendConfirm()
        bench.fireTotal()
        bench.answer(.notSent)
        #expect(bench.finished.last == .confirmed(.unknown(.noAnswer)))
        #expect(bench.notices == [.resolved(.canceled(by: .deadline))])
        #expect(bench.sent.count == 1)
        #expect(bench.machine.isIdle)
        #expect(!bench.hasCard)
        #expect(bench.timers.isEmpty)
    }

    @Test func aSecondCancelOfTheIntentIsRefusedWhileTheFirstWaitsForTheReader() {
        var bench = Bench()
        bench.take(.collectRequested(inspect: false))
        bench.take(.cancelIntentRequested)
        bench.take(.cancelIntentRequested)
        #expect(bench.finished == [.refused(.cancelIntent, .stopping)])
    }

    @Test func aCancelHasNothingToStopInAnUnknownCaptureOrIntentCancel() {
        var capture = Bench(manual: true)
        capture.sendCapture()
        var intentCancel = Bench()
        intentCancel.take(.cancelIntentRequested)
        for var bench in [capture, intentCancel] {
            bench.loseUntilUnknown()
            let phase = bench.phase
            bench.cancel(.reverseIfApproved)
            #expect(bench.cancelAnswers == [.notCancellable(phase)])
            bench.firePause()
            bench.answer(phase == .capturing ? .succeeded : .canceled)
            #expect(bench.machine.isIdle)
            #expect(bench.timers.isEmpty)
        }
    }

    @Test func aDeclineOfSomethingElseIsNoDecline() {
        let decline = Decline(code: "card_declined")
        let wrong: [IntentFacts] = [
            Bench.facts(.requiresPaymentMethod, id: "pi_2"),
            Bench.facts(.requiresPaymentMethod, amount: Amount(minorUnits: 1, currency: .eur)),
            Bench.facts(.requiresPaymentMethod, amount: Amount(minorUnits: 1000, currency: .usd)),
            Bench.facts(.succeeded), Bench.facts(.requiresCapture), Bench.facts(.processing),
        ]
        let replies = wrong.flatMap { [GatewayReply.declined(decline, $0), .declinedUnderKey(decline, $0)] }
        let phases = replies.map { reply in
            var bench = Bench()
            bench.sendConfirm()
            bench.answer(reply)
            return bench.sent.last == .retrieve && bench.phase == .confirming
        }
        #expect(phases.allSatisfy { $0 }, "\(phases)")
    }

    @Test func aRefusalThatIsOnlyRepeatedDoesNotHoldUpTheProof() {
        for refusal in [
            GatewayReply.refused(.unexpectedState, Bench.facts(.processing)), .serverError(stored: true),
            .refused(.keyMismatch, nil),
        ] {
            var bench = Bench()
            bench.sendConfirm()
            bench.answer(.serverError(stored: true))
            bench.answer(.requiresPaymentMethod)
            bench.answer(refusal)
            bench.answer(.requiresPaymentMethod)
            bench.firePause()
            #expect(bench.keys == ["k/1/confirm", "k/1/cancel", "k/1/cancel.2"])
        }
    }

    @Test func aCaptureAndARefundLeaveUnderANewKeyWhenTheOldOneIsUsedUp() {
        var capture = Bench(manual: true)
        capture.sendCapture()
        capture.answer(.serverError(stored: true))
        capture.answer(.requiresCapture)
        capture.firePause()
        #expect(capture.keys.suffix(2) == ["k/1/capture", "k/1/capture.2"])

        var refund = Bench()
        refund.sendReversal()
        refund.answer(.serverError(stored: true))
        refund.answer(.noRefund())
        refund.firePause()
        #expect(refund.keys.suffix(2) == ["k/1/refund", "k/1/refund.2"])
    }

    @Test func aLostAnswerKeepsTheKey() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.noAnswer)
        bench.answer(.requiresCapture)
        bench.firePause()
        #expect(bench.keys.suffix(3) == ["k/1/capture", "k/1/capture", "k/1/capture"])
    }

    /// It was sent without end: each query showed the hold, and each copy was invalid again.
    @Test func anInvalidCaptureWhoseFirstAnswerWasLostEndsWithTheHoldAsItWas() {
        var bench = Bench(manual: true)
        bench.sendCapture(5000)
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.refused(.invalid, nil))
        bench.answer(.requiresCapture)
        #expect(bench.finished.last == .captured(.notExecuted(.invalid)))
        #expect(bench.phase == .approved)
    }

    @Test func aCaptureOfAnotherAmountDoesNotJoinAnUnknownOne() {
        var bench = Bench(manual: true)
        bench.sendCapture(500)
        bench.loseUntilUnknown()
        bench.take(.captureRequested(700))
        #expect(bench.finished.last == .refused(.capture, .capturing))
        bench.take(.captureRequested(500))
        bench.answer(.intent(Bench.facts(.succeeded, received: 500)))
        #expect(bench.finished.last == .captured(.approved(Bench.facts(.succeeded, received: 500))))
    }

    /// An intent is captured once: what is refused because of another amount was not executed.
    @Test(arguments: [nil, 700] as [Int64?]) func aCaptureThatCameSecondWasNotExecuted(amount: Int64?) {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(amount))
        bench.answer(.noAnswer)
        bench.firePause()
        let captured = Bench.facts(.succeeded, received: 500)
        bench.answer(.refused(.unexpectedState, captured))
        #expect(bench.finished.last == .captured(.notExecuted(.unexpectedState)))
        #expect(bench.machine.phase == .approved(captured))
    }

    /// The refusal says nothing of the intent; the query does.
    @Test func aRefusalWithoutTheIntentIsFollowedByAQuery() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(nil))
        bench.answer(.refused(.unexpectedState, nil))
        bench.answer(.intent(Bench.facts(.succeeded, received: 500)))
        #expect(bench.finished.last == .captured(.notExecuted(.unexpectedState)))
    }

    @Test func afterARestartTheRequestItselfTellsWhoCapturedFirst() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(700))
        _ = bench.restart()
        let captured = Bench.facts(.succeeded, received: 500)
        bench.answer(.intent(captured))
        #expect(bench.phase == .capturing)
        bench.take(.captureRequested(700))
        bench.answer(.refused(.unexpectedState, captured))
        #expect(bench.finished == [.captured(.notExecuted(.unexpectedState))])
    }

    @Test func aQueryAloneDoesNotDisproveACapture() {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.captureRequested(700))
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.noAnswer)
        bench.answer(.intent(Bench.facts(.succeeded, received: 500)))
        #expect(bench.finished.last == .captured(.unknown(.answerMismatch)))
        bench.firePause()
        let captured = Bench.facts(.succeeded, received: 700)
        bench.answer(.intent(captured))
        #expect(bench.notices.last == .resolved(.approved(captured)))
    }

    @Test func noPolicyAndNoJitterTraps() throws {
        let huge = Duration.seconds(Int64.max)
        var policy = PaymentPolicy(maximumSends: .min, maximumAsks: .min, firstPause: huge, longestPause: huge)
        let jitter = try JSONDecoder().decode(Jitter.self, from: Data(#"{"permille":9223372036854775807}"#.utf8))
        #expect(jitter.permille == 1000)
        #expect(policy.pause(.max, jitter) > .zero)
        #expect(policy.pause(.min, jitter) > .zero)
        policy.firstPause = .seconds(Int64.min)
        policy.longestPause = .seconds(Int64.min)
        #expect(policy.pause(.max, jitter) == .zero)
    }

    @Test func aRefusedConfirmationIsRecordedBeforeItIsShown() {
        var bench = Bench()
        bench.sendConfirm()
        bench.journalMode = .holds
        bench.answer(.refused(.unauthorized, nil))
        #expect(!bench.finished.contains(.confirmed(.notExecuted(.unauthorized))))
        bench.releaseRecords()
        #expect(bench.finished.last == .confirmed(.notExecuted(.unauthorized)))
        #expect(bench.phase == .collected)
    }

    @Test func aCaptureThatWasNotExecutedIsRecordedBeforeItIsShown() {
        let declined = GatewayReply.declined(Decline(code: "card_declined"), Bench.facts(.requiresCapture))
        for reply in [declined, .refused(.invalid, nil), .refused(.unexpectedState, Bench.facts(.succeeded))] {
            var bench = Bench(manual: true)
            bench.sendCapture()
            bench.journalMode = .holds
            let before = bench.finished.count
            bench.answer(reply)
            #expect(bench.finished.count == before)
            bench.releaseRecords()
            #expect(bench.finished.count == before + 1)
            #expect(bench.phase == .approved)
        }
    }

    @Test func anIntentCancelThatWasNotExecutedIsRecordedBeforeItIsShown() {
        var bench = Bench()
        bench.take(.cancelIntentRequested)
        bench.journalMode = .holds
        bench.answer(.refused(.unauthorized, nil))
        #expect(bench.finished.isEmpty)
        bench.releaseRecords()
        #expect(bench.finished == [.intentCanceled(.notExecuted(.unauthorized))])
        #expect(bench.phase == .ready)
    }

    @Test func aFailedReversalIsRecordedBeforeItIsShown() {
        var bench = Bench()
        bench.sendReversal()
        bench.journalMode = .holds
        bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .failed)))
        #expect(bench.cancelAnswers.isEmpty)
        bench.releaseRecords()
        #expect(bench.cancelAnswers == [.tooLate(.approved(Bench.facts(.succeeded)))])
        #expect(bench.machine.isIdle)
    }

    @Test func aCardThatTheTotalDeadlineTakesIsToldOf() {
        var bench = Bench()
        bench.collect()
        bench.fireTotal()
        #expect(bench.notices == [.collectionExpired])
        #expect(bench.phase == .ready)
        #expect(!bench.hasCard)
    }

    @Test func termsOfAnotherIntentAreNotTaken() {
        var bench = Bench()
        let before = bench.machine
        bench.take(.intentEdited(PaymentTerms(intentID: "pi_2", amount: Bench.amount, baseKey: "k")))
        #expect(bench.machine == before)
        #expect(bench.unexpected.count == 1)
    }

    @Test func aResultThatCannotBeRecordedCanBeWaitedForAgain() {
        var bench = Bench()
        bench.sendConfirm()
        bench.journalMode = .fails
        bench.answer(.succeeded)
        #expect(bench.finished.last == .confirmed(.unknown(.notRecorded)))
        bench.journalMode = .writes
        bench.take(.confirmRequested)
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
        #expect(bench.timers.isEmpty)
    }

    @Test func cancelingTheIntentAbandonsTheAttaching() {
        var bench = Bench()
        bench.sendAttaching()
        let exchange = bench.machine.exchange
        bench.take(.cancelIntentRequested)
        #expect(bench.abandoned == [exchange])
    }

    @Test func onlyAnAnswerToTheConfirmationItselfSettlesItLate() {
        var bench = Bench()
        bench.tellConfirmUnknown()
        bench.firePause()
        let question = bench.machine.exchange ?? 0
        bench.fireOnline()
        let declined = GatewayReply.declinedUnderKey(Decline(code: "card_declined"), nil)
        bench.take(.answered(question, declined, .none))
        bench.take(.answered(question + 1000, declined, .none))
        #expect(bench.phase == .confirming)
    }

    @Test func aTipThatTheAmountAlreadyHoldsIsNoMismatch() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.intent(Bench.facts(.succeeded, tip: 100)))
        #expect(bench.phase == .approved)
    }

    /// A reversal that the gateway refused, which is now looked for.
    private static func refusedReversal() -> Bench {
        var bench = Bench()
        bench.sendReversal()
        bench.answer(.refused(.invalid, nil))
        bench.firePause()
        return bench
    }

    @Test func aReversalThatIsRefusedForGoodIsNotRepeatedEveryFewSeconds() {
        var bench = Self.refusedReversal()
        bench.answer(.noRefund())
        #expect(bench.timers.map(\.duration) == [Bench.policy.unknownPause])
    }

    /// A colleague gave the money back, of all of it or of a part before the reversal gave the rest.
    @Test func whatIsGivenBackByOthersIsReversed() {
        let answers: [GatewayReply] = [
            .noRefund(others: 1000),
            .refund(
                RefundFacts(
                    intent: "pi_1", amount: Amount(minorUnits: 600, currency: .eur), status: .succeeded, others: 400)),
            .refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .failed, others: 1000)),
        ]
        var wrong: [String] = []
        for answer in answers {
            var bench = Self.refusedReversal()
            bench.answer(answer)
            if bench.phase != .reversed { wrong.append("\(answer): \(bench.phase)") }
        }
        #expect(wrong == [])
    }

    @Test func aRefundOfAPartByOthersIsNoReversal() {
        var bench = Self.refusedReversal()
        bench.answer(.noRefund(others: 999))
        #expect(bench.phase == .refunding)
    }

    @Test func aRefundOfSomethingElseIsNoReversal() {
        let wrong = [
            RefundFacts(intent: "pi_2", amount: Bench.amount, status: .succeeded),
            RefundFacts(intent: nil, amount: Bench.amount, status: .succeeded),
            RefundFacts(intent: "pi_1", amount: Amount(minorUnits: 999, currency: .eur), status: .succeeded),
            RefundFacts(intent: "pi_1", amount: Amount(minorUnits: 1000, currency: .usd), status: .failed),
        ]
        for refund in wrong {
            var bench = Bench()
            bench.sendReversal()
            bench.answer(.refund(refund))
            bench.answer(.refund(refund))
            #expect(bench.cancelAnswers == [.reversalUnknown])
            #expect(bench.phase == .refunding)
            #expect(
                bench.finished.last { $0 != .cancelAnswered(.reversalUnknown) }
                    == .confirmed(.approved(Bench.facts(.succeeded))))
        }
    }

    @Test func waitingAgainEndsThePauseBeforeARepetition() {
        var capture = Bench(manual: true)
        capture.sendCapture()
        capture.loseUntilUnknown()
        capture.firePause()
        capture.answer(.requiresCapture)
        let sends = capture.sent.count
        capture.take(.captureRequested(nil))
        #expect(capture.sent.count == sends + 1)
        #expect(capture.timers.map(\.duration) == [Bench.policy.online])
    }

    @Test func aDeclinedCaptureMustLeaveTheHoldInPlace() {
        for status in [PaymentIntentStatus.succeeded, .canceled, .requiresPaymentMethod] {
            var bench = Bench(manual: true)
            bench.sendCapture()
            bench.answer(.declined(Decline(code: "card_declined"), Bench.facts(status)))
            #expect(bench.phase == .capturing)
            #expect(bench.sent.last == .retrieve)
        }
    }

    /// Found by the simulated world: the journal would hold the confirmation for unknown, and block its order.
    @Test func aStopWhileTheConfirmationIsBeingRecordedRecordsItsEnd() {
        var bench = Bench()
        bench.collect()
        bench.journalMode = .holds
        bench.take(.confirmRequested)
        bench.cancel()
        bench.releaseRecords()
        #expect(bench.sent.isEmpty)
        #expect(bench.phase == .ready)
        let confirm = PaymentRequest.confirm(IdempotencyKey("k/1/confirm"))
        #expect(bench.journal.last == .settled(confirm, .canceled(by: .application), receipt: nil))
    }

    /// Found by the simulated world: the request under the old key has no recorded end, so that somebody must ask on.
    @Test func aRenewedRequestThatCannotBeRecordedIsAskedAbout() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        bench.answer(.serverError(stored: true))
        bench.answer(.requiresCapture)
        bench.journalMode = .fails
        bench.firePause()
        #expect(bench.phase == .capturing)
        #expect(!bench.finished.contains(.captured(.journalUnavailable)))
        bench.journalMode = .writes
        bench.firePause()
        #expect(bench.sent.last == .retrieve)
    }
}

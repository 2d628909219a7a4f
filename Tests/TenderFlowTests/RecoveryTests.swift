import TenderFlow
import TenderModel
import Testing

/// What becomes of a payment whose process ended, by the records alone (money rule 4).
@Suite struct RecoveryTests {
    private static let declined = GatewayReply.declined(
        Decline(code: "card_declined"), Bench.facts(.requiresPaymentMethod, charge: "ch_1"))

    @Test func nothingSentLeavesNothingToResolve() {
        var bench = Bench()
        bench.collect()
        let resumed = bench.restart()
        #expect(!resumed)
        #expect(bench.phase == .ready)
        #expect(bench.history?.isOpen == false)
    }

    @Test func aLostConfirmationIsAskedAboutAndNeverSentAgain() {
        var bench = Bench()
        bench.sendConfirm()
        let resumed = bench.restart()
        #expect(resumed)
        #expect(bench.sent == [.retrieve])
        bench.answer(.succeeded)
        #expect(bench.notices.last == .resolved(.approved(Bench.facts(.succeeded))))
        #expect(bench.history?.isUnclaimed == true)
        #expect(bench.history?.isUnresolved == false)
    }

    @Test func anUndecidedConfirmationIsDisprovedByAJournalledCancel() {
        var bench = Bench()
        bench.sendConfirm()
        _ = bench.restart()
        bench.answer(.requiresPaymentMethod)
        #expect(bench.sent.last == .cancel(.init("k/1/cancel")))
        #expect(bench.history?.open?.request == bench.sent.last)
        bench.answer(.canceled)
        #expect(bench.notices.last == .resolved(.canceled(by: .engine)))
        #expect(bench.history?.isOpen == false)
    }

    @Test func aCrashDuringTheProofGoesOnWithTheProof() {
        for newBoot in [false, true] {
            var bench = Bench()
            bench.sendConfirm()
            _ = bench.restart(newBoot: newBoot)
            bench.answer(.requiresPaymentMethod)
            _ = bench.restart(newBoot: newBoot)
            #expect(bench.sent == [.retrieve])
            bench.answer(.requiresPaymentMethod)
            bench.fire(bench.timers.last?.duration ?? .zero)
            // The age of a key is doubtful after a new start of the machine: the cancel gets another.
            #expect(bench.sent.last == .cancel(.init(newBoot ? "k/1/cancel.2" : "k/1/cancel")))
            bench.answer(.succeeded)
            #expect(bench.notices.last == .resolved(.approved(Bench.facts(.succeeded))))
        }
    }

    @Test func anApprovalWhoseReversalWasAskedForIsReversedOnce() {
        for manual in [false, true] {
            var bench = Bench(manual: manual)
            bench.sendConfirm()
            bench.cancel(.reverseIfApproved)
            _ = bench.restart()
            bench.answer(manual ? .requiresCapture : .succeeded)
            #expect(bench.history?.isReversalOwed == true)
            _ = bench.restart()
            #expect(bench.sent == (manual ? [.retrieve] : [.findRefund(.init("k/1/refund"))]))
            if manual {
                bench.answer(.canceled)
            } else {
                bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .succeeded)))
            }
            #expect(bench.notices.last == .reversed)
            #expect(bench.history?.isOpen == false)
            let again = bench.restart()
            #expect(!again)
            #expect(bench.sent.isEmpty)
        }
    }

    @Test func aCancelOfWhatWasNotExecutedIsNoCancelOfTheNextConfirmation() {
        var bench = Bench()
        bench.sendConfirm()
        bench.cancel(.reverseIfApproved)
        bench.answer(.refused(.unauthorized, nil))
        #expect(bench.phase == .collected)
        bench.take(.confirmRequested)
        bench.answer(.succeeded)
        #expect(bench.history?.isReversalOwed == false)
        let again = bench.restart()
        #expect(!again)
    }

    @Test func aCaptureThatWasExecutedIsFoundAndNotRepeated() {
        var bench = Bench(manual: true)
        bench.sendCapture(400)
        _ = bench.restart()
        #expect(bench.sent == [.retrieve])
        bench.answer(.intent(Bench.facts(.succeeded, received: 400)))
        #expect(bench.phase == .approved)
        #expect(bench.sent == [.retrieve])
        #expect(bench.history?.isHold == false)
    }

    @Test func aCaptureUnderADoubtfulKeyGetsANewOneAndMayStillFindTheOldDone() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        _ = bench.restart()
        bench.answer(.requiresCapture)
        bench.fire(bench.timers.last?.duration ?? .zero)
        #expect(bench.sent.last == .capture(.init("k/1/capture.2"), amount: nil))
        // The old request arrived late; the new one is refused, and the intent says that the money was captured.
        bench.answer(.refused(.unexpectedState, Bench.facts(.succeeded)))
        bench.answer(.succeeded)
        #expect(bench.notices.last == .resolved(.approved(Bench.facts(.succeeded))))
    }

    @Test func theNextAttemptAfterARestartHasANewKeyAndKnowsTheOldCharge() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(Self.declined)
        // The application still holds the intent of before the decline.
        let resumed = bench.restart()
        #expect(!resumed)
        bench.sendConfirm()
        #expect(bench.sent.last == .confirm(.init("k/2/confirm")))
        bench.answer(.noAnswer)
        bench.firePause()
        bench.answer(.noAnswer)
        bench.answer(
            .intent(Bench.facts(.requiresPaymentMethod, charge: "ch_1", decline: Decline(code: "card_declined"))))
        // The charge is the first attempt's: it proves nothing for the second.
        #expect(bench.sent.last == .cancel(.init("k/2/cancel")))
    }

    @Test func anApprovalOfAnEarlierProcessTakesNoSecondCard() {
        var bench = Bench()
        bench.approve()
        let resumed = bench.restart()
        #expect(!resumed)
        #expect(bench.phase == .approved)
        bench.take(.collectRequested(inspect: false))
        #expect(bench.finished.last == .refused(.collect, .approved))
    }

    /// The application may still have the intent as it was before anything was charged.
    @Test func whatWasGivenBackTakesNoCardAgain() {
        var bench = Bench()
        bench.sendReversal()
        bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .succeeded)))
        let isUnresolved = bench.restart()
        bench.take(.collectRequested(inspect: false))
        #expect(!isUnresolved)
        #expect(bench.finished == [.refused(.collect, .reversed)])
    }

    /// The application may still have the intent as it was before the customer added a tip.
    @Test func aTipIsCapturedWithAnIntentFromBeforeIt() {
        var bench = Bench(manual: true, maximumTip: 500)
        bench.sendConfirm(tip: 150)
        let total = Amount(minorUnits: 1150, currency: .eur)
        bench.answer(.intent(Bench.facts(.requiresCapture, amount: total, tip: 150)))
        let old = PaymentTerms(intentID: "pi_1", amount: Bench.amount, captureMethod: .manual, baseKey: "k")
        let isUnresolved = bench.restart(terms: old)
        bench.take(.captureRequested(nil))
        let captured = Bench.facts(.succeeded, amount: total, tip: 150)
        bench.answer(.intent(captured))
        #expect(!isUnresolved)
        #expect(bench.finished == [.captured(.approved(captured))])
    }

    @Test func aHoldIsAsOldAsItsAuthorization() {
        var bench = Bench(manual: true)
        bench.sendConfirm()
        bench.answer(Self.declined)
        bench.minutes = 90
        bench.sendConfirm()
        bench.minutes = 95
        bench.fireOnline()
        bench.firePause()
        bench.answer(.requiresCapture)
        let minutes = bench.history.flatMap { Hold($0) }.map { $0.opened.upMilliseconds / 60_000 }
        #expect(bench.history?.opened.upMilliseconds == 0)
        #expect(minutes == 90)
    }

    @Test func anApprovalIsUnclaimedUntilItWasHandedOver() {
        var bench = Bench()
        bench.sendConfirm()
        bench.journalMode = .holds
        bench.answer(.succeeded)
        #expect(bench.finished.last != .confirmed(.approved(Bench.facts(.succeeded))))
        bench.releaseRecords()
        #expect(bench.finished.last == .confirmed(.approved(Bench.facts(.succeeded))))
        #expect(bench.journal.last == .claimed)
        #expect(bench.history?.isUnclaimed == false)
    }

    @Test func aConfirmationThatWasStoppedUnsentIsNotLeftOpenInTheJournal() {
        var bench = Bench()
        bench.collect()
        bench.journalMode = .holds
        bench.take(.confirmRequested)
        bench.cancel()
        bench.releaseRecords()
        bench.releaseRecords()
        #expect(bench.cancelAnswers == [.canceled(by: .application)])
        #expect(bench.sent.isEmpty)
        #expect(bench.history?.isUnresolved == false)
    }

    @Test func aNewKeyThatCannotBeRecordedIsNotToldAsNothingSent() {
        var bench = Bench(manual: true)
        bench.sendCapture()
        _ = bench.restart()
        bench.answer(.requiresCapture)
        bench.journalMode = .fails
        bench.fire(bench.timers.last?.duration ?? .zero)
        #expect(bench.phase == .capturing)
        #expect(!bench.notices.contains(.resolved(.journalUnavailable)))
    }

    @Test func foldingTheSameRecordsTwiceTellsTheSame() {
        var bench = Bench()
        bench.sendConfirm()
        _ = bench.restart()
        let (once, sent) = (bench.machine, bench.sent)
        _ = bench.restart(newBoot: false)
        #expect(bench.machine == once)
        #expect(bench.sent == sent)
    }

    @Test func onlyRefundsOfAllOfItGiveAnApprovalBack() {
        let wrong: [String] = [
            ([Int64?](), false), ([nil], true), ([400], false), ([400, 600], true), ([1000], true),
            ([.max, .max], true),
        ].compactMap { (amounts: [Int64?], isRefunded: Bool) in
            var bench = Bench()
            bench.approve()
            guard var history = bench.history else { return "no history" }
            for (index, units) in amounts.enumerated() { Self.refund(units, "r\(index)", in: &history) }
            return history.isRefunded == isRefunded ? nil : "\(amounts)"
        }
        #expect(wrong == [])
    }

    /// A hold has received nothing: any part of what others have captured of it would be more than that.
    @Test func aPartOfAHoldGivesNoApprovalBack() throws {
        var bench = Bench(manual: true)
        bench.approve()
        var history = try #require(bench.history)
        Self.refund(400, "r", in: &history)
        #expect(!history.isRefunded)
    }

    /// Records a refund that succeeded.
    private static func refund(_ units: Int64?, _ base: String, in history: inout PaymentHistory) {
        let key = IdempotencyKey(base: base, attempt: 1, verb: "refund")
        let parameters = RefundParameters(
            paymentIntent: "pi_1", amount: units.map { Amount(minorUnits: $0, currency: .eur) })
        let events: [JournalEntry.Event] = [
            .refundLeaving(parameters, key, send: 1), .requestSettled(key, RequestEnd(.succeeded)),
        ]
        for event in events {
            let entry = JournalEntry(intentID: "pi_1", attempt: 1, event: event)
            history.apply(RecordedEntry(sequence: 9, stamp: history.opened, entry: entry))
        }
    }

    /// The hold was captured before it could be canceled, and the process ended while the refund left: the records have
    /// the hold.
    @Test func aPartOfACapturedHoldThatOthersGaveBackIsNoReversal() {
        var bench = Bench(manual: true)
        bench.sendReversal()
        bench.answer(.succeeded)
        let isUnresolved = bench.restart()
        bench.answer(.noRefund(others: 1))
        #expect(isUnresolved)
        #expect(bench.phase == .refunding)
        bench.fire(bench.timers.last?.duration ?? .zero)
        bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .succeeded)))
        #expect(bench.phase == .reversed)
    }

    /// What the gateway refused was never made: under the same key another amount may leave, and is then the one that counts.
    @Test func whatWasNotExecutedLeavesAsAnotherRequest() {
        var bench = Bench()
        bench.approve()
        guard var history = bench.history else { return }
        let key = IdempotencyKey(base: "r", attempt: 1, verb: "refund")
        var seen: [[Int64?]] = []
        for (minutes, units) in [(1, 1000), (2, 500), (3, 700)] as [(Int64, Int64)] {
            let wish = RefundParameters(paymentIntent: "pi_1", amount: Amount(minorUnits: units, currency: .eur))
            // The last one follows what may have arrived, whose body the key stands for.
            let end = minutes == 1 ? RequestEnd(.notExecuted) : RequestEnd(.unknown)
            for event in [JournalEntry.Event.refundLeaving(wish, key, send: 1), .requestSettled(key, end)] {
                history.apply(
                    RecordedEntry(
                        sequence: minutes, stamp: Stamp(unixMilliseconds: 0, upMilliseconds: minutes, boot: 1),
                        entry: JournalEntry(intentID: "pi_1", attempt: 1, event: event)))
            }
            let refund = history.refunds.first
            seen.append([refund?.parameters.amount?.minorUnits, refund?.first.upMilliseconds])
        }
        #expect(seen == [[1000, 1], [500, 2], [500, 2]])
    }

    @Test func aRefundThatLeavesAgainIsUnknownAgain() {
        var bench = Bench()
        bench.approve()
        guard var history = bench.history else { return }
        let key = IdempotencyKey(base: "r", attempt: 1, verb: "refund")
        let leaving = JournalEntry.Event.refundLeaving(RefundParameters(paymentIntent: "pi_1"), key, send: 1)
        var seen: [[Int]] = []
        for event in [
            leaving, .requestSettled(key, RequestEnd(.notExecuted)), leaving,
            .requestSettled(key, RequestEnd(.succeeded)),
        ] {
            history.apply(
                RecordedEntry(
                    sequence: 9, stamp: history.opened,
                    entry: JournalEntry(intentID: "pi_1", attempt: 1, event: event)))
            seen.append([history.sends(ofRefund: key), history.refunds.filter(\.isUnresolved).count])
        }
        #expect(seen == [[1, 1], [0, 0], [1, 1], [1, 0]])
        #expect(history.isRefunded)
    }

    @Test func whatWasSeenOfAnEarlierAttemptDoesNotHideALaterApproval() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(Self.declined)
        guard var history = bench.history else { return }
        for event in [
            JournalEntry.Event.acknowledged(by: "Ann"), .attemptOpened(reader: nil, .charge("ch_1")),
            .requestLeaving(.confirm(.init("k/2/confirm")), send: 1),
            .settled(.confirm(.init("k/2/confirm")), .approved(Bench.facts(.succeeded)), receipt: nil),
        ] {
            let entry = JournalEntry(intentID: "pi_1", attempt: 2, event: event)
            history.apply(RecordedEntry(sequence: 9, stamp: history.opened, entry: entry))
        }
        #expect(history.isUnclaimed)
    }

    @Test func everyAttemptAfterARestartGoesOnFromTheLast() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(Self.declined)
        bench.sendConfirm()
        bench.answer(.declined(Decline(code: "card_declined"), Bench.facts(.requiresPaymentMethod, charge: "ch_2")))
        _ = bench.restart()
        bench.sendConfirm()
        #expect(bench.sent.last == .confirm(.init("k/3/confirm")))
    }

    @Test func aReversalThatFailedIsNotTriedAgainAfterARestart() {
        var bench = Bench()
        bench.sendReversal()
        bench.answer(.refund(RefundFacts(intent: "pi_1", amount: Bench.amount, status: .failed)))
        let resumed = bench.restart()
        #expect(!resumed)
        #expect(bench.sent.isEmpty)
        #expect(bench.history?.approval != nil)
    }

    @Test func aKeyInUseIsNoProofThatNothingWasExecuted() {
        var bench = Bench()
        bench.sendConfirm()
        bench.answer(.refused(.keyInUse, nil))
        bench.firePause()
        bench.answer(.refused(.keyInUse, nil))
        #expect(bench.phase == .confirming)
        #expect(bench.sent.last == .retrieve)
    }

    @Test func aPaymentThatIsStillProcessedIsAskedAboutAgain() {
        var bench = Bench()
        bench.sendConfirm()
        _ = bench.restart()
        bench.answer(.processing)
        #expect(bench.phase == .confirming)
        #expect(bench.history?.isUnresolved == true)
    }
}

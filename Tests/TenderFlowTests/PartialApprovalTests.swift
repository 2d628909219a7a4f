import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

/// Approvals of a part of the amount.
@Suite struct PartialApprovalTests {
    private static func part(
        _ status: PaymentIntentStatus, _ units: Int64 = 600, of requested: Int64? = 1000
    ) -> IntentFacts {
        var facts = Bench.facts(status, amount: Amount(minorUnits: units, currency: .eur), charge: "ch_1")
        facts.requested = requested
        return facts
    }

    @Test func aPartIsAnApprovalWhereItIsAccepted() {
        var bench = Bench(manual: true, acceptsPartial: true)
        bench.sendConfirm()
        bench.answer(.intent(Self.part(.requiresCapture)))
        #expect(bench.finished.last == .confirmed(.approved(Self.part(.requiresCapture))))
        #expect(bench.machine.terms.authorized == 600)
        bench.take(.captureRequested(nil))
        bench.answer(.intent(Self.part(.succeeded)))
        #expect(bench.finished.last == .captured(.approved(Self.part(.succeeded))))
    }

    @Test func whatIsNoPartOfWhatWasAskedIsUnknown() {
        var wrong: [String] = []
        let answers: [(Bool, IntentFacts)] = [
            (false, Self.part(.succeeded)), (true, Self.part(.succeeded, of: nil)),
            (true, Self.part(.succeeded, of: 900)), (true, Self.part(.succeeded, 0)),
            (true, Self.part(.succeeded, -1)), (true, Self.part(.succeeded, 1200, of: 1000)),
        ]
        for (accepts, facts) in answers {
            var bench = Bench(acceptsPartial: accepts)
            bench.sendConfirm()
            for _ in 0..<2 { bench.answer(.intent(facts)) }
            if bench.finished.last != .confirmed(.unknown(.answerMismatch)) {
                wrong.append("\(accepts) \(facts): \(bench.finished)")
            }
        }
        #expect(wrong == [])
    }

    @Test func aPartAfterALostAnswerIsFoundByAsking() {
        var bench = Bench(acceptsPartial: true)
        bench.sendConfirm()
        for _ in 0..<2 {
            bench.answer(.noAnswer)
            bench.firePause()
        }
        bench.answer(.intent(Self.part(.succeeded)))
        #expect(bench.finished.last == .confirmed(.approved(Self.part(.succeeded))))
    }

    @Test func aReversedPartIsGivenBackWhole() {
        var bench = Bench(acceptsPartial: true)
        bench.sendConfirm()
        bench.cancel(.reverseIfApproved)
        bench.answer(.intent(Self.part(.succeeded)))
        bench.answer(
            .refund(
                RefundFacts(intent: "pi_1", amount: Amount(minorUnits: 600, currency: .eur), status: .succeeded)))
        #expect(bench.cancelAnswers == [.reversed])
    }

    @Test func afterARestartTheRecordsKnowThePart() {
        var bench = Bench(manual: true, acceptsPartial: true)
        bench.sendConfirm()
        bench.answer(.intent(Self.part(.requiresCapture)))
        let isOpen = bench.restart()
        #expect(!isOpen)
        #expect(bench.history?.terms?.authorized == 600)
        bench.take(.cancelIntentRequested)
        bench.answer(.intent(Self.part(.canceled)))
        #expect(bench.finished.last == .intentCanceled(.canceled(by: .application)))
    }

    @Test func whatIsLeftIsSaid() {
        var intent = PaymentIntent(
            id: "pi_1", amount: Amount(minorUnits: 600, currency: .eur), status: .succeeded)
        #expect(!intent.isPartial)
        intent.amountRequested = Amount(minorUnits: 1000, currency: .eur)
        #expect(intent.amountLeft == Amount(minorUnits: 400, currency: .eur))
        intent.amountRequested = Amount(minorUnits: 600, currency: .eur)
        #expect(intent.amountLeft == nil)
    }
}

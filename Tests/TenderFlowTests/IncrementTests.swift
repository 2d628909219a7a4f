import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

/// Holds that are raised before they are captured.
@Suite struct IncrementTests {
    private static let increment = PaymentRequest.increment(.init("k/1/increment"), amount: 1500)

    private static func euros(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    private static func facts(_ units: Int64, _ status: PaymentIntentStatus = .requiresCapture) -> IntentFacts {
        Bench.facts(status, amount: euros(units), charge: "ch_1")
    }

    private static func raising() -> Bench {
        var bench = Bench(manual: true)
        bench.approve()
        bench.take(.incrementRequested(1500))
        return bench
    }

    @Test func whatFollowsIsMeasuredAgainstTheNewTotal() {
        var bench = Self.raising()
        bench.answer(.intent(Self.facts(1500)))
        #expect(bench.finished.last == .incremented(.approved(Self.facts(1500))))
        #expect(bench.machine.terms.authorized == 1500)
        bench.take(.captureRequested(nil))
        bench.answer(.intent(Self.facts(1500, .succeeded)))
        #expect(bench.finished.last == .captured(.approved(Self.facts(1500, .succeeded))))
    }

    @Test func whatWasHeldBeforeIsNoAnswerAfterIt() {
        var bench = Self.raising()
        bench.answer(.intent(Self.facts(1500)))
        bench.take(.captureRequested(nil))
        for _ in 0..<2 { bench.answer(.intent(Self.facts(1000, .succeeded))) }
        #expect(bench.finished.last == .captured(.unknown(.answerMismatch)))
    }

    @Test func aLostAnswerSendsTheSameKeyAgainAndThenReadsBeforeTheNext() {
        var bench = Self.raising()
        bench.fireOnline()
        bench.firePause()
        bench.fireOnline()
        bench.answer(.intent(Self.facts(1000)))
        bench.firePause()
        #expect(bench.sent.suffix(4) == [Self.increment, Self.increment, .retrieve, Self.increment])
        bench.fireOnline()
        bench.answer(.intent(Self.facts(1500)))
        #expect(bench.finished.last == .incremented(.approved(Self.facts(1500))))
    }

    @Test func aRefusedIncrementLeavesTheHold() {
        var wrong: [String] = []
        let decline = Decline(code: "card_declined")
        let ends: [(GatewayReply, Conclusion)] = [
            (.declined(decline, nil), .declined(decline, charge: nil)),
            (.declined(decline, Self.facts(1000)), .declined(decline, charge: "ch_1")),
            (.refused(.invalid, nil), .notExecuted(.invalid)),
        ]
        for (reply, conclusion) in ends {
            var bench = Self.raising()
            bench.answer(reply)
            if bench.finished.last != .incremented(conclusion) { wrong.append("\(reply): \(bench.finished)") }
            if bench.history?.approval?.amount != Self.euros(1000) { wrong.append("\(reply): the hold is gone") }
            bench.take(.incrementRequested(1200))
            if bench.sent.last?.key?.rawValue != "k/1/increment.2" { wrong.append("\(reply): \(bench.sent)") }
            bench.answer(.intent(Self.facts(1200)))
            bench.take(.captureRequested(nil))
            bench.answer(.intent(Self.facts(1200, .succeeded)))
            if bench.finished.last != .captured(.approved(Self.facts(1200, .succeeded))) {
                wrong.append("\(reply): \(bench.finished)")
            }
        }
        #expect(wrong == [])
    }

    /// A copy under a busy key may have been executed; an answer that shows the hold as it was says that it was not.
    @Test func whatIsInvalidAndShowsTheHoldEndsTheIncrement() {
        var wrong: [String] = []
        let replies: [(GatewayReply, isEnd: Bool)] = [
            (.refused(.invalid, Self.facts(1000)), true), (.refused(.invalid, Self.facts(1500)), false),
            (.refused(.invalid, Self.facts(1000, .succeeded)), false), (.refused(.invalid, nil), false),
        ]
        for (reply, isEnd) in replies {
            var bench = Self.raising()
            bench.answer(.refused(.keyInUse, nil))
            bench.firePause()
            bench.answer(reply)
            if (bench.finished.last == .incremented(.notExecuted(.invalid))) != isEnd {
                wrong.append("\(reply): \(bench.finished)")
            }
        }
        #expect(wrong == [])
    }

    /// A decline that is known late is the end of the increment, and no decline of the payment.
    @Test func aLateRefusalIsToldAsTheHoldThatStands() {
        var bench = Self.raising()
        bench.loseUntilUnknown()
        #expect(bench.finished.last == .incremented(.unknown(.noAnswer)))
        bench.firePause()
        bench.answer(.intent(Self.facts(1000)))
        bench.firePause()
        bench.answer(.declined(Decline(code: "card_declined"), Self.facts(1000)))
        guard case .resolved(.approved(let facts))? = bench.notices.last else {
            Issue.record("\(bench.notices)")
            return
        }
        #expect(facts.amount == Self.euros(1000))
        #expect(bench.phase == .approved)
    }

    @Test func onlyAHoldIsRaisedAndOnlyUpwards() {
        var wrong: [String] = []
        var ready = Bench(manual: true)
        ready.take(.incrementRequested(1500))
        if ready.finished != [.refused(.increment, .ready)] { wrong.append("ready: \(ready.finished)") }
        var paid = Bench()
        paid.approve()
        paid.take(.incrementRequested(1500))
        if paid.finished.last != .refused(.increment, .approved) { wrong.append("paid: \(paid.finished)") }
        var held = Bench(manual: true)
        held.approve()
        let sends = held.sent.count
        held.take(.incrementRequested(900))
        if held.finished.last != .refused(.increment, .approved) { wrong.append("down: \(held.finished)") }
        held.take(.incrementRequested(1000))
        if held.finished.last != .incremented(.approved(Bench.facts(.requiresCapture))) {
            wrong.append("the same: \(held.finished)")
        }
        if held.sent.count != sends { wrong.append("sent \(held.sent)") }
        #expect(wrong == [])
    }

    @Test func whileItRunsNothingElseIsDoneToTheHold() {
        var bench = Self.raising()
        bench.cancel(.reverseIfApproved)
        bench.take(.cancelIntentRequested)
        bench.take(.captureRequested(nil))
        bench.take(.incrementRequested(1600))
        #expect(
            bench.finished.suffix(4) == [
                .cancelAnswered(.notCancellable(.incrementing)), .refused(.cancelIntent, .incrementing),
                .refused(.capture, .incrementing), .refused(.increment, .incrementing),
            ])
    }

    @Test func anIncrementThatComesAfterACaptureElsewhereIsNotExecuted() {
        var bench = Self.raising()
        bench.fireOnline()
        bench.firePause()
        bench.answer(.refused(.unexpectedState, Self.facts(1000, .succeeded)))
        #expect(bench.finished.last == .incremented(.notExecuted(.unexpectedState)))
        bench.take(.captureRequested(nil))
        #expect(bench.finished.last == .refused(.capture, .approved))
    }

    /// The application may still have the intent as it was before the hold was raised.
    @Test func afterARestartTheRecordsKnowTheTotal() {
        var wrong: [String] = []
        for stale in [Self.facts(1000), Bench.facts(.requiresPaymentMethod), Self.facts(1500)] {
            var bench = Self.raising()
            bench.answer(.intent(Self.facts(1500)))
            if bench.restart(facts: stale) { wrong.append("something was unresolved") }
            bench.take(.captureRequested(nil))
            bench.answer(.intent(Self.facts(1500, .succeeded)))
            if bench.finished.last != .captured(.approved(Self.facts(1500, .succeeded))) {
                wrong.append("\(stale.amount): \(bench.finished)")
            }
        }
        #expect(wrong == [])
    }

    @Test func anIncrementOfAnEarlierProcessGoesOn() {
        var wrong: [String] = []
        for isExecuted in [true, false] {
            var bench = Self.raising()
            if !bench.restart(newBoot: false) { wrong.append("nothing is unresolved") }
            bench.answer(.intent(Self.facts(isExecuted ? 1500 : 1000)))
            if !isExecuted {
                bench.fire(bench.timers.last?.duration ?? .zero)
                if bench.sent != [.retrieve, Self.increment] { wrong.append("\(bench.sent)") }
                bench.answer(.intent(Self.facts(1500)))
            }
            if bench.notices.last != .resolved(.approved(Self.facts(1500))) { wrong.append("\(bench.notices)") }
            bench.take(.captureRequested(nil))
            bench.answer(.intent(Self.facts(1500, .succeeded)))
            if bench.finished.last != .captured(.approved(Self.facts(1500, .succeeded))) {
                wrong.append("\(bench.finished)")
            }
        }
        #expect(wrong == [])
    }

    /// After a reboot the request leaves under a new key, while the earlier process's one may have been executed.
    @Test func aDeclineUnderANewKeyCountsOnlyIfItShowsTheHold() {
        let decline = Decline(code: "card_declined")
        let hold = Bench.facts(.requiresCapture)
        let requests: [(PaymentEvent, String, raised: IntentFacts)] = [
            (.incrementRequested(1500), "k/1/increment.2", Self.facts(1500)),
            (.captureRequested(nil), "k/1/capture.2", Self.facts(1000, .succeeded)),
        ]
        var wrong: [String] = []
        for (request, key, executed) in requests {
            for now in [nil, hold, executed] {
                var bench = Bench(manual: true)
                bench.approve()
                bench.take(request)
                _ = bench.restart()
                bench.answer(.intent(hold))
                bench.fire(bench.timers.last?.duration ?? .zero)
                if bench.sent.last?.key?.rawValue != key { wrong.append("\(key): \(bench.sent)") }
                bench.answer(.declined(decline, now))
                if (bench.notices.last == .resolved(.approved(hold))) != (now == hold) {
                    wrong.append("\(key), \(now.map { "\($0)" } ?? "no intent"): \(bench.notices)")
                }
                guard now != hold else { continue }
                if now == nil {
                    // The key would only return the decline again: a query ends it.
                    var asked = bench
                    asked.answer(.intent(hold))
                    if asked.notices.last != .resolved(.approved(hold)) { wrong.append("\(key): \(asked.sent)") }
                    if asked.history?.isUnresolved != false { wrong.append("\(key): still open") }
                }
                bench.answer(.intent(executed))
                if bench.notices.last != .resolved(.approved(executed)) { wrong.append("\(key): \(bench.notices)") }
            }
        }
        #expect(wrong == [])
    }
}

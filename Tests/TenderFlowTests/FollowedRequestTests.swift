import TenderModel
import Testing

@testable import TenderFlow

/// What is recorded of a request that is asked about again and again.
@Suite struct FollowedRequestTests {
    private static let key = IdempotencyKey.refund("1")

    /// - Parameter object: the refund that the journal knows, of which nobody could tell before.
    private static func request(object: String?, made: TerminalMachine.Made?) -> TerminalRequest {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        var moving = Moving(
            PaymentHistory.Refund(RefundParameters(paymentIntent: "pi_1"), key, sends: 1, first: stamp))
        (moving.known, moving.object) = (.unknown, object)
        let machine = RequestMachine(.move, policy: PaymentPolicy(), resuming: 1, mayLeave: false)
        var request = TerminalRequest(number: 1, machine: machine, purpose: .move(moving))
        request.made = made
        return request
    }

    @Test(arguments: [nil, "re_1"], [nil, TerminalMachine.Made.refund("re_1", .pending)])
    func whatTheJournalHoldsIsNotRecordedAgain(object: String?, made: TerminalMachine.Made?) {
        let isNew = object == nil && made != nil
        #expect((Self.request(object: object, made: made).settled(.unknown) != nil) == isNew)
    }

    @Test(arguments: [RequestMachine.Result.succeeded, .notExecuted])
    func anEndIsRecorded(result: RequestMachine.Result) {
        #expect(Self.request(object: "re_1", made: nil).settled(result) != nil)
    }

    /// The customer may still have to authenticate, or the bank to decide.
    @Test func whatTheGatewayHasNotDecidedIsRecordedAsUnknown() {
        #expect(TerminalMachine.Made.pending("pi_1").end(.succeeded) == RequestEnd(.unknown, object: "pi_1"))
    }

    /// A refund of unknown outcome that an earlier process left, with what was recorded of it meanwhile.
    private static func history(_ later: [JournalEntry.Event]) -> PaymentHistory? {
        let stamp = Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: 1)
        let left: [JournalEntry.Event] = [
            .refundLeaving(RefundParameters(paymentIntent: "pi_1"), key, send: 1),
            .requestSettled(key, RequestEnd(.unknown)),
        ]
        return PaymentHistory(
            folding: (left + later).map { event in
                RecordedEntry(
                    sequence: 1, stamp: stamp, entry: JournalEntry(intentID: "pi_1", attempt: 1, event: event))
            })
    }

    /// Returns whether a terminal that pursues the refund reports it as known once it reads `later` in its records.
    private static func isReported(_ later: [JournalEntry.Event]) -> Bool {
        var machine = TerminalMachine()
        var actions = machine.handle(.started)
        var isReported = false
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .takeUnresolved(let errand):
                actions += machine.handle(.histories(errand, [history([])].compactMap(\.self)))
            case .readHistory(let errand, _): actions += machine.handle(.history(errand, history(later)))
            case .publish(_, .requestResolved): isReported = true
            default: break
            }
        }
        return isReported
    }

    @Test(arguments: [RequestMachine.Result.succeeded, .notExecuted])
    func whatIsKnownMeanwhileIsReported(result: RequestMachine.Result) {
        #expect(Self.isReported([.requestSettled(Self.key, RequestEnd(result))]))
    }

    @Test func whatAPersonHasOnlyTakenOnIsNotReportedAsKnown() {
        #expect(!Self.isReported([.acknowledged(by: "Ann")]))
    }
}

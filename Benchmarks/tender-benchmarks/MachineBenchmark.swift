import TenderFlow
import TenderModel

/// The payment machine alone: a whole manual-capture sale with one lost answer, event by event.
enum MachineBenchmark {
    private static let amount = Amount(minorUnits: 1000, currency: .eur)
    private static let sales = 2_000

    static func run() async -> Benchmark {
        let transitions = sales * transitionsOfASale()
        return await Benchmark.measure("machine_transition", operations: transitions) {
            for _ in 0..<sales { _ = transitionsOfASale() }
        }
    }

    /// Answers each action as a world would, and returns the number of events.
    private static func transitionsOfASale() -> Int {
        var machine = PaymentMachine(
            terms: PaymentTerms(intentID: "pi_1", amount: amount, captureMethod: .manual, baseKey: "k"),
            facts: facts(.requiresPaymentMethod)
        )
        var events: [PaymentEvent] = [.collectRequested(inspect: false)]
        var count = 0
        var isFirstConfirm = true
        while count < events.count {
            for action in machine.handle(events[count]) {
                switch action {
                case .record(let serial, _): events.append(.recorded(serial))
                case .startCollection: events.append(.cardCollected())
                case .finish(.collected): events.append(.confirmRequested)
                case .finish(.confirmed): events.append(.captureRequested(nil))
                case .send(let serial, .confirm) where isFirstConfirm:
                    isFirstConfirm = false
                    events.append(.answered(serial, .noAnswer, .none))
                case .send(let serial, .confirm):
                    events.append(.answered(serial, .intent(facts(.requiresCapture)), .none))
                case .send(let serial, .capture):
                    events.append(.answered(serial, .intent(facts(.succeeded)), .none))
                case .startTimer(let serial, let duration) where duration < .seconds(5):
                    events.append(.timerFired(serial, .none))
                default: break
                }
            }
            count += 1
        }
        return count
    }

    private static func facts(_ status: PaymentIntentStatus) -> IntentFacts {
        IntentFacts(
            id: "pi_1", amount: amount, status: status, capturable: status == .requiresCapture ? 1000 : 0,
            received: status == .succeeded ? 1000 : 0
        )
    }
}

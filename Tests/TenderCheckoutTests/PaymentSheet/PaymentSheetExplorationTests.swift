import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PaymentSheetExplorationTests {
    /// Everything that people, the network and the gateway can do with few steps, in the sheet and without one.
    @Test(arguments: [PaymentSheetState.Surface.sheet, .options, .none])
    func noIntentIsConfirmedWhileNobodyKnows(surface: PaymentSheetState.Surface) {
        var explorer = Explorer<PaymentSheetWorld>()
        let machine = PaymentSheetFixture.open(surface: surface)
        let exploration = explorer.explore(PaymentSheetWorld(machine, whims: 3, faults: 2))
        #expect(exploration.isClean, "\(exploration.violation ?? "stuck: \(exploration.stuck)")")
        #expect(exploration.states > 1000)
    }

    /// Every event in every state that a few events lead to, whether it makes sense or not.
    @Test func everyEventInEveryStateHasAnAnswer() {
        var known: Set<PaymentSheetMachine> = []
        var open = [
            PaymentSheetMachine(PaymentSheetFixture.configuration(), hasCustomer: true, base: "sheet"),
            PaymentSheetFixture.open(), PaymentSheetFixture.open(surface: .none),
        ]
        var failures: [String] = []
        for _ in 0..<4 {
            var next: [PaymentSheetMachine] = []
            for machine in open where known.insert(machine).inserted {
                for event in Self.events {
                    var after = machine
                    let actions = after.handle(event)
                    let isRefused = actions.contains { if case .refuse = $0 { true } else { false } }
                    if isRefused, actions.count > 1 || after != machine { failures.append("\(event) in \(machine)") }
                    let ends = actions.contains { if case .finish = $0 { true } else { false } }
                    if ends, after.state.surface != .none { failures.append("an end leaves the sheet open: \(event)") }
                    next.append(after)
                }
            }
            open = next
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
        #expect(known.count > 200)
    }

    private static var events: [PaymentSheetMachine.Event] {
        let intents: [PaymentSheetIntent] =
            [.requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .canceled, .succeeded].map {
                PaymentSheetFixture.payment($0, refusal: $0 == .requiresPaymentMethod ? 1 : 0)
            } + [PaymentSheetFixture.payment(.unknown("new"))]
        let errors = [CheckoutFixture.lost, CheckoutFixture.declined, CheckoutFixture.offline]
        let answers = (1...4).flatMap { number -> [PaymentSheetMachine.Event] in
            intents.flatMap {
                [.loaded(PaymentSheetContent(intent: $0), number), .confirmed($0, number), .read($0, number)]
            }
                + errors.flatMap {
                    [.loadFailed($0, number), .confirmFailed($0, number), .readFailed($0, number)]
                }
        }
        return PaymentSheetWorld.appEvents + answers + [
            .leave, .enter(BillingDetails()), .setSavesMethod(true), .present(.none), .confirm(.options),
            .select(.saved("pm_9")), .select(.new(.bancontact)), .returned("https://evil.example"),
        ]
    }
}

import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CheckoutExplorationTests {
    /// Everything that people, the network and the gateway can do with few steps, from an unloaded and a loaded start.
    @Test(arguments: [true, false]) func noOrderIsChargedTwiceAndNothingStaleIsTaken(isLoaded: Bool) {
        let fresh = CheckoutMachine(CheckoutFixture.configuration(), orderKey: "k")
        let machine = isLoaded ? CheckoutFixture.loaded() : fresh
        var explorer = Explorer<CheckoutWorld>()
        let exploration = explorer.explore(CheckoutWorld(machine, whims: isLoaded ? 3 : 4, faults: isLoaded ? 2 : 1))
        #expect(exploration.isClean, "\(exploration.violation ?? "stuck: \(exploration.stuck)")")
        #expect(exploration.states > 1000)
    }

    @Test func noOrderWithAnAddressIsChargedTwice() {
        var explorer = Explorer<CheckoutWorld>()
        let exploration = explorer.explore(CheckoutWorld(CheckoutFixture.loaded([.address]), whims: 3, faults: 1))
        #expect(exploration.isClean, "\(exploration.violation ?? "stuck: \(exploration.stuck)")")
    }

    /// Every event in every state that a few events lead to, whether it makes sense or not: nothing traps, what is
    /// refused changes nothing, and what is selected is there.
    @Test func everyEventInEveryStateHasAnAnswer() {
        var known: Set<CheckoutMachine> = []
        var open = [
            CheckoutFixture.loaded([.address]), CheckoutMachine(CheckoutFixture.configuration(), orderKey: "k"),
        ]
        var failures: [String] = []
        for _ in 0..<4 {
            var next: [CheckoutMachine] = []
            for machine in open where known.insert(machine).inserted {
                for event in Self.events(machine) {
                    var after = machine
                    let actions = after.handle(event)
                    let isRefused = actions.contains { if case .refuse = $0 { true } else { false } }
                    if isRefused, actions.count > 1 || after != machine { failures.append("\(event) in \(machine)") }
                    if after.state.selectedMethodID != after.state.selectedMethod?.id { failures.append("\(event)") }
                    next.append(after)
                }
            }
            open = next
        }
        #expect(failures.isEmpty)
        #expect(known.count > 400)
    }

    private static func events(_ machine: CheckoutMachine) -> [CheckoutMachine.Event] {
        let numbers = Set([0, 1, machine.lastNumberForTests - 1, machine.lastNumberForTests]).sorted()
        let intent = CheckoutFixture.intent("pi_1", .requiresAction)
        let answers = numbers.flatMap { number -> [CheckoutMachine.Event] in
            [
                .loaded(CheckoutFixture.wallet, number), .loadFailed(CheckoutFixture.lost, number),
                .attached(CheckoutFixture.added, number), .detached(number),
                .changeFailed(CheckoutFixture.lost, number), .remembered(number),
                .notRemembered(CheckoutFixture.lost, number), .judged(.invalid("no"), number),
                .judged(.valid(methods: [CheckoutFixture.post], selected: "x"), number),
                .completed(.success(nil), number), .completed(.failure(CheckoutFixture.declined), number),
                .completed(.userCancellation, number), .completed(.requiresAction(intent), number),
                .completed(.unknown(nil), number),
            ]
        }
        return CheckoutWorld.appEvents + answers + [
            .setItems([]), .setItems([PaymentSummaryItem("x", Amount(minorUnits: .max, currency: .eur))]),
            .setAmount(Amount(minorUnits: .max, currency: .eur)), .select("x"), .selectShippingMethod("post"),
            .settle(.notCharged), .settle(.paid(nil)), .newOrder(CheckoutFixture.amount, key: "order-1"),
        ]
    }
}

extension CheckoutMachine {
    /// The number of the newest question, found by asking another one.
    fileprivate var lastNumberForTests: Int {
        var copy = self
        for case .load(_, let number) in copy.handle(.clear) + copy.handle(.load) { return number - 1 }
        return 0
    }
}

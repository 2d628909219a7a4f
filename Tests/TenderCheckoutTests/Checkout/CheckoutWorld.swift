import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport

/// A checkout with a customer, an app and a gateway that charges once per key, for the explorer.
struct CheckoutWorld: Explorable {
    enum Step: Hashable, Sendable {
        case app(CheckoutMachine.Event)
        /// An answer that is due, or one that comes although nobody waits for it any more.
        case answer(CheckoutMachine.Event, isFault: Bool)
        /// The gateway takes the payment as this; the app is told or not.
        case gateway(Taken, tells: Bool)
        /// The customer does what the payment under way wanted.
        case customerActs
    }

    /// What the gateway makes of a request.
    enum Taken: Hashable, Sendable { case charged, declined, wantsAction, canceled, neverArrived }

    private typealias Fixture = CheckoutFixture

    private(set) var machine: CheckoutMachine
    private var due: [CheckoutMachine.Action] = []
    private var stale: [CheckoutMachine.Action] = []
    private var payment: PaymentResult?
    /// What the gateway remembers of each key, in the order of the keys.
    private var taken: [String: Taken] = [:]
    private var whims: Int
    private var faults: Int
    private(set) var violation: String?

    init(_ machine: CheckoutMachine, whims: Int, faults: Int) {
        self.machine = machine
        self.whims = whims
        self.faults = faults
    }

    static let appEvents: [CheckoutMachine.Event] = [
        .load, .reload, .clear, .select("pm_1"), .select("pm_2"), .add("tok_visa"), .remove("pm_2"),
        .enterShipping(CheckoutFixture.home), .setAmount(CheckoutFixture.amount), .requestPayment,
        .newOrder(CheckoutFixture.amount, key: "order-2"),
    ]

    var isFinished: Bool { due.isEmpty && payment == nil }

    func isOptional(_ step: Step) -> Bool {
        switch step {
        case .app, .customerActs: true
        case .answer(_, let isFault): isFault
        case .gateway(_, let tells): !tells
        }
    }

    var steps: [Step] {
        var steps = due.flatMap { Self.answers(to: $0) }.map { Step.answer($0, isFault: false) }
        if faults > 0 {
            steps += due.flatMap { Self.failures(of: $0) }.map { Step.answer($0, isFault: true) }
            steps += stale.flatMap { Self.answers(to: $0) }.map { Step.answer($0, isFault: true) }
        }
        steps += gatewaySteps
        guard whims > 0 else { return steps }
        return steps + (Self.appEvents + settlements).map { .app($0) }
            + (openKey.map { taken[$0] == .wantsAction } == true ? [.customerActs] : [])
    }

    /// The key of a payment that wants something of the customer.
    private var openKey: String? {
        switch machine.state.payment {
        case .actionRequired(let payment, _), .unknown(let payment, _), .inFlight(let payment): payment.key.rawValue
        case .none, .paid: nil
        }
    }

    private var gatewaySteps: [Step] {
        guard let payment else { return [] }
        let known = taken[payment.key.rawValue]
        let ways: [Taken] = known.map { [$0] } ?? [.charged, .declined, .wantsAction]
        let told = ways.map { Step.gateway($0, tells: true) }
        guard faults > 0 else { return told }
        return told + (ways + [.neverArrived]).map { .gateway($0, tells: false) }
    }

    /// What an honest person can say of a payment whose outcome is open.
    private var settlements: [CheckoutMachine.Event] {
        guard let openKey else { return [] }
        return [taken[openKey] == .charged ? .settle(.paid(nil)) : .settle(.notCharged)]
    }

    func after(_ step: Step) -> CheckoutWorld {
        var world = self
        switch step {
        case .app(let event):
            world.whims -= 1
            if case .settle(.notCharged) = event, let openKey, taken[openKey] == .wantsAction {
                world.taken[openKey] = .canceled
            }
            world.deliver(event)
            if event == .clear {
                world.stale += world.due
                world.due = []
            }
        case .answer(let event, let isFault):
            if isFault { world.faults -= 1 }
            let isStale = !world.removeDue(event)
            let before = world.machine
            world.deliver(event)
            if isStale, world.machine != before { world.violation = "a stale answer was taken: \(event)" }
        case .gateway(let way, let tells): world.take(way, tells)
        case .customerActs:
            world.whims -= 1
            if let openKey { world.taken[openKey] = .charged }
        }
        world.check()
        return world
    }

    private mutating func take(_ way: Taken, _ tells: Bool) {
        guard let payment else { return }
        self.payment = nil
        let isReplay = taken[payment.key.rawValue] != nil
        if way != .neverArrived { taken[payment.key.rawValue] = way }
        if !tells { faults -= 1 }
        deliver(.completed(tells ? Self.told(way, isReplay) : .failure(Fixture.lost), payment.number))
    }

    private static func told(_ way: Taken, _ isReplay: Bool) -> CheckoutCompletion {
        switch way {
        case .charged: .success(nil)
        case .declined:
            .failure(
                GatewayError(
                    .declinedByIssuer, fate: .answered(status: 402), message: "declined", isReplay: isReplay,
                    isUnderKey: true))
        case .canceled: CheckoutCompletion(Fixture.intent("pi_1", .canceled), isReplay: isReplay)
        case .wantsAction: .requiresAction(Fixture.intent("pi_1", .requiresAction))
        case .neverArrived: .unknown(nil)
        }
    }

    private mutating func deliver(_ event: CheckoutMachine.Event) {
        let before = machine
        let actions = machine.handle(event)
        let isRefused = actions.contains { if case .refuse = $0 { true } else { false } }
        if isRefused, machine != before || actions.count > 1 { violation = "refused, and done: \(event)" }
        for action in actions {
            switch action {
            case .pay(let payment):
                if self.payment != nil { violation = "two payments at once" }
                self.payment = payment
            case .load, .attach, .detach, .selectDefault, .remember, .judge: due.append(action)
            case .ended(let number, _): due.removeAll { $0.number == number }
            case .clearCustomer, .refuse, .tell: break
            }
        }
    }

    /// Takes away the question that is answered; false when nobody asks it any more.
    private mutating func removeDue(_ event: CheckoutMachine.Event) -> Bool {
        guard let number = event.number else { return false }
        let count = due.count
        due.removeAll { $0.number == number }
        stale.removeAll { $0.number == number }
        return due.count < count
    }

    private mutating func check() {
        let state = machine.state
        if let id = state.selectedMethodID, !state.methods.contains(where: { $0.id == id }) {
            violation = "selected what the customer does not have"
        }
        if let id = state.selectedShippingMethodID, !state.shippingMethods.contains(where: { $0.id == id }) {
            violation = "selected a way of sending that there is not"
        }
        for order in ["order-1", "order-2"] {
            let charged = taken.filter { $0.key.hasPrefix(order) && $0.value == .charged }
            if charged.count > 1 { violation = "\(order) was charged \(charged.count) times" }
            let open = taken.filter { $0.key.hasPrefix(order) && $0.value == .wantsAction }
            if charged.count + open.count > 1 { violation = "\(order) could be charged twice" }
        }
        if (payment == nil) == machine.isPaying { violation = "a payment is under way at one side only" }
    }

    private static func answers(to action: CheckoutMachine.Action) -> [CheckoutMachine.Event] {
        switch action {
        case .load(_, let number): [.loaded(Fixture.wallet, number)]
        case .attach(_, let number): [.attached(Fixture.added, number)]
        case .detach(_, let number): [.detached(number)]
        case .selectDefault(_, let number), .remember(_, let number): [.remembered(number)]
        case .judge(_, let number): [.judged(.valid(methods: [Fixture.post], selected: nil), number)]
        case .pay, .clearCustomer, .refuse, .ended, .tell: []
        }
    }

    private static func failures(of action: CheckoutMachine.Action) -> [CheckoutMachine.Event] {
        switch action {
        case .load(_, let number): [.loadFailed(Fixture.offline, number)]
        case .attach(_, let number), .detach(_, let number): [.changeFailed(Fixture.lost, number)]
        case .selectDefault(_, let number), .remember(_, let number): [.notRemembered(Fixture.offline, number)]
        case .judge(_, let number): [.judged(.invalid("no"), number)]
        case .pay, .clearCustomer, .refuse, .ended, .tell: []
        }
    }
}

extension CheckoutMachine {
    var isPaying: Bool { if case .inFlight = state.payment { true } else { false } }
}

extension CheckoutMachine.Action {
    /// The number that comes back with the answer.
    var number: Int? {
        switch self {
        case .load(_, let number), .attach(_, let number), .detach(_, let number), .selectDefault(_, let number),
            .remember(_, let number), .judge(_, let number):
            number
        case .pay, .clearCustomer, .refuse, .ended, .tell: nil
        }
    }
}

extension CheckoutMachine.Event {
    /// The number of the question that it answers.
    var number: Int? {
        switch self {
        case .loaded(_, let number), .loadFailed(_, let number), .attached(_, let number), .detached(let number),
            .changeFailed(_, let number), .remembered(let number), .notRemembered(_, let number),
            .judged(_, let number), .completed(_, let number):
            number
        case .load, .reload, .clear, .setAmount, .setItems, .select, .add, .remove, .enterShipping,
            .selectShippingMethod, .requestPayment, .settle, .newOrder:
            nil
        }
    }
}

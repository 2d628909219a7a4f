import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport

/// A payment sheet with a customer, a network and a gateway that charges whatever arrives, for the explorer.
struct PaymentSheetWorld: Explorable {
    enum Step: Hashable, Sendable {
        case app(PaymentSheetMachine.Event)
        /// What everybody may do without end, so that a course can come to its end.
        case patience(PaymentSheetMachine.Event)
        /// The confirmation under way meets this, and the app is told or not.
        case gateway(Fate, tells: Bool)
        /// A confirmation that the app has heard nothing of arrives after all.
        case arrives(Fate)
        /// The intent is read, or the answer is lost.
        case read(isLost: Bool)
        /// The customer does what their bank wants, or fails.
        case bank(succeeds: Bool)
    }

    /// What becomes of a confirmation.
    enum Fate: Hashable, Sendable { case charged, processing, declined, wantsAction, notSent, neverArrives, isLate }

    /// The intent at the gateway.
    private enum Status: Hashable { case open, action, processing, done }

    private typealias Fixture = PaymentSheetFixture

    private(set) var machine: PaymentSheetMachine
    private var confirming: Int?
    private var asking: Int?
    /// The number of confirmations that wait somewhere in the network.
    private var late = 0
    private var status = Status.open
    private var refusals = 0
    private var actions = 0
    private var charges = 0
    /// Whether a confirmation was sent of which nothing was told since.
    private var isUntold = false
    /// Whether what is untold has been executed, so that reading the intent tells it.
    private var isExecuted = false
    private var whims: Int
    private var faults: Int
    private(set) var violation: String?

    init(_ machine: PaymentSheetMachine, whims: Int, faults: Int) {
        self.machine = machine
        self.whims = whims
        self.faults = faults
    }

    static let appEvents: [PaymentSheetMachine.Event] = [
        .load, .present(.sheet), .present(.options), .choose, .dismiss, .select(.saved("pm_2")),
        .select(.new(PaymentSheetFixture.iban)), .confirm(.sheet), .confirm(.none), .returned(nil),
        .returned("app://back?payment_intent=pi_1"), .ask,
    ]

    var isFinished: Bool {
        guard confirming == nil, asking == nil else { return false }
        return switch machine.state.phase {
        case .idle, .ready, .completed, .failed: true
        case .loading, .confirming, .actionRequired, .asking, .unknown: false
        }
    }

    func isOptional(_ step: Step) -> Bool {
        switch step {
        case .app, .bank, .arrives: true
        case .patience: false
        case .gateway(let fate, let tells): !tells || fate == .notSent
        case .read(let isLost): isLost
        }
    }

    private var isDelayed: Bool { machine.state.selection == .new(Fixture.iban) }

    var steps: [Step] {
        var steps: [Step] = []
        let fates: [Fate] = [.charged, .declined, .wantsAction] + (isDelayed ? [.processing] : [])
        if confirming != nil {
            steps += fates.map { .gateway($0, tells: true) }
            if faults > 0 {
                steps += (fates + [.neverArrives, .isLate]).map { .gateway($0, tells: false) }
                steps.append(.gateway(.notSent, tells: true))
            }
        }
        if late > 0 { steps += fates.map { .arrives($0) } }
        if asking != nil { steps += [.read(isLost: false)] + (faults > 0 ? [.read(isLost: true)] : []) }
        if status == .action { steps += [.bank(succeeds: true), .bank(succeeds: false)] }
        switch machine.state.phase {
        case .unknown: steps.append(.patience(.leave))
        case .actionRequired: steps.append(.patience(.returned(nil)))
        case .idle, .loading, .ready, .confirming, .asking, .completed, .failed: break
        }
        return whims > 0 ? steps + Self.appEvents.map { .app($0) } : steps
    }

    func after(_ step: Step) -> PaymentSheetWorld {
        var world = self
        switch step {
        case .app(let event):
            world.whims -= 1
            world.deliver(event)
        case .patience(let event): world.deliver(event)
        case .gateway(let fate, let tells): world.meet(fate, tells)
        case .arrives(let fate):
            world.late -= 1
            world.execute(fate)
        case .read(let isLost): world.read(isLost)
        case .bank(let succeeds): world.visitBank(succeeds)
        }
        if world.charges > 1 { world.violation = "charged \(world.charges) times" }
        return world
    }

    private mutating func meet(_ fate: Fate, _ tells: Bool) {
        guard let number = confirming else { return }
        confirming = nil
        if !tells || fate == .notSent { faults -= 1 }
        switch fate {
        case .notSent:
            isUntold = false
            return deliver(.confirmFailed(CheckoutFixture.offline, number))
        case .neverArrives: break
        case .isLate: late += 1
        case .charged, .processing, .declined, .wantsAction: execute(fate)
        }
        guard tells else { return deliver(.confirmFailed(Fixture.lost, number)) }
        isUntold = false
        deliver(answer(number))
    }

    /// The gateway does what arrives; of a payment that is over it says so and charges nothing.
    private mutating func execute(_ fate: Fate) {
        isExecuted = true
        guard status == .open || status == .action else { return }
        switch fate {
        case .charged: (status, charges) = (.done, charges + 1)
        case .processing: (status, charges) = (.processing, charges + 1)
        case .declined: (status, refusals) = (.open, refusals + 1)
        case .wantsAction: (status, actions) = (.action, actions + 1)
        case .notSent, .neverArrives, .isLate: break
        }
    }

    private func answer(_ number: Int) -> PaymentSheetMachine.Event {
        guard status == .open, case .payment(let intent) = intent else { return .confirmed(intent, number) }
        var error = CheckoutFixture.declined
        error.intent = intent
        return .confirmFailed(error, number)
    }

    private var intent: PaymentSheetIntent {
        switch status {
        case .open: Fixture.payment(.requiresPaymentMethod, refusal: refusals)
        case .action: Fixture.payment(.requiresAction, action: actions)
        case .processing: Fixture.payment(.processing)
        case .done: Fixture.payment(.succeeded)
        }
    }

    private mutating func read(_ isLost: Bool) {
        guard let number = asking else { return }
        asking = nil
        if isLost {
            faults -= 1
            return deliver(.readFailed(Fixture.lost, number))
        }
        if isExecuted { isUntold = false }
        deliver(.read(intent, number))
    }

    private mutating func visitBank(_ succeeds: Bool) {
        if succeeds { (status, charges) = (.done, charges + 1) } else { (status, refusals) = (.open, refusals + 1) }
    }

    private mutating func deliver(_ event: PaymentSheetMachine.Event) {
        let before = machine
        let actions = machine.handle(event)
        let isRefused = actions.contains { if case .refuse = $0 { true } else { false } }
        if isRefused, machine != before || actions.count > 1 { violation = "refused, and done: \(event)" }
        for action in actions {
            switch action {
            case .load(let number):
                deliver(.loaded(PaymentSheetContent(intent: intent, savedMethods: Fixture.saved), number))
            case .confirm(_, let number):
                if isUntold || confirming != nil { violation = "confirmed while nobody knows" }
                (confirming, isUntold, isExecuted) = (number, true, false)
            case .ask(_, let number): asking = number
            case .finish(let result): check(result)
            case .open, .refuse, .changed, .finishChoosing: break
            }
        }
    }

    private mutating func check(_ result: PaymentSheetResult) {
        let isPaid = status == .done || status == .processing
        switch result {
        case .completed: if !isPaid { violation = "completed, and not paid" }
        case .canceled: if isPaid || confirming != nil || late > 0 { violation = "canceled, and perhaps paid" }
        case .failed(.outcomeUnknown): break
        case .failed: if isPaid || late > 0 { violation = "failed, and perhaps paid" }
        }
    }
}

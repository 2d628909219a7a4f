import TenderFlow

/// An order that several cards pay, beside issuers, a journal and a person who pays it again: every order of answers
/// that are lost, approvals of a part, declines, and processes that end at any moment.
public struct OrderWorld: Explorable {
    /// One thing that happens.
    public enum Step: Hashable, Sendable {
        case pays(Int64?), stops
        case approves(permille: Int64), declines, isLost(approves: Bool), isNotBegun
        case isFound, isNotFound
        case goesBack, isRefused, isLostOnItsWayBack(isExecuted: Bool)
        case paysAgain, crashes
    }

    /// What the issuer and the journal have of a leg.
    private struct Leg: Hashable {
        var held: Int64
        var recorded: OrderLeg
    }

    private static let total: Int64 = 1000

    private let isAllOrNothing: Bool
    private var machine: OrderPayment
    private var action: OrderPayment.Action?
    private var legs: [Leg] = []
    private var faults: Int
    private var crashCount: Int
    private var cards = 3
    private var fault: String?

    /// The explorations of the full bound.
    public static let full: [(name: String, world: OrderWorld)] = [
        ("an order, all or nothing", OrderWorld(isAllOrNothing: true)),
        ("an order, in part", OrderWorld(isAllOrNothing: false)),
    ]

    /// Creates an order that nobody has paid.
    public init(isAllOrNothing: Bool, faults: Int = 3, crashes: Int = 2) {
        self.isAllOrNothing = isAllOrNothing
        self.faults = faults
        crashCount = crashes
        machine = OrderPayment(total: Self.total, isAllOrNothing: isAllOrNothing)
        begin()
    }

    /// Begins, or goes on with what the journal has.
    private mutating func begin() {
        machine = OrderPayment(total: Self.total, isAllOrNothing: isAllOrNothing)
        handle(.started(legs.map(\.recorded).filter { $0.state != .notPaid }))
    }

    private mutating func handle(_ event: OrderPayment.Event) {
        action = machine.handle(event)
        if action == nil { fault = "\(event) means nothing" }
    }

    // MARK: - Steps

    /// Everything that may happen now.
    public var steps: [Step] {
        guard fault == nil else { return [] }
        return own + (crashCount > 0 && !isFinished ? [.crashes] : [])
    }

    private var own: [Step] {
        switch action {
        case .ask?: [.stops] + (cards > 0 ? [.pays(400), .pays(nil), .pays(1400)] : [])
        case .pay?:
            [.approves(permille: 1000), .declines, .isNotBegun]
                + (faults > 0 ? [.approves(permille: 500), .isLost(approves: true), .isLost(approves: false)] : [])
        case .resolve?: [.isFound] + (faults > 0 ? [.isNotFound] : [])
        case .void?:
            [.goesBack]
                + (faults > 0
                    ? [.isRefused, .isLostOnItsWayBack(isExecuted: true), .isLostOnItsWayBack(isExecuted: false)] : [])
        case .finish(.unknown)?: [.paysAgain]
        case .finish?, nil: []
        }
    }

    /// Returns whether the step is a fault or a whim.
    public func isOptional(_ step: Step) -> Bool {
        switch step {
        case .pays, .isLost, .isNotFound, .isRefused, .isLostOnItsWayBack, .crashes: true
        case .approves(let permille): permille < 1000
        case .stops, .declines, .isNotBegun, .isFound, .goesBack, .paysAgain: false
        }
    }

    /// Returns the world after the step.
    public func after(_ step: Step) -> OrderWorld {
        var world = self
        world.take(step)
        return world
    }

    private mutating func take(_ step: Step) {
        if isOptional(step), step != .crashes { if case .pays = step { cards -= 1 } else { faults -= 1 } }
        switch step {
        case .pays(let amount): handle(.next(amount))
        case .stops: handle(.stopped)
        case .approves(let permille): end(held: amount * permille / 1000, isKnown: true)
        case .declines: end(held: 0, isKnown: true)
        case .isLost(let approves): end(held: approves ? amount : 0, isKnown: false)
        case .isNotBegun: handle(.notBegun)
        case .isFound, .isNotFound: resolve(isFound: step == .isFound)
        case .goesBack, .isRefused, .isLostOnItsWayBack: giveBack(step)
        case .paysAgain: begin()
        case .crashes:
            crashCount -= 1
            // The process may end while a card pays, which nobody knows of then.
            if case .pay? = action { record(OrderLeg(name, .unknown), held: amount) }
            begin()
        }
    }

    private var amount: Int64 { if case .pay(let amount)? = action { amount } else { 0 } }

    private var name: String { "pi_\(legs.count)" }

    private mutating func record(_ leg: OrderLeg, held: Int64) {
        if legs.contains(where: { $0.recorded.state == .unknown }) { fault = "a card pays beside an unknown one" }
        legs.append(Leg(held: held, recorded: leg))
    }

    private mutating func end(held: Int64, isKnown: Bool) {
        let leg = OrderLeg(name, isKnown ? (held > 0 ? .approved(held) : .notPaid) : .unknown)
        record(leg, held: held)
        handle(.ended(leg))
    }

    private mutating func resolve(isFound: Bool) {
        guard case .resolve(let id)? = action, let index = legs.firstIndex(where: { $0.recorded.intentID == id }) else {
            return
        }
        if isFound { legs[index].recorded.state = legs[index].held > 0 ? .approved(legs[index].held) : .notPaid }
        handle(.ended(legs[index].recorded))
    }

    private mutating func giveBack(_ step: Step) {
        guard case .void(let id)? = action, let index = legs.firstIndex(where: { $0.recorded.intentID == id }) else {
            return
        }
        let held = legs[index].held
        switch step {
        case .goesBack: (legs[index].held, legs[index].recorded.state) = (0, .givenBack)
        case .isLostOnItsWayBack(let isExecuted):
            if isExecuted { legs[index].held = 0 }
            legs[index].recorded.state = .givingBack(held)
        default: legs[index].recorded.state = held > 0 ? .approved(held) : .givenBack
        }
        handle(.voided(legs[index].recorded))
    }

    // MARK: - Rules

    /// The violation in this state, if any.
    public var violation: String? {
        let held = legs.reduce(Int64(0)) { $0 + $1.held }
        if held > Self.total { return "\(held) was taken for \(Self.total)" }
        if let fault { return fault }
        switch action {
        case .ask(let balance)?:
            if balance != Self.total - held { return "\(balance) is asked for, and \(held) is held" }
            return legs.contains { $0.recorded.state == .unknown } ? "a card is asked for beside an unknown one" : nil
        case .finish(.paid)? where held != Self.total: return "told as paid, and \(held) is held"
        case .finish(.nothing)? where held != 0: return "told as not paid, and \(held) is held"
        case .finish(.kept(let balance))?:
            let isRefused = isAllOrNothing && faults == Self.faultsAtFirst
            if isRefused { return "kept, although it was all or nothing" }
            let isKnown = !legs.contains { if case .givingBack = $0.recorded.state { true } else { false } }
            return isKnown && balance != Self.total - held ? "told that \(balance) is left, and \(held) is held" : nil
        case .finish?, .pay?, .resolve?, .void?, nil: return nil
        }
    }

    private static let faultsAtFirst = 3

    /// Whether the person knows how it ended.
    public var isFinished: Bool {
        switch action {
        case .finish(.unknown)?, .ask?, .pay?, .resolve?, .void?, nil: false
        case .finish?: true
        }
    }
}

/// One order that several cards pay, one after the other: a split tender.
///
/// It decides which card is asked for, when no other may be, and what is given back; it carries nothing out. Each leg is
/// an ordinary PaymentIntent with the order's ID, so the journal refuses a second card while one is unknown (money rule 7),
/// and a new process knows from the records what was paid.
public struct OrderPayment: Hashable, Sendable, Codable {
    /// What happens to it.
    public enum Event: Hashable, Sendable, Codable {
        /// It begins, or goes on with the legs that the journal has.
        case started([OrderLeg])
        /// The next card is to pay this much; all of the balance if it is `nil`.
        case next(Int64?)
        /// There is no further card.
        case stopped
        /// A leg ended, or could not be told apart from one that did.
        case ended(OrderLeg)
        /// A leg ended before there was anything to pay with.
        case notBegun
        /// The outcome of giving a leg back.
        case voided(OrderLeg)
    }

    /// What it asks for.
    public enum Action: Hashable, Sendable, Codable {
        /// Asks for the next card; answer with `next` or `stopped`.
        case ask(balance: Int64)
        /// Lets a card pay this much; answer with `ended` or `notBegun`.
        case pay(Int64)
        /// Finds out what became of a leg; answer with `ended`.
        case resolve(String)
        /// Gives a leg back; answer with `voided`.
        case void(String)
        /// It is over.
        case finish(End)
    }

    /// How it ended.
    public enum End: Hashable, Sendable, Codable {
        /// The whole amount is approved.
        case paid
        /// The approved legs stand, and this much is not paid.
        case kept(balance: Int64)
        /// Nothing stands: every approved leg was given back, or there was none.
        case nothing
        /// The outcome of a leg is not known: pay the same order again, which goes on from there.
        case unknown
    }

    private enum Phase: Hashable, Sendable, Codable {
        case idle, resolving(String), asking, paying(Int64), voiding(String), over
    }

    /// The amount to pay, in minor units.
    public let total: Int64
    /// Whether what was approved is given back when the order is not paid in full.
    public let isAllOrNothing: Bool
    /// The legs, oldest first.
    public private(set) var legs: [OrderLeg] = []
    private var phase = Phase.idle
    private var isStopped = false

    /// Creates the payment of an order.
    public init(total: Int64, isAllOrNothing: Bool) {
        self.total = total
        self.isAllOrNothing = isAllOrNothing
    }

    /// The amount that is approved, in minor units.
    public var paid: Int64 { legs.reduce(0) { $0 + $1.paid } }

    /// The amount that is not paid, in minor units.
    public var balance: Int64 { max(0, total - paid) }

    /// Handles one event and returns the action to carry out; `nil` for an event without a meaning here.
    public mutating func handle(_ event: Event) -> Action? {
        switch (phase, event) {
        case (.idle, .started(let known)):
            legs = known
            return proceed()
        case (.resolving(let id), .ended(let leg)) where leg.intentID == id:
            keep(leg)
            return leg.state == .unknown ? end(.unknown) : proceed()
        case (.asking, .next(let amount)): return pay(amount ?? balance)
        case (.asking, .stopped):
            isStopped = true
            return proceed()
        case (.paying, .ended(let leg)):
            keep(leg)
            return leg.state == .unknown ? end(.unknown) : proceed()
        case (.paying, .notBegun): return proceed()
        case (.voiding(let id), .voided(let leg)) where leg.intentID == id:
            keep(leg)
            // What could not be given back is not tried again here: whoever pays the order again decides.
            if leg.paid > 0 { return end(.kept(balance: balance)) }
            return leg.isReturning && !isStopped ? end(.unknown) : proceed()
        case (.idle, _), (.resolving, _), (.asking, _), (.paying, _), (.voiding, _), (.over, _): return nil
        }
    }

    private mutating func keep(_ leg: OrderLeg) {
        if let index = legs.firstIndex(where: { $0.intentID == leg.intentID }) {
            legs[index] = leg
        } else {
            legs.append(leg)
        }
    }

    private mutating func pay(_ amount: Int64) -> Action {
        guard amount > 0, amount <= balance else { return .ask(balance: balance) }
        phase = .paying(amount)
        return .pay(amount)
    }

    private mutating func proceed() -> Action {
        if let open = legs.first(where: { $0.state == .unknown }) {
            phase = .resolving(open.intentID)
            return .resolve(open.intentID)
        }
        if let returning = legs.first(where: \.isReturning), !isStopped {
            phase = .voiding(returning.intentID)
            return .void(returning.intentID)
        }
        if balance == 0 { return end(.paid) }
        guard isStopped else {
            phase = .asking
            return .ask(balance: balance)
        }
        return giveBack()
    }

    private mutating func giveBack() -> Action {
        if isAllOrNothing, let leg = legs.first(where: { $0.paid > 0 }) {
            phase = .voiding(leg.intentID)
            return .void(leg.intentID)
        }
        if legs.contains(where: \.isReturning) { return end(.unknown) }
        return end(paid > 0 ? .kept(balance: balance) : .nothing)
    }

    private mutating func end(_ end: End) -> Action {
        phase = .over
        return .finish(end)
    }
}

extension OrderLeg {
    /// Whether nobody could tell yet whether it was given back.
    fileprivate var isReturning: Bool { if case .givingBack = state { true } else { false } }
}

public import TenderModel

/// An open ticket: its goods, and the payments for them, each with an id, a state and a fixed amount of its own.
///
/// It is recorded after every step, so that it stands where it was after a crash; `restarted()` then marks the outcome
/// of a payment that ran as unknown. A refused step leaves the ticket as it was.
public struct Ticket: Hashable, Sendable, Codable, Identifiable {
    /// The goods that are sold or refunded.
    public enum Goods: Hashable, Sendable, Codable {
        /// Goods for money.
        indirect case sale(Cart)
        /// Money back, or holds that are released.
        indirect case refund(RefundPlan)
    }

    /// The phase of a ticket.
    public enum Phase: Hashable, Sendable, Codable {
        /// In progress.
        case open
        /// Parked, with the label it is found by.
        case parked(label: String)
        /// Finished as the record with this receipt number.
        case finished(number: Int)
        /// Canceled, with nothing paid.
        case canceled(reason: String)
    }

    /// The ticket's id.
    public let id: String
    /// The id of the cashier who rings it up.
    public let cashier: String
    /// Whether it is made in training mode.
    public let isTraining: Bool
    /// The rounding of cash.
    public let cashRounding: CashRounding
    /// The goods that are sold or refunded.
    public internal(set) var goods: Goods
    /// The payments in the order they were begun, declined and canceled ones included.
    public internal(set) var legs: [TicketLeg] = []
    /// The phase.
    public internal(set) var phase = Phase.open
    /// The tip of the next payment; `nil` without one.
    public internal(set) var namedTip: NamedTip?

    /// Creates a sale.
    public init(
        id: String, cashier: String, currency: Currency, taxes: TaxTable, cashRounding: CashRounding = .none,
        isTraining: Bool = false
    ) {
        self.id = id
        self.cashier = cashier
        self.isTraining = isTraining
        self.cashRounding = cashRounding
        goods = .sale(Cart(currency: currency, taxes: taxes))
    }

    /// Creates a refund or void.
    public init(id: String, cashier: String, refund: RefundPlan, cashRounding: CashRounding = .none) {
        self.id = id
        self.cashier = cashier
        isTraining = refund.isTraining
        self.cashRounding = cashRounding
        goods = .refund(refund)
    }

    /// The kind of its record: a sale, a refund or a void.
    public var kind: TicketRecord.Kind {
        switch goods {
        case .sale: .sale
        case .refund(let plan): plan.kind
        }
    }

    /// The cart of a sale.
    public var cart: Cart? {
        guard case .sale(let cart) = goods else { return nil }
        return cart
    }

    /// The plan of a refund or void.
    public var refund: RefundPlan? {
        guard case .refund(let plan) = goods else { return nil }
        return plan
    }

    /// Returns the payment with an id.
    public func leg(_ id: String) -> TicketLeg? { legs.first { $0.id == id } }
}

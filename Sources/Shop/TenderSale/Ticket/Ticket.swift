public import TenderModel

/// An open ticket: its goods, and the payments for them, each with an id, a state and a fixed amount of its own.
///
/// It is written down after every step, so that it stands where it was after a crash; `restarted()` then says that nobody knows
/// what became of a payment that ran. A step that is refused leaves it as it was.
public struct Ticket: Hashable, Sendable, Codable, Identifiable {
    /// What is sold or given back.
    public enum Goods: Hashable, Sendable, Codable {
        /// Goods against money.
        indirect case sale(Cart)
        /// Money back, or holds that are released.
        indirect case refund(RefundPlan)
    }

    /// Where it stands.
    public enum Phase: Hashable, Sendable, Codable {
        /// It is worked on.
        case open
        /// It was put aside, with what it is found by.
        case parked(label: String)
        /// It became the record of this receipt number.
        case finished(number: Int)
        /// It was given up, with nothing paid.
        case canceled(reason: String)
    }

    /// The ticket's id.
    public let id: String
    /// The id of who rings it up.
    public let cashier: String
    /// Made while training.
    public let isTraining: Bool
    /// To what cash is rounded.
    public let cashRounding: CashRounding
    /// What is sold or given back.
    public internal(set) var goods: Goods
    /// The payments, declined and canceled ones too, in the order they were begun.
    public internal(set) var legs: [TicketLeg] = []
    /// Where it stands.
    public internal(set) var phase = Phase.open
    /// The tip of the next payment; nil for none.
    public internal(set) var namedTip: NamedTip?

    /// Begins a sale.
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

    /// Begins a refund or void.
    public init(id: String, cashier: String, refund: RefundPlan, cashRounding: CashRounding = .none) {
        self.id = id
        self.cashier = cashier
        isTraining = refund.isTraining
        self.cashRounding = cashRounding
        goods = .refund(refund)
    }

    /// What it will be: a sale, a refund or a void.
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

    /// A payment by its id.
    public func leg(_ id: String) -> TicketLeg? { legs.first { $0.id == id } }
}

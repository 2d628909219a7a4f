public import TenderModel

/// A finished ticket, written once and never changed: the source of totals, reports and receipts.
///
/// Amounts of a refund are negative, like its quantities, so that every total is a plain sum.
public struct TicketRecord: Hashable, Sendable, Codable, Identifiable {
    /// The kind of a ticket.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Goods for money.
        case sale
        /// Money back, for lines or an amount of an earlier sale.
        case refund
        /// An earlier sale whose held card payments were released before capture; nothing was ever paid.
        case void
    }

    /// The ticket's id.
    public var id: String
    /// The receipt number, without gaps on a till.
    public var number: Int
    /// The kind.
    public var kind: Kind
    /// The id of the refunded or voided sale.
    public var original: String?
    /// The id of the cashier who rang it up.
    public var cashier: String
    /// The lines, without voided ones.
    public var lines: [SoldLine]
    /// The taxes, one row per tax class that occurs, ordered by class name.
    public var taxes: [TaxRow]
    /// The price of the goods with tax, before cash rounding and without tips.
    public var total: Amount
    /// The effect of cash rounding.
    public var rounding: Amount
    /// The payments: only legs with money in them.
    public var legs: [LegRecord]
    /// Whether it was made in training mode: then it is in no total of money.
    public var isTraining: Bool

    /// Creates a finished ticket.
    public init(
        id: String, number: Int, kind: Kind = .sale, original: String? = nil, cashier: String, lines: [SoldLine],
        taxes: [TaxRow], total: Amount, rounding: Amount, legs: [LegRecord], isTraining: Bool = false
    ) {
        self.id = id
        self.number = number
        self.kind = kind
        self.original = original
        self.cashier = cashier
        self.lines = lines
        self.taxes = taxes
        self.total = total
        self.rounding = rounding
        self.legs = legs
        self.isTraining = isTraining
    }
}

/// A line of a finished ticket.
public struct SoldLine: Hashable, Sendable, Codable {
    /// The line's number on the ticket, from 1; on a refund, that of the original's line.
    public var number: Int
    /// The product's code; `nil` for an item rung up on a department.
    public var code: String?
    /// The item's name.
    public var name: String
    /// The department.
    public var department: String
    /// The quantity.
    public var quantity: Quantity
    /// The unit price, as marked.
    public var unitPrice: Amount
    /// The price before an override; `nil` without one.
    public var listPrice: Amount?
    /// The discounts of the line and of the ticket, not negative on a sale.
    public var discount: Amount
    /// The amount as marked, after discounts: with tax where prices include it, without where not.
    public var amount: Amount
    /// The tax class.
    public var taxClass: String
    /// The seller; `nil` for the shop's own goods.
    public var seller: Seller?

    /// Creates a line.
    public init(
        number: Int, code: String? = nil, name: String, department: String, quantity: Quantity, unitPrice: Amount,
        listPrice: Amount? = nil, discount: Amount, amount: Amount, taxClass: String,
        seller: Seller? = nil
    ) {
        self.number = number
        self.code = code
        self.name = name
        self.department = department
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.listPrice = listPrice
        self.discount = discount
        self.amount = amount
        self.taxClass = taxClass
        self.seller = seller
    }
}

/// The tax of one class, on one ticket or on many.
public struct TaxRow: Hashable, Sendable, Codable {
    /// The class's name.
    public var taxClass: String
    /// The rate.
    public var rate: Percentage
    /// Whether marked prices include the tax.
    public var isIncluded: Bool
    /// The taxed amount, without the tax.
    public var net: Amount
    /// The tax.
    public var tax: Amount

    /// Creates a row.
    public init(taxClass: String, rate: Percentage, isIncluded: Bool, net: Amount, tax: Amount) {
        self.taxClass = taxClass
        self.rate = rate
        self.isIncluded = isIncluded
        self.net = net
        self.tax = tax
    }
}

/// A payment of a finished ticket.
public struct LegRecord: Hashable, Sendable, Codable, Identifiable {
    /// A payment method.
    public enum Method: Hashable, Sendable, Codable {
        /// Notes and coins.
        case cash
        /// A card, by a payment intent.
        case card
        /// A page of the gateway that the customer opened on a phone, by a payment intent.
        case link
        /// Anything that is settled elsewhere, such as a voucher or a bank transfer; its name.
        case external(String)

        /// Whether a payment intent stands behind it, so that its outcome may be unknown and a refund returns its
        /// money.
        public var hasIntent: Bool {
            switch self {
            case .card, .link: true
            case .cash, .external: false
            }
        }
    }

    /// The leg's id.
    public var id: String
    /// The payment method.
    public var method: Method
    /// The amount that it pays of the ticket; negative when money goes back.
    ///
    /// Tips and change are separate.
    public var amount: Amount
    /// The tip on top.
    public var tip: Amount
    /// The cash tendered; `nil` otherwise.
    public var tendered: Amount?
    /// The change.
    public var change: Amount?
    /// The payment intent of a card leg.
    public var intentID: String?
    /// The refund of a card leg whose money goes back.
    public var refundID: String?
    /// The card, masked.
    public var card: CardDetails?
    /// The reference of an external leg, or of a manager's acceptance.
    public var reference: String?
    /// The distribution of a card's money; `nil` when it is the shop's.
    public var sharing: LegSharing?
    /// The certainty of the money.
    public var standing: Standing

    /// The certainty of a leg's money.
    public enum Standing: Hashable, Sendable, Codable {
        /// The money is captured, or held.
        case settled
        /// Stored on this till and not yet authorized by anybody.
        case offline
        /// The outcome is unknown; a manager took responsibility. It stays among the unresolved payments.
        case accepted(by: String, reason: String)
    }

    /// Whether a manager took responsibility for an unknown outcome.
    public var isAccepted: Bool {
        if case .accepted = standing { true } else { false }
    }

    /// Creates a leg.
    public init(
        id: String, method: Method, amount: Amount, tip: Amount, tendered: Amount? = nil, change: Amount? = nil,
        intentID: String? = nil, refundID: String? = nil, card: CardDetails? = nil, reference: String? = nil,
        sharing: LegSharing? = nil, standing: Standing = .settled
    ) {
        self.id = id
        self.method = method
        self.amount = amount
        self.tip = tip
        self.tendered = tendered
        self.change = change
        self.intentID = intentID
        self.refundID = refundID
        self.card = card
        self.reference = reference
        self.sharing = sharing
        self.standing = standing
    }
}

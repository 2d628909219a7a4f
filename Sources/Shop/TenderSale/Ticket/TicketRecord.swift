public import TenderModel

/// A ticket that came to its end, as it is written down once and never changed: what totals, reports and receipts are made of.
///
/// Amounts of a refund are negative, like its quantities, so that every total is a plain sum.
public struct TicketRecord: Hashable, Sendable, Codable, Identifiable {
    /// What the ticket was.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Goods against money.
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
    /// What it was.
    public var kind: Kind
    /// The id of the sale that is refunded or voided.
    public var original: String?
    /// The id of who rang it up.
    public var cashier: String
    /// The lines, voided ones left out.
    public var lines: [SoldLine]
    /// The taxes, one row for each tax class that occurs, in the order of the classes' names.
    public var taxes: [TaxRow]
    /// What the goods cost with tax, before the rounding of cash and without tips.
    public var total: Amount
    /// What the rounding of cash added or took away.
    public var rounding: Amount
    /// How it was paid: legs with money in them only.
    public var legs: [LegRecord]
    /// Made while training: it is in no total of money.
    public var isTraining: Bool

    /// Describes a ticket.
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
    /// The line's number on the ticket, from 1; a refund's line names the line of the original.
    public var number: Int
    /// The product's code; nil for what was rung up on a department.
    public var code: String?
    /// What people call it.
    public var name: String
    /// The department.
    public var department: String
    /// How much of it.
    public var quantity: Quantity
    /// The price of one, as it is marked.
    public var unitPrice: Amount
    /// The price before an override; nil without one.
    public var listPrice: Amount?
    /// What discounts of the line and of the ticket took off, not negative on a sale.
    public var discount: Amount
    /// What the line comes to as it is marked, after discounts: with tax where prices include it, without where not.
    public var amount: Amount
    /// The tax class.
    public var taxClass: String
    /// Whose it was; nil for the shop's own.
    public var seller: Seller?

    /// Describes a line.
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

/// The tax of one class on a ticket, or of many tickets.
public struct TaxRow: Hashable, Sendable, Codable {
    /// The class's name.
    public var taxClass: String
    /// The rate.
    public var rate: Percentage
    /// Whether marked prices include it.
    public var isIncluded: Bool
    /// What is taxed, without the tax.
    public var net: Amount
    /// The tax.
    public var tax: Amount

    /// Describes a row.
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
    /// How it was paid.
    public enum Method: Hashable, Sendable, Codable {
        /// Notes and coins.
        case cash
        /// A card, by a payment intent.
        case card
        /// A page of the gateway that the customer opened on a phone, by a payment intent.
        case link
        /// Anything else that is settled elsewhere, such as a voucher or a bank transfer; its name.
        case external(String)

        /// Whether a payment intent stands behind it, so that its outcome may be unknown, and its money goes back by a refund.
        public var hasIntent: Bool {
            switch self {
            case .card, .link: true
            case .cash, .external: false
            }
        }
    }

    /// The leg's id.
    public var id: String
    /// How.
    public var method: Method
    /// What it pays of the ticket; negative when money goes back.
    ///
    /// Tips and change are apart.
    public var amount: Amount
    /// The tip on top.
    public var tip: Amount
    /// What was handed over in cash; nil otherwise.
    public var tendered: Amount?
    /// What was given back of it.
    public var change: Amount?
    /// The payment intent of a card leg.
    public var intentID: String?
    /// The refund of a card leg whose money goes back.
    public var refundID: String?
    /// The card, masked.
    public var card: CardDetails?
    /// The reference of an external leg, or of a manager's acceptance.
    public var reference: String?
    /// Who has the money of a card; nil when it is the shop's.
    public var sharing: LegSharing?
    /// How sure it is.
    public var standing: Standing

    /// How sure the money of a leg is.
    public enum Standing: Hashable, Sendable, Codable {
        /// The money is there, or held.
        case settled
        /// Stored on this till and not yet authorised by anybody.
        case offline
        /// Nobody knows; a manager took the responsibility. It stays among the unresolved payments.
        case accepted(by: String, reason: String)
    }

    /// Whether nobody knows what became of it, and a manager took the responsibility.
    public var isAccepted: Bool {
        if case .accepted = standing { true } else { false }
    }

    /// Describes a leg.
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

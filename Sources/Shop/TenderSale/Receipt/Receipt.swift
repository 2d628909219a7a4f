public import TenderModel

/// A receipt as a value: everything that is printed, and nothing else, so that the same value always prints the same.
///
/// It is stored when it is made, and a reprint is rendered from what was stored. It holds no card number beyond its
/// last four digits and no expiry date.
public struct Receipt: Hashable, Sendable, Codable {
    /// What a receipt is for.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Goods against money.
        case sale
        /// A card payment that was refused: no money moved.
        case declined
        /// A sale whose held money was released.
        case void
        /// Money back.
        case refund
        /// A card payment that the shop accepted itself and nobody authorised yet.
        case offline
        /// A payment of which nobody knows whether it was made: a slip, and no receipt.
        case pending
        /// The figures of a shift that goes on.
        case xReport
        /// The figures that closed a shift.
        case zReport
        /// The figures of a business date.
        case dayReport
        /// Cash put into the drawer.
        case paidIn
        /// Cash taken out of the drawer.
        case paidOut
        /// Where the customer pays on a phone: no receipt, and nothing is paid yet.
        case link
        /// What was sold for each seller on a business date, and where the money is.
        case sellerReport
    }

    /// What it is for.
    public var kind: Kind
    /// The language and country that it is written for.
    public var locale: ReceiptLocale
    /// Who sells.
    public var merchant: ReceiptMerchant
    /// The receipt number; a Z's own number for a Z.
    public var number: Int?
    /// When.
    public var time: ReceiptTime
    /// Who rang it up.
    public var cashier: String?
    /// The receipt number of the sale that is refunded or voided.
    public var originalNumber: Int?
    /// What was sold.
    public var lines: [SoldLine]
    /// The taxes, in the order of the ticket.
    public var taxes: [TaxRow]
    /// What the lines add up to as they are marked; nil without lines, or where the sum does not fit.
    public var subtotal: Amount?
    /// What it comes to: paid, attempted, returned, reversed or moved, as the kind says; nil on reports.
    public var total: Amount?
    /// What the rounding of cash added or took away; nil without any.
    public var rounding: Amount?
    /// The payments.
    public var legs: [ReceiptLeg]
    /// The figures of an X or a Z.
    public var report: ShiftReport?
    /// The figures of a business date.
    public var day: DayReport?
    /// The figures of a business date by seller.
    public var sellers: SellerReport?
    /// Why: a reason of cash moved, a refusal's words.
    public var note: String?
    /// The text of a QR code at the end.
    public var qrText: String?
    /// What the shop says at the end, a line each.
    public var footer: [String]
    /// Whether the merchant's copy has lines on which the customer writes a tip.
    public var asksForTip: Bool
    /// Whether no real money moved, since reader or gateway were simulated.
    public var isSimulated: Bool
    /// Whether it was made while training.
    public var isTraining: Bool

    /// Makes a receipt without content, which the builders fill.
    init(_ kind: Kind, _ context: ReceiptContext) {
        self.kind = kind
        locale = context.locale
        merchant = context.merchant
        time = context.time
        cashier = context.cashier
        lines = []
        taxes = []
        legs = []
        qrText = context.qrText.map(CardNumbers.masked)
        // What the shop says to customers stands on what they are given.
        footer = kind.hasCopies ? context.footer : []
        asksForTip = false
        isSimulated = context.isSimulated
        isTraining = context.isTraining
    }
}

/// What the till knows beside the thing that a receipt is for.
public struct ReceiptContext: Hashable, Sendable {
    /// Who sells.
    public var merchant: ReceiptMerchant
    /// When.
    public var time: ReceiptTime
    /// The language and country.
    public var locale: ReceiptLocale
    /// Who rang it up, as the customer may read it.
    public var cashier: String?
    /// What the shop says at the end.
    public var footer: [String]
    /// The text of a QR code.
    public var qrText: String?
    /// Whether the chip's TVR, TSI, cryptogram and response code are printed; the acquirer decides.
    public var showsChipData: Bool
    /// Whether the merchant's copy of a sale has lines for a tip.
    public var asksForTip: Bool
    /// Whether no real money moved.
    public var isSimulated: Bool
    /// Whether it was made while training.
    public var isTraining: Bool

    /// Describes the circumstances.
    public init(
        merchant: ReceiptMerchant, time: ReceiptTime, locale: ReceiptLocale, cashier: String? = nil,
        footer: [String] = [], qrText: String? = nil, showsChipData: Bool = false, asksForTip: Bool = false,
        isSimulated: Bool = false, isTraining: Bool = false
    ) {
        self.merchant = merchant
        self.time = time
        self.locale = locale
        self.cashier = cashier
        self.footer = footer
        self.qrText = qrText
        self.showsChipData = showsChipData
        self.asksForTip = asksForTip
        self.isSimulated = isSimulated
        self.isTraining = isTraining
    }
}

public import TenderModel

/// A receipt as a value: everything that is printed, and nothing else, so that the same value always prints the same.
///
/// It is stored when it is created, and a reprint is rendered from the stored value. It holds no card number beyond its
/// last four digits, and no expiry date.
public struct Receipt: Hashable, Sendable, Codable {
    /// The kind of a receipt.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Goods for money.
        case sale
        /// A declined card payment: no money moved.
        case declined
        /// A sale whose hold was released.
        case void
        /// Money back.
        case refund
        /// A card payment that the shop accepted itself and nobody has authorized yet.
        case offline
        /// A payment with an unknown outcome: a slip, not a receipt.
        case pending
        /// The figures of a running shift.
        case xReport
        /// The figures that closed a shift.
        case zReport
        /// The figures of a business date.
        case dayReport
        /// Cash put into the drawer.
        case paidIn
        /// Cash taken out of the drawer.
        case paidOut
        /// A link on which the customer pays by phone: not a receipt, and nothing is paid yet.
        case link
        /// The sales of each seller on a business date, and where the money is.
        case sellerReport
    }

    /// The kind of receipt.
    public var kind: Kind
    /// The language and country of the text.
    public var locale: ReceiptLocale
    /// The merchant.
    public var merchant: ReceiptMerchant
    /// The receipt number; for a Z report, its own number.
    public var number: Int?
    /// The time.
    public var time: ReceiptTime
    /// The cashier who rang it up.
    public var cashier: String?
    /// The receipt number of the refunded or voided sale.
    public var originalNumber: Int?
    /// The lines that were sold.
    public var lines: [SoldLine]
    /// The taxes, in the order of the ticket.
    public var taxes: [TaxRow]
    /// The sum of the lines as marked; `nil` without lines, or on overflow.
    public var subtotal: Amount?
    /// The total: paid, attempted, refunded, reversed or moved, depending on the kind; `nil` on reports.
    public var total: Amount?
    /// The effect of cash rounding; `nil` without any.
    public var rounding: Amount?
    /// The payments.
    public var legs: [ReceiptLeg]
    /// The figures of an X or Z report.
    public var report: ShiftReport?
    /// The figures of a business date.
    public var day: DayReport?
    /// The figures of a business date by seller.
    public var sellers: SellerReport?
    /// A note: the reason for moved cash, or the words of a decline.
    public var note: String?
    /// The text of a QR code at the end.
    public var qrText: String?
    /// The shop's closing words, by line.
    public var footer: [String]
    /// Whether the merchant copy has lines for a tip.
    public var asksForTip: Bool
    /// Whether no real money moved, since the reader or the gateway was simulated.
    public var isSimulated: Bool
    /// Whether it was created in training mode.
    public var isTraining: Bool

    /// Creates an empty receipt, which the builders fill.
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
        // The shop's words to customers appear only on what customers receive.
        footer = kind.hasCopies ? context.footer : []
        asksForTip = false
        isSimulated = context.isSimulated
        isTraining = context.isTraining
    }
}

/// The circumstances of a receipt, besides its subject.
public struct ReceiptContext: Hashable, Sendable {
    /// The merchant.
    public var merchant: ReceiptMerchant
    /// The time.
    public var time: ReceiptTime
    /// The language and country.
    public var locale: ReceiptLocale
    /// The cashier's name as the customer may read it.
    public var cashier: String?
    /// The shop's closing words.
    public var footer: [String]
    /// The text of a QR code.
    public var qrText: String?
    /// Whether the chip's TVR, TSI, cryptogram and response code are printed, as the acquirer decides.
    public var showsChipData: Bool
    /// Whether the merchant copy of a sale has lines for a tip.
    public var asksForTip: Bool
    /// Whether no real money moved.
    public var isSimulated: Bool
    /// Whether it is created in training mode.
    public var isTraining: Bool

    /// Creates the circumstances of a receipt.
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

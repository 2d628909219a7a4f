public import TenderModel

/// The figures of a shift: an X report while it runs, the Z report that closes it.
///
/// `ShopBook.report` creates both.
public struct ShiftReport: Hashable, Sendable, Codable {
    /// The sales of one category, such as a department or a kind of payment.
    public struct Row: Hashable, Sendable, Codable {
        /// The category's name.
        public var name: String
        /// The count.
        public var count: Int
        /// The sum.
        public var amount: Amount

        /// Creates a row.
        public init(name: String, count: Int, amount: Amount) {
            self.name = name
            self.count = count
            self.amount = amount
        }
    }

    /// The number of the Z report, without gaps; `nil` for an X report.
    public var number: Int?
    /// The shift's number.
    public var shift: Int
    /// The day that the shift is booked on.
    public var businessDate: String
    /// When it was opened, in milliseconds since 1970, UTC.
    public var openedAt: Int64
    /// When the report was made, in milliseconds since 1970, UTC.
    public var madeAt: Int64
    /// The person who opened the shift.
    public var openedBy: String?
    /// The person who made the report.
    public var madeBy: String?
    /// Sales, refunds and voids: their counts, and their totals with tax.
    public var tickets: [Row]
    /// The sales by department, after discounts, as marked.
    public var departments: [Row]
    /// The taxes by class.
    public var taxes: [TaxRow]
    /// The discounts.
    public var discounts: Row
    /// The takings by kind of payment, less refunds; tips apart.
    public var payments: [Row]
    /// The tips by kind of payment.
    public var tips: [Row]
    /// The effect of cash rounding.
    public var rounding: Amount
    /// The float.
    public var float: Amount
    /// The cash of sales less change and cash refunds, cash tips included.
    public var cashSales: Amount
    /// The cash paid in.
    public var paidIn: Row
    /// The cash paid out.
    public var paidOut: Row
    /// The cash that should be in the drawer: float, sales and paid in, less paid out.
    public var expectedCash: Amount
    /// The counted cash; `nil` for an X report.
    public var counted: CashCount?
    /// The counted cash above what was expected; `nil` for an X report.
    public var difference: Amount?
    /// The number of times the drawer was opened without a sale.
    public var drawerOpenings: Int
    /// The audit rows for the owner: voided lines, canceled tickets, managers' permissions.
    public var audit: [Row]
    /// The payment legs that a manager accepted without proof, by leg id.
    public var accepted: [Row]
    /// The payments stored offline and not yet authorized.
    public var offline: Row
    /// The payments whose outcome was unknown, or which nobody claimed, when the report was made.
    public var unresolved: [String]
    /// The tickets that were parked when the report was made, which are carried over.
    public var parked: Int
    /// The reason for the drawer's difference or for the parked tickets; `nil` where nobody was asked.
    public var reason: String?
}

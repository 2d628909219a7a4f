public import TenderModel

/// The figures of a shift: an X while it runs, the Z that closes it.
///
/// Both are made by one function, `ShopBook.report`.
public struct ShiftReport: Hashable, Sendable, Codable {
    /// What was sold in one way, such as a department or a kind of payment.
    public struct Row: Hashable, Sendable, Codable {
        /// What is added up.
        public var name: String
        /// How many.
        public var count: Int
        /// The sum.
        public var amount: Amount

        /// Describes a row.
        public init(name: String, count: Int, amount: Amount) {
            self.name = name
            self.count = count
            self.amount = amount
        }
    }

    /// The number of the Z, without gaps; nil for an X.
    public var number: Int?
    /// The shift.
    public var shift: Int
    /// The day it is booked on.
    public var businessDate: String
    /// When it was opened, in milliseconds since 1970, UTC.
    public var openedAt: Int64
    /// When the report was made.
    public var madeAt: Int64
    /// Who opened the shift.
    public var openedBy: String?
    /// Who made the report.
    public var madeBy: String?
    /// Sales, refunds and voids: their counts and totals with tax.
    public var tickets: [Row]
    /// By department, after discounts, as marked.
    public var departments: [Row]
    /// The taxes by class.
    public var taxes: [TaxRow]
    /// What discounts took off.
    public var discounts: Row
    /// What was taken in by kind of payment, refunds taken off; tips apart.
    public var payments: [Row]
    /// The tips by kind of payment.
    public var tips: [Row]
    /// The rounding of cash.
    public var rounding: Amount
    /// The float.
    public var float: Amount
    /// Cash of sales less change and cash refunds, tips in cash included.
    public var cashSales: Amount
    /// Paid in.
    public var paidIn: Row
    /// Paid out.
    public var paidOut: Row
    /// What should be in the drawer: float, sales, paid in, less paid out.
    public var expectedCash: Amount
    /// What was counted; nil for an X.
    public var counted: CashCount?
    /// What was counted above what was expected; nil for an X.
    public var difference: Amount?
    /// How often the drawer was opened without a sale.
    public var drawerOpenings: Int
    /// Lines voided, tickets canceled, managers' permissions: what an owner wants to see.
    public var audit: [Row]
    /// Payment legs that a manager accepted unproved, by leg id.
    public var accepted: [Row]
    /// Payments stored offline, not authorised yet.
    public var offline: Row
    /// Payments whose outcome is unknown, or which nobody claimed, when the report was made.
    public var unresolved: [String]
    /// Tickets that were parked when the report was made, which are carried over.
    public var parked: Int
    /// Why the drawer differs, or tickets are left; nil where nobody was asked.
    public var reason: String?
}

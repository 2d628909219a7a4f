/// A table that head office computes from the records of its lanes.
///
/// Its rows begin with the journal and the branch that they come from.
public enum ProjectedTable: String, Hashable, Sendable, CaseIterable {
    case sales
    case saleLines = "sale_lines"
    case saleTaxes = "sale_taxes"
    case tenders
    case payments
    case refunds
    case shifts
    case zReports = "z_reports"
    case laneDays = "lane_days"
    case people
    case findings

    /// A column, and what its values are.
    public struct Column: Hashable, Sendable {
        /// The kind of a column's values.
        public enum Kind: Hashable, Sendable {
            case integer, text, flag
            /// Milliseconds since 1970, UTC.
            case time
        }

        /// The name.
        public let name: String
        /// The kind of its values.
        public let kind: Kind

        init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// The columns after journal and branch, those of the key first.
    public var columns: [Column] { key + rest }

    /// The columns that tell rows of a branch apart.
    public var key: [Column] {
        switch self {
        case .sales: [.init("sequence", .integer)]
        case .saleLines, .saleTaxes, .tenders: [.init("sequence", .integer), .init("place", .integer)]
        case .payments: [.init("intent", .text)]
        case .refunds: [.init("key", .text)]
        case .shifts: [.init("shift", .integer)]
        case .zReports: [.init("number", .integer), .init("sequence", .integer)]
        case .laneDays: [.init("business_date", .text)]
        case .people: [.init("name", .text)]
        case .findings: [.init("sequence", .integer), .init("kind", .text)]
        }
    }

    private var rest: [Column] {
        switch self {
        case .sales:
            [
                .init("ticket", .text), .init("number", .integer), .init("kind", .text), .init("original", .text),
                .init("cashier", .text), .init("at", .time), .init("business_date", .text), .init("shift", .integer),
                .init("currency", .text), .init("total", .integer), .init("rounding", .integer),
                .init("is_training", .flag),
            ]
        case .saleLines:
            [
                .init("code", .text), .init("name", .text), .init("department", .text),
                .init("thousandths", .integer), .init("unit_price", .integer), .init("discount", .integer),
                .init("amount", .integer), .init("tax_class", .text), .init("seller", .text),
            ]
        case .saleTaxes:
            [
                .init("tax_class", .text), .init("rate", .integer), .init("is_included", .flag), .init("net", .integer),
                .init("tax", .integer),
            ]
        case .tenders:
            [
                .init("method", .text), .init("amount", .integer), .init("tip", .integer), .init("tendered", .integer),
                .init("change", .integer), .init("intent", .text), .init("refund", .text), .init("standing", .text),
            ]
        case .payments:
            [
                .init("sequence", .integer), .init("order", .text), .init("at", .time), .init("currency", .text),
                .init("amount", .integer), .init("taken", .integer), .init("state", .text), .init("is_unknown", .flag),
                .init("is_held", .flag), .init("capture_before", .integer), .init("is_payment", .flag),
                .init("is_unclaimed", .flag), .init("lost", .integer), .init("ended", .time),
                .init("is_compared", .flag),
            ]
        case .refunds:
            [
                .init("intent", .text), .init("at", .time), .init("currency", .text), .init("amount", .integer),
                .init("object", .text), .init("result", .text),
            ]
        case .shifts:
            [
                .init("business_date", .text), .init("at", .time), .init("is_open", .flag), .init("report", .text),
            ]
        case .zReports:
            [.init("shift", .integer), .init("business_date", .text), .init("at", .time), .init("report", .text)]
        case .laneDays:
            [
                .init("currency", .text), .init("is_open", .flag), .init("is_clean", .flag), .init("sales", .integer),
                .init("sales_total", .integer), .init("refunds", .integer), .init("refunds_total", .integer),
                .init("net", .integer), .init("tax", .integer), .init("difference", .integer),
            ]
        case .people: [.init("seen", .time)]
        case .findings: [.init("detail", .text)]
        }
    }
}

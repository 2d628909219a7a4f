import TenderFlow
import TenderModel

/// What a till has sold in a span of time, currency by currency, as its journal says now.
struct TillTotals {
    /// The figures of one currency, in its smallest unit.
    struct Row: Encodable, Hashable {
        let currency: String
        /// The payments that were approved, and what they hold or have captured, refunds not taken off.
        var approved = 0
        var approvedAmount: Int64 = 0
        /// What refunds that succeeded have given back of them.
        var refundedAmount: Int64 = 0
        /// The payments of which all was given back.
        var reversed = 0
        /// The payments that were declined and not paid otherwise.
        var declined = 0
        /// The payments whose outcome nobody knows yet, and what they may have taken.
        var unknown = 0
        var unknownAmount: Int64 = 0
        /// The payments that the shop accepted without asking, and that wait to be forwarded.
        var storedOffline = 0
        var storedOfflineAmount: Int64 = 0

        enum CodingKeys: String, CodingKey {
            case currency, approved, reversed, declined, unknown
            case approvedAmount = "approved_amount"
            case refundedAmount = "refunded_amount"
            case unknownAmount = "unknown_amount"
            case storedOffline = "stored_offline"
            case storedOfflineAmount = "stored_offline_amount"
        }
    }

    private let span: ClosedRange<Int64>
    private var histories: [String: PaymentHistory] = [:]

    /// - Parameter span: The milliseconds since 1970 between which a payment was first recorded.
    init(span: ClosedRange<Int64>) { self.span = span }

    /// Folds in the next record of the journal.
    mutating func apply(_ record: RecordedEntry) {
        guard record.entry.shopRecord == nil else { return }
        let id = record.entry.intentID
        if histories[id]?.apply(record) == nil, span.contains(record.stamp.unixMilliseconds) || histories[id] != nil {
            histories[id] = PaymentHistory(record)
        }
    }

    /// The figures, in the order of the currencies.
    var rows: [Row] {
        var rows: [Currency: Row] = [:]
        for history in histories.values {
            guard let amount = history.terms?.amount ?? OfflinePayment(history)?.amount else { continue }
            rows[amount.currency, default: Row(currency: amount.currency.code)].count(history, amount.minorUnits)
        }
        return rows.values.sorted { $0.currency < $1.currency }
    }
}

extension TillTotals.Row {
    fileprivate mutating func count(_ history: PaymentHistory, _ asked: Int64) {
        if history.isStoredOffline {
            storedOffline += 1
            Self.add(asked, to: &storedOfflineAmount)
            return
        }
        switch history.standing {
        case .approved(let facts, let left): approve(facts.heldOrCaptured, left: left)
        case .reversing(let left): approve(left, left: left)
        case .refunded: reversed += 1
        case .unknown:
            unknown += 1
            Self.add(asked, to: &unknownAmount)
        case .nothing(let decline): declined += decline == nil ? 0 : 1
        }
    }

    private mutating func approve(_ taken: Int64, left: Int64) {
        approved += 1
        Self.add(taken, to: &approvedAmount)
        Self.add(taken.subtracting(left), to: &refundedAmount)
    }

    /// Adds without a trap: what a damaged record says may be any number.
    private static func add(_ units: Int64, to sum: inout Int64) { sum = Int64(clamping: Int128(sum) + Int128(units)) }
}

public import TenderAPI
import TenderFlow
public import TenderModel
import TenderRecords

/// Rows of what the gateway says of the account.
public struct GatewayRows: Hashable, Sendable {
    /// The table that they belong to.
    public let table: GatewayTable
    /// The rows, with a value for each column; of two with the same ID the later one counts.
    public let rows: [[ProjectedRows.Cell]]

    /// Makes rows of PaymentIntents, with the money that a comparison takes them for.
    public init(_ intents: [PaymentIntent]) {
        table = .intents
        rows = intents.map { intent in
            // An intent that took no money has no line of its own in a comparison.
            let line = Reconciliation([], [IntentFacts(intent)]).lines.first
            return [
                .key(intent.id), .time(seconds: intent.created),
                .optional(intent.metadata[PaymentIntent.journalMetadata]), .words(intent.amount.currency.code),
                .integer(line?.theirs?.minorUnits ?? 0), .flag(intent.status == .requiresCapture),
            ]
        }
    }

    /// Makes rows of charges.
    public init(_ charges: [Charge]) {
        table = .charges
        rows = charges.map { [.key($0.id), .intent($0.paymentIntent)] }
    }

    /// Makes rows of refunds.
    public init(_ refunds: [Refund]) {
        table = .refunds
        rows = refunds.map { [.key($0.id), .intent($0.paymentIntent), .words($0.status.rawValue)] }
    }

    /// Makes rows of balance transactions.
    public init(_ movements: [BalanceTransaction]) {
        table = .movements
        rows = movements.map { movement in
            [
                .key(movement.id), .time(seconds: movement.created), .words(movement.type), .optional(movement.source),
                .words(movement.amount.currency.code), .integer(movement.amount.minorUnits),
                .integer(movement.fee.minorUnits), .integer(movement.net.minorUnits),
            ]
        }
    }
}

extension ProjectedRows.Cell {
    fileprivate static func intent(_ id: String?) -> Self { id.map { .key($0) } ?? .null }

    fileprivate static func time(seconds: Int64) -> Self {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return .time(overflow ? (seconds < 0 ? .min : .max) : milliseconds)
    }
}

import TenderModel

struct RefundRow: StoredRow {
    static let kind = StoredRecord.Kind.refund

    let id: String
    let account: String
    let created: Int64
    let amount: Int64
    let currency: Currency
    let charge: String
    let intent: String?
    let paymentMethod: String?
    let reason: RefundCause?
    var metadata: [String: String]
    var status: RefundState
    /// Its later change.
    var change: Change?
    var balanceTransaction: String?
    var failureBalanceTransaction: String?
    var instructionsEmail: String?
    /// The reversal of the charge's transfer that came with it.
    var transferReversal: String?
    /// The amounts that it takes back from others; `nil` without any.
    var sharing: RefundSharing?
    /// The reversal of the transfer that had brought the refunded money.
    var sourceTransferReversal: String?

    var references: [String] { [charge, intent].compactMap(\.self) }

    /// Whether its later change is still to come.
    var isUnfinished: Bool { change.map { status == ($0.failure == nil ? .pending : .succeeded) } ?? false }

    struct Change: Codable {
        let at: Int64
        /// The reason that it fails; `nil` if it succeeds.
        let failure: String?
    }
}

import TenderModel

/// A movement of an account's money, in the gateway's smallest units.
struct BalanceTransactionRow: StoredRow {
    static let kind = StoredRecord.Kind.balanceTransaction

    enum Category: String, Codable {
        case charge, refund
        case refundFailure = "refund_failure"
    }

    let id: String
    let account: String
    let created: Int64
    let type: Category
    /// What is added to the balance, before the fee; negative for what leaves.
    let amount: Int64
    let fee: Int64
    let currency: Currency
    /// The object that moved it.
    let source: String
    let description: String?
    /// When it can be paid out, seconds since 1970.
    let availableOn: Int64

    var net: Int64 { amount - fee }
}

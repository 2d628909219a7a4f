import TenderModel

/// A movement of an account's money, in the gateway's smallest units.
///
/// What an account gains somebody else loses: its other side is the book that `otherSide` names, so that all books
/// together never gain or lose anything.
struct BalanceTransactionRow: StoredRow {
    static let kind = StoredRecord.Kind.balanceTransaction

    enum Category: String, Codable {
        case adjustment, charge, dispute, payment, payout, refund, transfer
        case applicationFee = "application_fee"
        case applicationFeeRefund = "application_fee_refund"
        case disputeReversal = "dispute_reversal"
        case paymentRefund = "payment_refund"
        case payoutCancel = "payout_cancel"
        case payoutFailure = "payout_failure"
        case refundFailure = "refund_failure"
        case stripeFee = "stripe_fee"
        case transferRefund = "transfer_refund"

        /// The name that the API has for it.
        var apiName: String {
            switch self {
            case .dispute, .disputeReversal: Category.adjustment.rawValue
            default: rawValue
            }
        }

        /// Who has what the account has not.
        var otherSide: Book {
            switch self {
            case .charge, .refund, .refundFailure: .cardholders
            case .stripeFee: .processor
            case .dispute, .disputeReversal: .chargebacks
            case .payout, .payoutCancel, .payoutFailure: .banks
            case .adjustment, .applicationFee, .applicationFeeRefund, .payment, .paymentRefund, .transfer,
                .transferRefund:
                .otherAccounts
            }
        }

        /// The name under which reports count it.
        ///
        /// Source: the API's public page on reporting categories.
        var reportingCategory: String {
            switch self {
            case .adjustment: "other_adjustment"
            case .payment: "charge"
            case .paymentRefund: "refund"
            case .transferRefund: "transfer_reversal"
            case .applicationFee: "platform_earning"
            case .applicationFeeRefund: "platform_earning_refund"
            case .stripeFee: "fee"
            case .payoutCancel, .payoutFailure: "payout_reversal"
            case .charge, .dispute, .disputeReversal, .payout, .refund, .refundFailure, .transfer: rawValue
            }
        }
    }

    /// Whose money it is beside that of the accounts.
    enum Book: CaseIterable {
        case cardholders
        /// What cardholders got back by contesting a charge.
        case chargebacks
        /// What was paid out.
        case banks
        /// What the processor earns.
        case processor
        /// Money between accounts: nothing is left there when a request has ended.
        case otherAccounts
    }

    let id: String
    let account: String
    let created: Int64
    let type: Category
    /// What is added to the balance, before fees; negative for what leaves.
    let amount: Int64
    /// What the processor keeps.
    let fee: Int64
    /// What the platform keeps; nil for nothing.
    var applicationFee: Int64?
    let currency: Currency
    /// The object that moved it.
    let source: String
    let description: String?
    /// When it can be paid out, seconds since 1970.
    let availableOn: Int64

    var fees: Int64 { fee + (applicationFee ?? 0) }
    var net: Int64 { amount - fees }
}

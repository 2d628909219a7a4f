import TenderModel

/// A movement of an account's money, in the gateway's smallest units.
///
/// What an account gains somebody else loses: its other side is the book in `otherSide`, so that the sum of all books
/// never changes.
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

        /// The API's name of the movement.
        var apiName: String {
            switch self {
            case .dispute, .disputeReversal: Category.adjustment.rawValue
            default: rawValue
            }
        }

        /// The book that has what the account does not have.
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

    /// The books besides those of the accounts.
    enum Book: CaseIterable {
        case cardholders
        /// The money that cardholders got back through disputes.
        case chargebacks
        /// The money that was paid out.
        case banks
        /// The processor's earnings.
        case processor
        /// Money between accounts: zero at the end of every request.
        case otherAccounts
    }

    let id: String
    let account: String
    let created: Int64
    let type: Category
    /// The addition to the balance, before fees; negative for money that leaves.
    let amount: Int64
    /// The processor's fee.
    let fee: Int64
    /// The platform's fee; `nil` without one.
    var applicationFee: Int64?
    let currency: Currency
    /// The object that caused the movement.
    let source: String
    let description: String?
    /// When the money becomes available for payout, in seconds since 1970.
    let availableOn: Int64

    var fees: Int64 { fee + (applicationFee ?? 0) }
    var net: Int64 { amount - fees }
}

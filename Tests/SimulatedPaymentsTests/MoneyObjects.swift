import TenderModel

@testable import SimulatedPayments

/// The objects of the API that money follows, and what by them every account is worth.
///
/// The prices are written down here once more, so that a mistake in those of the gateway is seen.
struct MoneyObjects {
    let charges: [ChargeRow]
    let transfers: [Document]
    let fees: [Document]
    let payouts: [Document]
    /// What of each charge was given back.
    let refunded: [String: Int64]
    private let payments: SimulatedPayments
    private let refunds: [RefundRow]
    private let disputes: [Document]
    /// What platforms kept of payments, by payment.
    private let shares: [String: Int64]
    /// What accounts got of fees back, by the refund of the fee.
    private let adjustments: [String: Int64]

    init(_ payments: SimulatedPayments, _ accounts: [String]) {
        func documents(_ object: String) -> [Document] {
            accounts.flatMap { payments.context.documents.ids(of: Document.shelf(object, of: $0)) }
                .compactMap { payments.context.documents[$0] }
        }
        self.payments = payments
        charges = accounts.flatMap { payments.context.charges.ids(of: $0) }.compactMap { payments.context.charges[$0] }
            .filter { $0.captured }
        refunds = accounts.flatMap { payments.context.refunds.ids(of: $0) }.compactMap { payments.context.refunds[$0] }
            // A hold that was given up moved nothing.
            .filter { payments.context.charges[$0.charge]?.captured == true }
        refunded = Dictionary(
            refunds.filter { $0.status != .failed }.map { ($0.charge, $0.amount) }, uniquingKeysWith: +)
        transfers = documents("transfer")
        fees = documents("application_fee")
        shares = Dictionary(fees.map { ($0["charge"]?.text ?? "", $0["amount"]?.number ?? 0) }, uniquingKeysWith: +)
        adjustments = Dictionary(
            accounts.flatMap { payments.context.balanceTransactions.ids(of: $0) }
                .compactMap { payments.context.balanceTransactions[$0] }.filter { $0.type == .adjustment }
                .map { ($0.source, $0.amount) }, uniquingKeysWith: +)
        payouts = documents("payout")
        disputes = documents("dispute").filter { $0["payment_method_details"]?["card"]?["case_type"] == "chargeback" }
    }

    private static func key(_ account: String, _ currency: String) -> String { "\(account) \(currency)" }

    private static func price(of charge: ChargeRow) -> Int64 {
        guard !charge.isTransferred else { return 0 }
        // 2.9 % and 30, half a unit rounded up.
        return (charge.amountCaptured * 29 * 2 + 1000) / 2000 + 30
    }

    private static let priceOfDispute: Int64 = 1500

    private func platform(of account: String) -> String? { payments.context.platform(of: account) }

    /// Whether the platform pays what the processor takes for an account's charges.
    private func isBilledToPlatform(_ charge: ChargeRow) -> Bool {
        platform(of: charge.account) != nil
            && payments.context.documents[charge.account]?["controller"]?["fees"]?["payer"] == "application"
    }

    /// What every account has, `account currency`, worked out from the objects alone.
    var worth: [String: Int64] {
        var worth: [String: Int64] = [:]
        func add(_ amount: Int64?, _ account: String?, _ currency: String?) {
            worth[Self.key(account ?? "", currency ?? ""), default: 0] += amount ?? 0
        }
        for charge in charges {
            let payer = isBilledToPlatform(charge) ? platform(of: charge.account) : charge.account
            add(charge.amountCaptured, charge.account, charge.currency.code)
            add(-Self.price(of: charge), payer, charge.currency.code)
        }
        // What a transfer brought is given back by refunds too.
        for refund in refunds where refund.status != .failed {
            add(-refund.amount, refund.account, refund.currency.code)
        }
        for fee in fees {
            let left = try? ReturnableMoney(fee: fee).left
            add(left, fee.account, fee["currency"]?.text)
            add(left.map { -$0 }, fee["account"]?.text, fee["currency"]?.text)
        }
        for transfer in transfers {
            let left = try? ReturnableMoney(transfer: transfer).left
            add(left.map { -$0 }, transfer.account, transfer["currency"]?.text)
        }
        for dispute in disputes {
            let isLost = dispute["status"] != "won"
            let amount = isLost ? dispute["amount"]?.number ?? 0 : 0
            add(-amount - Self.priceOfDispute, dispute.account, dispute["currency"]?.text)
        }
        for payout in payouts where hasLeft(payout) {
            add(payout["amount"]?.number.map { -$0 }, payout.account, payout["currency"]?.text)
        }
        return worth
    }

    private func hasLeft(_ payout: Document) -> Bool { !["failed", "canceled"].contains(payout["status"]?.text) }

    /// What everybody has who has no account here, by currency: cardholders, banks and the processor.
    var outside: [String: Int64] {
        var sums: [String: Int64] = [:]
        for charge in charges {
            guard let ledger = ledger(of: charge) else { continue }
            sums[charge.currency.code, default: 0] += Self.price(of: charge) - ledger.captured + ledger.refunded
        }
        for dispute in disputes {
            let amount = dispute["status"] == "won" ? 0 : dispute["amount"]?.number ?? 0
            sums[dispute["currency"]?.text ?? "", default: 0] += amount + Self.priceOfDispute
        }
        for payout in payouts where hasLeft(payout) {
            sums[payout["currency"]?.text ?? "", default: 0] += payout["amount"]?.number ?? 0
        }
        return sums
    }

    /// What the bank wrote down, by the intent, or by the charge that was made without one.
    private func ledger(of charge: ChargeRow) -> LedgerEntry? {
        charge.isTransferred ? nil : payments.ledger(paymentIntent: charge.intent ?? charge.id)
    }

    // Other sides.

    private func amount(of movement: JSONValue?) -> Int64? {
        movement?.text.flatMap { payments.context.balanceTransactions[$0]?.amount }
    }

    private func amount(ofPayment id: String?) -> Int64? {
        id.flatMap { payments.context.charges[$0]?.balanceTransaction }.flatMap {
            payments.context.balanceTransactions[$0]?.amount
        }
    }

    /// What the other side of a transaction got; nil when there is none.
    func counterpart(of row: BalanceTransactionRow) -> Int64? {
        let document = payments.context.documents[row.source]
        let amount = document?["amount"]?.number
        switch row.type {
        case .charge:
            return payments.context.charges[row.source].flatMap(ledger).map { -$0.captured }
        case .refund: return payments.context.refunds[row.source]?.amount
        case .refundFailure:
            return payments.context.refunds[row.source].flatMap { $0.status == .failed ? -$0.amount : nil }
        case .transfer: return self.amount(ofPayment: document?["destination_payment"]?.text)
        case .payment:
            let transfer = payments.context.charges[row.source]?.more["source_transfer"]?.text
            return self.amount(of: transfer.flatMap { payments.context.documents[$0]?["balance_transaction"] })
        case .transferRefund:
            let refund = document?["destination_payment_refund"]?.text.flatMap { payments.context.refunds[$0] }
            return self.amount(of: refund?.balanceTransaction.map(JSONValue.string))
        case .paymentRefund:
            let reversal = payments.context.refunds[row.source]?.sourceTransferReversal.flatMap {
                payments.context.documents[$0]
            }
            return self.amount(of: reversal?["balance_transaction"])
        case .applicationFee:
            let payment = document?["charge"]?.text.flatMap { payments.context.charges[$0]?.balanceTransaction }
            return payment.flatMap { payments.context.balanceTransactions[$0]?.applicationFee }.map { -$0 }
        case .applicationFeeRefund: return adjustments[row.source]
        case .adjustment: return self.amount(of: document?["balance_transaction"])
        case .dispute: return amount
        case .disputeReversal: return document?["status"] == "won" ? amount.map { -$0 } : nil
        case .payout: return amount
        case .payoutCancel: return document?["status"] == "canceled" ? amount.map { -$0 } : nil
        case .payoutFailure: return document?["status"] == "failed" ? amount.map { -$0 } : nil
        case .stripeFee: return payments.context.charges[row.source].map { Self.price(of: $0) }
        }
    }

    /// What the processor must have kept of a transaction.
    func fee(of row: BalanceTransactionRow) -> Int64 {
        switch row.type {
        case .charge:
            payments.context.charges[row.source].map { isBilledToPlatform($0) ? 0 : Self.price(of: $0) } ?? 0
        case .dispute: Self.priceOfDispute
        default: 0
        }
    }

    /// What a platform must have kept of it.
    func share(of row: BalanceTransactionRow) -> Int64 {
        [.charge, .payment].contains(row.type) ? shares[row.source, default: 0] : 0
    }
}

import Tender
import TenderSale

/// The route of a card's money to the sellers, as the payments API is told.
extension PaymentIntentParameters {
    /// Splits the payment: with one seller as a destination charge, with several as a payment that transfers follow.
    ///
    /// - Parameters:
    ///   - tip: The tip, which is the shop's and so is part of its fee.
    ///   - group: The group that ties the transfers to the payment.
    /// - Throws: `AmountError` when fee and tip together are too large.
    mutating func share(_ sharing: LegSharing, tip: Amount, group: String) throws(AmountError) {
        switch sharing.way {
        case .transfers: transferGroup = group
        case .destination:
            guard let part = sharing.parts.first else { return }
            let kept = try part.fee.adding(tip)
            transferData = TransferData(destination: part.account)
            applicationFeeAmount = kept.minorUnits > 0 ? kept : nil
        }
    }
}

extension CheckoutPayment {
    /// Splits the payment of a page like that of a card.
    ///
    /// - Throws: `AmountError` when fee and tip together are too large.
    init(_ sharing: LegSharing?, tip: Amount, group: String) throws(AmountError) {
        self.init(captureMethod: .automatic)
        guard let sharing else { return }
        var shared = PaymentIntentParameters(tip)
        try shared.share(sharing, tip: tip, group: group)
        transferGroup = shared.transferGroup
        transferData = shared.transferData
        applicationFeeAmount = shared.applicationFeeAmount
    }
}

extension RefundParameters {
    /// Refunds a payment that may have been a seller's: for a destination charge, the seller's part and the fee are
    /// reversed in proportion.
    init(paymentIntent: String, amount: Amount, sharing: LegSharing?, idempotencyKey: String) {
        let part = sharing?.way == .destination ? sharing?.parts.first : nil
        self.init(
            paymentIntent: paymentIntent, amount: amount, reversesTransfer: part != nil,
            refundsApplicationFee: part.map { $0.fee.minorUnits != 0 } ?? false, idempotencyKey: idempotencyKey)
    }
}

import Tender
import TenderSale

/// How the money of a card reaches the sellers, as the payments API is told.
extension PaymentIntentParameters {
    /// Shares the payment: with one seller as a destination charge, with several as a payment that transfers follow.
    ///
    /// - Parameters:
    ///   - tip: is the shop's, so that it is part of what the shop keeps.
    ///   - group: ties the transfers to the payment.
    /// - Throws: `AmountError` when the fee and the tip are too large together.
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
    /// Shares the payment of a page as that of a card.
    ///
    /// - Throws: `AmountError` when the fee and the tip are too large together.
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
    /// Gives back a payment that may have been a seller's: a destination charge takes the seller's part and the fee back in
    /// proportion.
    init(paymentIntent: String, amount: Amount, sharing: LegSharing?, idempotencyKey: String) {
        let part = sharing?.way == .destination ? sharing?.parts.first : nil
        self.init(
            paymentIntent: paymentIntent, amount: amount, reversesTransfer: part != nil,
            refundsApplicationFee: part.map { $0.fee.minorUnits != 0 } ?? false, idempotencyKey: idempotencyKey)
    }
}

import TenderAPI
import TenderFlow
import TenderModel

/// The shares of a payment that others than the requesting account receive, as requested or as returned.
struct PaymentShares: Hashable, Sendable {
    var fee: Amount?
    var transfer: TransferData?
    var merchant: String?
    var group: String?
}

extension PaymentShares {
    init(_ parameters: PaymentIntentParameters) {
        self.init(
            fee: parameters.applicationFeeAmount, transfer: parameters.transferData, merchant: parameters.onBehalfOf,
            group: parameters.transferGroup)
    }

    init(_ intent: PaymentIntent) {
        self.init(
            fee: intent.applicationFeeAmount, transfer: intent.transferData, merchant: intent.onBehalfOf,
            group: intent.transferGroup)
    }

    init(_ payment: CheckoutPayment) {
        self.init(
            fee: payment.applicationFeeAmount, transfer: payment.transferData, merchant: payment.onBehalfOf,
            group: payment.transferGroup)
    }

    /// Returns what differs in a response from the request; `nil` if nothing does, whatever else the response contains.
    func difference(from answer: PaymentShares) -> String? {
        if let fee, fee != answer.fee {
            return "a fee of \(fee) was asked for, the answer says \(answer.fee?.description ?? "none")"
        }
        if let transfer, transfer.destination != answer.transfer?.destination {
            return "the money was for '\(transfer.destination)', the answer says "
                + "'\(answer.transfer?.destination ?? "nobody")'"
        }
        if let amount = transfer?.amount, amount != answer.transfer?.amount {
            return "\(amount) was to be transferred, the answer says \(answer.transfer?.amount?.description ?? "all")"
        }
        if let merchant, merchant != answer.merchant {
            return "the payment was on behalf of '\(merchant)', the answer says '\(answer.merchant ?? "nobody")'"
        }
        if let group, group != answer.group {
            return "the group '\(group)' was asked for, the answer says '\(answer.group ?? "none")'"
        }
        return nil
    }
}

extension FormParameters {
    /// Adds the shares of a payment.
    ///
    /// - Parameters:
    ///   - currency: The payment's currency; `nil` if only the API knows it.
    ///   - name: The object that contains them; `nil` for none.
    /// - Throws: `GatewayError` that was not sent, for a different currency and for both a fee and a share.
    mutating func add(
        _ shares: PaymentShares, of currency: Currency?, in name: String? = nil
    ) throws(GatewayError) {
        guard shares.fee == nil || shares.transfer?.amount == nil else {
            throw .notSent(.invalidParameter, "a payment has a fee or a part that is transferred, not both")
        }
        let path = { (member: String) in name.map { "\($0)[\(member)]" } ?? member }
        add(path("application_fee_amount"), try shares.fee?.chargeableUnits(in: currency))
        add(path("transfer_data") + "[destination]", try shares.transfer?.destination.checkedID())
        add(path("transfer_data") + "[amount]", try shares.transfer?.amount?.chargeableUnits(in: currency))
        add(path("on_behalf_of"), try shares.merchant?.checkedID())
        add(path("transfer_group"), shares.group)
    }
}

extension Amount {
    /// Returns the integer for the API, of an amount that must be in the expected currency.
    func chargeableUnits(in expected: Currency?) throws(GatewayError) -> Int64 {
        if let expected, currency != expected {
            throw .notSent(
                .invalidCurrency, "one payment is in one currency, not \(expected.code) and \(currency.code)")
        }
        return try chargeableUnits()
    }
}

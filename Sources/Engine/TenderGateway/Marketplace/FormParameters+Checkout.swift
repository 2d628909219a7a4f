import TenderAPI
import TenderFlow
import TenderModel

/// The parameters of the calls about checkout pages and links, in the payments API's names.
extension FormParameters {
    /// Creates the parameters of a new Checkout Session.
    ///
    /// - Parameter currency: The currency of the lines; `nil` if only the API knows it.
    init(_ parameters: CheckoutSessionParameters, _ currency: Currency?) throws(GatewayError) {
        let payment = parameters.payment
        add("mode", "payment")
        try add(parameters.lines)
        add("success_url", parameters.successURL)
        add("cancel_url", parameters.cancelURL)
        if parameters.uiMode != .hosted { add("ui_mode", parameters.uiMode.rawValue) }
        add("return_url", parameters.returnURL)
        add("customer", try parameters.customer?.checkedID())
        add("customer_email", parameters.customerEmail)
        add("client_reference_id", parameters.clientReferenceID)
        add("expires_at", parameters.expiresAt)
        add("payment_intent_data[capture_method]", payment.captureMethod?.rawValue)
        try add(PaymentShares(payment), of: currency, in: "payment_intent_data")
        add("payment_intent_data[description]", payment.description)
        add("payment_intent_data[metadata]", map: payment.metadata)
        add("metadata", map: parameters.metadata)
    }

    /// Creates the parameters of a new Payment Link, whose shares stand beside the parameters of its payments.
    init(
        link lines: [CheckoutLine], _ payment: CheckoutPayment, metadata: [String: String]
    ) throws(GatewayError) {
        try add(lines)
        var shares = PaymentShares(payment)
        shares.group = nil
        try add(shares, of: nil)
        add("payment_intent_data[capture_method]", payment.captureMethod?.rawValue)
        add("payment_intent_data[transfer_group]", payment.transferGroup)
        add("payment_intent_data[description]", payment.description)
        add("payment_intent_data[metadata]", map: payment.metadata)
        add("metadata", map: metadata)
    }

    private mutating func add(_ lines: [CheckoutLine]) throws(GatewayError) {
        guard !lines.isEmpty else { throw .notSent(.invalidParameter, "there is nothing to sell") }
        for (index, line) in lines.enumerated() {
            let name = "line_items[\(index)]"
            switch line.price {
            case .id(let id): add("\(name)[price]", try id.checkedID())
            case .inline(let title, let amount):
                add("\(name)[price_data][currency]", amount.currency.code)
                add("\(name)[price_data][unit_amount]", try amount.chargeableUnits())
                add("\(name)[price_data][product_data][name]", title)
            }
            guard line.quantity > 0 else { throw .notSent(.invalidParameter, "a line sells at least one") }
            add("\(name)[quantity]", Int64(line.quantity))
            guard let adjustable = line.adjustable else { continue }
            add("\(name)[adjustable_quantity][enabled]", true)
            add("\(name)[adjustable_quantity][minimum]", Int64(adjustable.lowerBound))
            add("\(name)[adjustable_quantity][maximum]", Int64(adjustable.upperBound))
        }
    }
}

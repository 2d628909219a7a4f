public import TenderFlow
public import TenderModel

/// All that a screen shows of a checkout.
public struct CheckoutState: Hashable, Sendable {
    /// How far the customer is loaded.
    public enum Loading: Hashable, Sendable {
        /// Nobody asked for it.
        case idle
        /// It is under way; what was loaded before is still shown.
        case loading
        /// It is here.
        case loaded
        /// It went wrong, and may be tried again.
        case failed(GatewayError)
    }

    /// What is being changed.
    public enum Change: Hashable, Sendable {
        /// This payment method or token is being saved.
        case adding(String)
        /// This payment method is being removed.
        case removing(String)
    }

    /// How far the payment is.
    public enum Payment: Hashable, Sendable {
        /// Nothing was charged for this order.
        case none
        /// It is under way.
        case inFlight(PaymentResult)
        /// The customer must do something first.
        case actionRequired(PaymentResult, PaymentIntent)
        /// Nobody can say whether it was charged.
        case unknown(PaymentResult, GatewayError?)
        /// It is paid.
        case paid(PaymentResult, PaymentIntent?)
    }

    /// How far the customer is loaded.
    public internal(set) var loading = Loading.idle
    /// The customer's id.
    public internal(set) var customer: String?
    /// The saved payment methods, newest first.
    public internal(set) var methods: [PaymentMethod] = []
    /// The id of the selected one, which is one of `methods`.
    public internal(set) var selectedMethodID: String?
    /// The id of the customer's default.
    public internal(set) var defaultMethodID: String?
    /// What is being changed of the payment methods.
    public internal(set) var change: Change?
    /// The address that the app accepted.
    public internal(set) var shipping: ShippingDetails?
    /// The address that was kept at the customer.
    public internal(set) var knownShipping: ShippingDetails?
    /// Whether the app is judging an address.
    public internal(set) var isJudgingShipping = false
    /// Why the last address was not accepted.
    public internal(set) var shippingError: String?
    /// The ways in which goods can be sent there.
    public internal(set) var shippingMethods: [ShippingMethod] = []
    /// The id of the selected one, which is one of `shippingMethods`.
    public internal(set) var selectedShippingMethodID: String?
    /// What is to be paid, without shipping.
    public internal(set) var amount: Amount
    /// The lines that make up `amount`; empty when only the amount was given.
    public internal(set) var items: [PaymentSummaryItem] = []
    /// How far the payment is.
    public internal(set) var payment = Payment.none

    init(amount: Amount) { self.amount = amount }

    /// The selected payment method.
    public var selectedMethod: PaymentMethod? { methods.first { $0.id == selectedMethodID } }

    /// The selected way of sending.
    public var selectedShippingMethod: ShippingMethod? { shippingMethods.first { $0.id == selectedShippingMethodID } }

    /// What is to be paid, shipping included; nil when it cannot be summed up.
    public var total: Amount? {
        guard let shipping = selectedShippingMethod else { return amount }
        return try? amount.adding(shipping.amount)
    }

    /// The lines, with that of the shipping.
    public var summary: [PaymentSummaryItem] {
        items + (selectedShippingMethod.map { [PaymentSummaryItem($0.label, $0.amount)] } ?? [])
    }
}

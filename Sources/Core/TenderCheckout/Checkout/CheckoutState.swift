public import TenderFlow
public import TenderModel

/// Everything that a screen shows of a checkout.
public struct CheckoutState: Hashable, Sendable {
    /// The progress of loading the customer.
    public enum Loading: Hashable, Sendable {
        /// Not requested.
        case idle
        /// In progress; what was loaded before is still shown.
        case loading
        /// Loaded.
        case loaded
        /// Failed, and may be retried.
        case failed(GatewayError)
    }

    /// A change of the payment methods.
    public enum Change: Hashable, Sendable {
        /// This payment method or token is being saved.
        case adding(String)
        /// This payment method is being removed.
        case removing(String)
    }

    /// The progress of the payment.
    public enum Payment: Hashable, Sendable {
        /// Nothing was charged for this order.
        case none
        /// In flight.
        case inFlight(PaymentResult)
        /// The customer must act first.
        case actionRequired(PaymentResult, PaymentIntent)
        /// It is unknown whether the order was charged.
        case unknown(PaymentResult, GatewayError?)
        /// Paid.
        case paid(PaymentResult, PaymentIntent?)
    }

    /// The progress of loading the customer.
    public internal(set) var loading = Loading.idle
    /// The customer's id.
    public internal(set) var customer: String?
    /// The saved payment methods, newest first.
    public internal(set) var methods: [PaymentMethod] = []
    /// The id of the selected method, one of `methods`.
    public internal(set) var selectedMethodID: String?
    /// The id of the customer's default method.
    public internal(set) var defaultMethodID: String?
    /// The payment-method change in progress.
    public internal(set) var change: Change?
    /// The address that the app accepted.
    public internal(set) var shipping: ShippingDetails?
    /// The address that was saved with the customer.
    public internal(set) var knownShipping: ShippingDetails?
    /// Whether the app is validating an address.
    public internal(set) var isJudgingShipping = false
    /// The reason that the last address was rejected.
    public internal(set) var shippingError: String?
    /// The shipping methods for that address.
    public internal(set) var shippingMethods: [ShippingMethod] = []
    /// The id of the selected shipping method, one of `shippingMethods`.
    public internal(set) var selectedShippingMethodID: String?
    /// The amount to pay, without shipping.
    public internal(set) var amount: Amount
    /// The lines that make up `amount`; empty when only the amount was given.
    public internal(set) var items: [PaymentSummaryItem] = []
    /// The progress of the payment.
    public internal(set) var payment = Payment.none

    init(amount: Amount) { self.amount = amount }

    /// The selected payment method.
    public var selectedMethod: PaymentMethod? { methods.first { $0.id == selectedMethodID } }

    /// The selected shipping method.
    public var selectedShippingMethod: ShippingMethod? { shippingMethods.first { $0.id == selectedShippingMethodID } }

    /// The amount to pay with shipping; `nil` when it cannot be added up.
    public var total: Amount? {
        guard let shipping = selectedShippingMethod else { return amount }
        return try? amount.adding(shipping.amount)
    }

    /// The lines, with one for shipping.
    public var summary: [PaymentSummaryItem] {
        items + (selectedShippingMethod.map { [PaymentSummaryItem($0.label, $0.amount)] } ?? [])
    }
}

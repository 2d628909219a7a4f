/// The reason that a checkout refuses a request; nothing changed.
public enum CheckoutRefusal: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The customer is not loaded.
    case notLoaded
    /// Another request is in progress.
    case busy
    /// A payment is in flight.
    case paymentInFlight
    /// The outcome of the last payment is not settled.
    case paymentUnresolved
    /// The order is already paid.
    case alreadyPaid
    /// There is no payment to settle.
    case nothingToSettle
    /// The key of the new order is that of the old one.
    case orderKeyReused
    /// No payment method is selected.
    case noPaymentMethod
    /// The customer has no such payment method.
    case unknownPaymentMethod
    /// An address is required, and none has been accepted yet.
    case shippingMissing
    /// The address lacks required parts.
    case shippingIncomplete
    /// There is no such shipping method.
    case unknownShippingMethod
    /// The sum is not positive, is too large, or mixes currencies.
    case invalidAmount

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .notLoaded: "the customer is not loaded yet"
        case .busy: "another change is under way"
        case .paymentInFlight: "a payment is under way"
        case .paymentUnresolved: "the outcome of the last payment is unknown: ask for it again, or settle it"
        case .alreadyPaid: "this order is paid"
        case .nothingToSettle: "there is no payment whose outcome is open"
        case .orderKeyReused: "a new order needs a key of its own"
        case .noPaymentMethod: "no payment method is selected"
        case .unknownPaymentMethod: "the customer has no such payment method"
        case .shippingMissing: "an accepted address is needed first"
        case .shippingIncomplete: "the address is incomplete"
        case .unknownShippingMethod: "goods are not shipped this way"
        case .invalidAmount: "the sum must be above zero and in one currency"
        }
    }
}

public import TenderCheckout
public import TenderFlow
public import TenderModel

/// An event that a checkout sends to all its subscribers.
public struct PaymentContextEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
        /// The visible state changed.
        case didChange(CheckoutState)
        /// The customer could not be loaded; `retryLoading` tries again.
        case didFailToLoad(GatewayError)
        /// The default or the address could not be saved with the customer; the choice stands for this checkout.
        case didFailToRemember(GatewayError)
        /// An address was entered: can goods be shipped there, and how? Unanswered, it is valid, without a choice of
        /// methods.
        case didUpdateShippingAddress(ShippingDetails, CheckoutReply<ShippingVerdict>)
        /// Create and confirm one PaymentIntent for this payment, under its key. Unanswered, its outcome is unknown.
        case didCreatePaymentResult(PaymentResult, CheckoutReply<CheckoutCompletion>)
        /// A requested payment ended.
        case didFinish(CheckoutFinish)
    }

    /// The event's number, one higher than the last; a gap shows that a slow subscriber lost some.
    public let sequence: UInt64
    /// The kind of event.
    public let kind: Kind

    /// Creates an event.
    public init(sequence: UInt64, kind: Kind) {
        self.sequence = sequence
        self.kind = kind
    }
}

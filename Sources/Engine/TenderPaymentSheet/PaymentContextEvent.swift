public import TenderCheckout
public import TenderFlow
public import TenderModel

/// Something that a checkout tells all its subscribers.
public struct PaymentContextEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// What a screen shows has changed.
        case didChange(CheckoutState)
        /// The customer could not be loaded; `retryLoading` tries again.
        case didFailToLoad(GatewayError)
        /// The default or the address could not be kept at the customer; the choice stands for this checkout.
        case didFailToRemember(GatewayError)
        /// An address was entered: can goods be sent there, and how? Unanswered it is valid, without a choice of ways.
        case didUpdateShippingAddress(ShippingDetails, CheckoutReply<ShippingVerdict>)
        /// Create and confirm one PaymentIntent of this, under its key. Unanswered its outcome is unknown.
        case didCreatePaymentResult(PaymentResult, CheckoutReply<CheckoutCompletion>)
        /// A requested payment ended.
        case didFinish(CheckoutFinish)
    }

    /// Grows by one with each event of the checkout; a gap shows that a slow subscriber lost some.
    public let sequence: UInt64
    /// What happened.
    public let kind: Kind

    /// Makes an event.
    public init(sequence: UInt64, kind: Kind) {
        self.sequence = sequence
        self.kind = kind
    }
}

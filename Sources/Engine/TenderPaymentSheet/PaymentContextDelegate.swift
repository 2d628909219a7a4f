public import TenderCheckout
public import TenderFlow
public import TenderModel

/// For those who prefer calls to streams; every method has a default that does nothing.
///
/// The methods are called one after the other, in the order of the events, from a task of the delegate's own.
public protocol PaymentContextDelegate: AnyObject, Sendable {
    /// What a screen shows has changed.
    func paymentContext(_ context: PaymentContext, didChange state: CheckoutState) async
    /// The customer could not be loaded; `retryLoading` tries again.
    func paymentContext(_ context: PaymentContext, didFailToLoad error: GatewayError) async
    /// The default or the address could not be kept at the customer; the choice stands for this checkout.
    func paymentContext(_ context: PaymentContext, didFailToRemember error: GatewayError) async
    /// An address was entered: say whether goods can be sent there, and how.
    func paymentContext(
        _ context: PaymentContext, didUpdateShippingAddress shipping: ShippingDetails,
        reply: CheckoutReply<ShippingVerdict>
    ) async
    /// Create and confirm one PaymentIntent of this under its key, and say how it ended.
    func paymentContext(
        _ context: PaymentContext, didCreatePaymentResult payment: PaymentResult,
        completion: CheckoutReply<CheckoutCompletion>
    ) async
    /// A requested payment ended.
    func paymentContext(_ context: PaymentContext, didFinish finish: CheckoutFinish) async
}

extension PaymentContextDelegate {
    /// Does nothing.
    public func paymentContext(_ context: PaymentContext, didChange state: CheckoutState) async {}
    /// Does nothing.
    public func paymentContext(_ context: PaymentContext, didFailToLoad error: GatewayError) async {}
    /// Does nothing.
    public func paymentContext(_ context: PaymentContext, didFailToRemember error: GatewayError) async {}
    /// Leaves the answer to others.
    public func paymentContext(
        _ context: PaymentContext, didUpdateShippingAddress shipping: ShippingDetails,
        reply: CheckoutReply<ShippingVerdict>
    ) async {}
    /// Leaves the answer to others.
    public func paymentContext(
        _ context: PaymentContext, didCreatePaymentResult payment: PaymentResult,
        completion: CheckoutReply<CheckoutCompletion>
    ) async {}
    /// Does nothing.
    public func paymentContext(_ context: PaymentContext, didFinish finish: CheckoutFinish) async {}

    func receive(_ kind: PaymentContextEvent.Kind, from context: PaymentContext) async {
        switch kind {
        case .didChange(let state): await paymentContext(context, didChange: state)
        case .didFailToLoad(let error): await paymentContext(context, didFailToLoad: error)
        case .didFailToRemember(let error): await paymentContext(context, didFailToRemember: error)
        case .didUpdateShippingAddress(let shipping, let reply):
            await paymentContext(context, didUpdateShippingAddress: shipping, reply: reply)
        case .didCreatePaymentResult(let payment, let completion):
            await paymentContext(context, didCreatePaymentResult: payment, completion: completion)
        case .didFinish(let finish): await paymentContext(context, didFinish: finish)
        }
    }
}

public import TenderCheckout
public import TenderFlow
public import TenderModel

/// The callbacks of a checkout, for those who prefer calls to streams; every method has a default that does nothing.
///
/// The methods are called one after the other, in the order of the events, from a task of the delegate's own.
public protocol PaymentContextDelegate: AnyObject, Sendable {
    /// Reports that the visible state changed.
    func paymentContext(_ context: PaymentContext, didChange state: CheckoutState) async
    /// Reports that the customer could not be loaded; `retryLoading` tries again.
    func paymentContext(_ context: PaymentContext, didFailToLoad error: GatewayError) async
    /// Reports that the default or the address could not be saved with the customer; the choice stands for this
    /// checkout.
    func paymentContext(_ context: PaymentContext, didFailToRemember error: GatewayError) async
    /// Asks whether goods can be shipped to the address that was entered, and how.
    func paymentContext(
        _ context: PaymentContext, didUpdateShippingAddress shipping: ShippingDetails,
        reply: CheckoutReply<ShippingVerdict>
    ) async
    /// Asks to create and confirm one PaymentIntent for this payment under its key, and to report how it ended.
    func paymentContext(
        _ context: PaymentContext, didCreatePaymentResult payment: PaymentResult,
        completion: CheckoutReply<CheckoutCompletion>
    ) async
    /// Reports the end of a requested payment.
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

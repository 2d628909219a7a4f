public import TenderFlow
public import TenderModel

extension CheckoutMachine {
    /// A request to the outside world; its number comes back with the answer.
    public enum Action: Hashable, Sendable {
        /// Load the customer; answer with `loaded` or `loadFailed`.
        case load(isFresh: Bool, Int)
        /// Save a payment method; answer with `attached` or `changeFailed`.
        case attach(String, Int)
        /// Delete a payment method; answer with `detached` or `changeFailed`.
        case detach(String, Int)
        /// Make it the default; answer with `remembered` or `notRemembered`.
        case selectDefault(String, Int)
        /// Save the address; answer with `remembered` or `notRemembered`.
        case remember(ShippingDetails, Int)
        /// Have the app validate the address; answer with `judged`.
        case judge(ShippingDetails, Int)
        /// Have the app pay; answer once with `completed` and the payment's number.
        case pay(PaymentResult)
        /// Forget what is cached about the customer.
        case clearCustomer
        /// The request was refused.
        case refuse(CheckoutRefusal)
        /// A load, a change or a validation ended; notify those who wait for it.
        case ended(Int, GatewayError?)
        /// Notify the observers.
        case tell(Notice)
    }

    /// A notification to observers.
    public enum Notice: Hashable, Sendable {
        /// The visible state changed.
        case changed(CheckoutState)
        /// The customer could not be loaded.
        case failedToLoad(GatewayError)
        /// The default or the address could not be saved; the choice stands for this checkout.
        case failedToRemember(GatewayError)
        /// A requested payment ended.
        case finished(CheckoutFinish)
    }
}

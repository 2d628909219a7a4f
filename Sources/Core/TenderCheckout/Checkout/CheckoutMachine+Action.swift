public import TenderFlow
public import TenderModel

extension CheckoutMachine {
    /// What it asks of the world; a number comes back with the answer.
    public enum Action: Hashable, Sendable {
        /// Load the customer; answer with `loaded` or `loadFailed`.
        case load(isFresh: Bool, Int)
        /// Save a payment method; answer with `attached` or `changeFailed`.
        case attach(String, Int)
        /// Forget a payment method; answer with `detached` or `changeFailed`.
        case detach(String, Int)
        /// Make it the default; answer with `remembered` or `notRemembered`.
        case selectDefault(String, Int)
        /// Keep the address; answer with `remembered` or `notRemembered`.
        case remember(ShippingDetails, Int)
        /// Have the app judge the address; answer with `judged`.
        case judge(ShippingDetails, Int)
        /// Have the app pay; answer once with `completed`, and the payment's number.
        case pay(PaymentResult)
        /// Forget what is kept of the customer.
        case clearCustomer
        /// What was asked for is not done.
        case refuse(CheckoutRefusal)
        /// A load, a change or a judgement ended; tell who waits for it.
        case ended(Int, GatewayError?)
        /// Tell whoever watches.
        case tell(Notice)
    }

    /// What those who watch are told.
    public enum Notice: Hashable, Sendable {
        /// What is shown has changed.
        case changed(CheckoutState)
        /// The customer could not be loaded.
        case failedToLoad(GatewayError)
        /// The default or the address could not be kept; the choice stands for this checkout.
        case failedToRemember(GatewayError)
        /// A requested payment ended.
        case finished(CheckoutFinish)
    }
}

public import TenderFlow
public import TenderModel

extension CheckoutMachine {
    /// An event.
    public enum Event: Hashable, Sendable {
        // The app.
        /// Load the customer, unless that is done or under way.
        case load
        /// Load the customer again.
        case reload
        /// The customer signed out.
        case clear
        /// Set the amount to pay.
        case setAmount(Amount)
        /// Set the lines to pay.
        case setItems([PaymentSummaryItem])
        /// Pay with this method.
        case select(String)
        /// Save this payment method or token.
        case add(String)
        /// Delete this payment method.
        case remove(String)
        /// Ship the goods to this address.
        case enterShipping(ShippingDetails)
        /// Ship the goods with this method.
        case selectShippingMethod(String)
        /// Pay, or resume a payment whose outcome is unknown.
        case requestPayment
        /// A person found out the outcome of a payment.
        case settle(CheckoutSettlement)
        /// Begin another order.
        case newOrder(Amount, key: String)
        // The outside world, with the number of the action.
        /// The customer was loaded.
        case loaded(CustomerWallet, Int)
        /// The customer could not be loaded.
        case loadFailed(GatewayError, Int)
        /// The payment method was saved.
        case attached(PaymentMethod, Int)
        /// The payment method was deleted.
        case detached(Int)
        /// The payment method could not be saved or deleted.
        case changeFailed(GatewayError, Int)
        /// The default or the address was saved.
        case remembered(Int)
        /// The default or the address could not be saved.
        case notRemembered(GatewayError, Int)
        /// The app validated the address.
        case judged(ShippingVerdict, Int)
        /// The app's payment ended.
        case completed(CheckoutCompletion, Int)
    }
}

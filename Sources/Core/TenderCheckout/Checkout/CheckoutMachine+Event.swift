public import TenderFlow
public import TenderModel

extension CheckoutMachine {
    /// What can happen.
    public enum Event: Hashable, Sendable {
        // The app.
        /// Load the customer, unless that is done or under way.
        case load
        /// Load the customer anew.
        case reload
        /// The customer signed out.
        case clear
        /// This is to be paid.
        case setAmount(Amount)
        /// These lines are to be paid.
        case setItems([PaymentSummaryItem])
        /// Pay with this one.
        case select(String)
        /// Save this payment method or token.
        case add(String)
        /// Forget this one.
        case remove(String)
        /// Send the goods there.
        case enterShipping(ShippingDetails)
        /// Send the goods in this way.
        case selectShippingMethod(String)
        /// Pay, or go on with a payment whose outcome is open.
        case requestPayment
        /// A person found out what became of a payment.
        case settle(CheckoutSettlement)
        /// Another order begins.
        case newOrder(Amount, key: String)
        // The world, with the number of the action.
        /// The customer is here.
        case loaded(CustomerWallet, Int)
        /// The customer could not be loaded.
        case loadFailed(GatewayError, Int)
        /// The payment method is saved.
        case attached(PaymentMethod, Int)
        /// The payment method is forgotten.
        case detached(Int)
        /// It could not be saved or forgotten.
        case changeFailed(GatewayError, Int)
        /// The default or the address is kept.
        case remembered(Int)
        /// The default or the address could not be kept.
        case notRemembered(GatewayError, Int)
        /// The app judged the address.
        case judged(ShippingVerdict, Int)
        /// The app's payment ended.
        case completed(CheckoutCompletion, Int)
    }
}

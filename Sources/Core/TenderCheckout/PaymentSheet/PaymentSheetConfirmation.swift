public import TenderModel

/// One confirmation that a payment sheet requests.
public struct PaymentSheetConfirmation: Hashable, Sendable {
    /// The payment method to confirm with.
    public enum Method: Hashable, Sendable {
        /// A payment method that the customer has saved.
        case saved(PaymentMethod)
        /// A payment method that was just entered, with its owner's billing details.
        case new(NewPaymentMethod, BillingDetails?)

        /// The type.
        public var type: PaymentMethodType {
            switch self {
            case .saved(let method): method.type
            case .new(let method, _): method.type
            }
        }
    }

    /// The key under which it is executed at most once; every confirmation has its own.
    public var key: IdempotencyKey
    /// The payment method to confirm with.
    public var method: Method
    /// The page to which the customer returns from a page of their bank.
    public var returnURL: String?
    /// Whether to save the payment method, if the customer was asked.
    public var setupFutureUsage: SetupFutureUsage?

    /// Creates a confirmation.
    public init(
        key: IdempotencyKey, method: Method, returnURL: String? = nil, setupFutureUsage: SetupFutureUsage? = nil
    ) {
        self.key = key
        self.method = method
        self.returnURL = returnURL
        self.setupFutureUsage = setupFutureUsage
    }
}

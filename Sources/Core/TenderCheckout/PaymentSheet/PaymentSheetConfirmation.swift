public import TenderModel

/// One confirmation that a payment sheet asks for.
public struct PaymentSheetConfirmation: Hashable, Sendable {
    /// What it is confirmed with.
    public enum Method: Hashable, Sendable {
        /// A payment method that the customer has saved.
        case saved(PaymentMethod)
        /// One that was just entered, and whose it is.
        case new(NewPaymentMethod, BillingDetails?)

        /// The kind.
        public var type: PaymentMethodType {
            switch self {
            case .saved(let method): method.type
            case .new(let method, _): method.type
            }
        }
    }

    /// The key under which it is executed at most once; every confirmation has its own.
    public var key: IdempotencyKey
    /// What it is confirmed with.
    public var method: Method
    /// Where the customer comes back to from a page of their bank.
    public var returnURL: String?
    /// Whether the payment method is to be kept, when the customer was asked.
    public var setupFutureUsage: SetupFutureUsage?

    /// Describes a confirmation.
    public init(
        key: IdempotencyKey, method: Method, returnURL: String? = nil, setupFutureUsage: SetupFutureUsage? = nil
    ) {
        self.key = key
        self.method = method
        self.returnURL = returnURL
        self.setupFutureUsage = setupFutureUsage
    }
}

/// What a new Checkout Session is made of: a page on which somebody pays once.
public struct CheckoutSessionParameters: Hashable, Sendable {
    /// What is sold.
    public var lines: [CheckoutLine]
    /// Where the customer goes after paying at a hosted page; `{CHECKOUT_SESSION_ID}` in it becomes the id.
    public var successURL: String?
    /// Where the customer goes without paying.
    public var cancelURL: String?
    /// Where the page is shown.
    public var uiMode: CheckoutUIMode
    /// Where the customer goes after paying at a page that is part of the shop's own.
    public var returnURL: String?
    /// What the payment is made of.
    public var payment: CheckoutPayment
    /// The customer's id.
    public var customer: String?
    /// The address for mail that the page begins with.
    public var customerEmail: String?
    /// The caller's own name for it, such as the order.
    public var clientReferenceID: String?
    /// Until when it can be paid, seconds since 1970; a day when nil.
    public var expiresAt: Int64?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Describes a session.
    public init(
        lines: [CheckoutLine], successURL: String? = nil, cancelURL: String? = nil,
        uiMode: CheckoutUIMode = .hosted, returnURL: String? = nil, payment: CheckoutPayment = CheckoutPayment(),
        customer: String? = nil, customerEmail: String? = nil,
        clientReferenceID: String? = nil, expiresAt: Int64? = nil, metadata: [String: String] = [:]
    ) {
        self.lines = lines
        self.successURL = successURL
        self.cancelURL = cancelURL
        self.uiMode = uiMode
        self.returnURL = returnURL
        self.payment = payment
        self.customer = customer
        self.customerEmail = customerEmail
        self.clientReferenceID = clientReferenceID
        self.expiresAt = expiresAt
        self.metadata = metadata
    }
}

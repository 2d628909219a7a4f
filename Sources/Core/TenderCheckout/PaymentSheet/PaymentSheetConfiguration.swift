public import TenderModel

/// The settings of a payment sheet; whose saved payment methods it shows is passed to the flow, since that is a secret.
public struct PaymentSheetConfiguration: Hashable, Sendable {
    /// The initial state of the box 'save for later'.
    public enum SavePaymentMethodOptInBehavior: String, Hashable, Sendable, CaseIterable {
        /// The choice that is safe everywhere: not ticked.
        case automatic
        /// Not ticked: the customer opts in.
        case requiresOptIn
        /// Ticked: the customer opts out.
        case requiresOptOut
    }

    /// The shop's name for customers.
    public var merchantDisplayName: String
    /// Whether to offer payment methods whose money comes days later, or not at all.
    public var allowsDelayedPaymentMethods: Bool
    /// The billing details to collect.
    public var billingDetailsCollection: BillingDetailsCollection
    /// The customer's details that the app already knows.
    public var defaultBillingDetails: BillingDetails
    /// The address by which a bank's page returns to the app.
    public var returnURL: String?
    /// The text of the button; `nil` derives it from the amount.
    public var primaryButtonLabel: String?
    /// The initial state of the box 'save for later'.
    public var savePaymentMethodOptInBehavior: SavePaymentMethodOptInBehavior
    /// How often to query the gateway before a person must decide whether to continue.
    public var maximumAsks: Int

    /// Creates a configuration.
    public init(
        merchantDisplayName: String, allowsDelayedPaymentMethods: Bool = false,
        billingDetailsCollection: BillingDetailsCollection = BillingDetailsCollection(),
        defaultBillingDetails: BillingDetails = BillingDetails(), returnURL: String? = nil,
        primaryButtonLabel: String? = nil,
        savePaymentMethodOptInBehavior: SavePaymentMethodOptInBehavior = .automatic, maximumAsks: Int = 6
    ) {
        self.merchantDisplayName = merchantDisplayName
        self.allowsDelayedPaymentMethods = allowsDelayedPaymentMethods
        self.billingDetailsCollection = billingDetailsCollection
        self.defaultBillingDetails = defaultBillingDetails
        self.returnURL = returnURL
        self.primaryButtonLabel = primaryButtonLabel
        self.savePaymentMethodOptInBehavior = savePaymentMethodOptInBehavior
        self.maximumAsks = maximumAsks
    }

    /// Returns whether an address is the app's own return address, whatever a bank appends to its query.
    func isReturn(_ url: String) -> Bool {
        guard let returnURL, url.hasPrefix(returnURL) else { return false }
        let rest = url.dropFirst(returnURL.count)
        return rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#")
            || (returnURL.contains("?") && rest.hasPrefix("&"))
    }
}

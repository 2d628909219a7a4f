public import TenderModel

/// How a payment sheet behaves; whose saved payment methods it shows is told to the flow, since that is a secret.
public struct PaymentSheetConfiguration: Hashable, Sendable {
    /// Whether the box 'save for later' is ticked at first.
    public enum SavePaymentMethodOptInBehavior: String, Hashable, Sendable, CaseIterable {
        /// As is safe everywhere: not ticked.
        case automatic
        /// Not ticked: the customer opts in.
        case requiresOptIn
        /// Ticked: the customer opts out.
        case requiresOptOut
    }

    /// The shop, as customers know it.
    public var merchantDisplayName: String
    /// Whether payment methods are offered whose money comes days later, or does not.
    public var allowsDelayedPaymentMethods: Bool
    /// Which billing details are collected.
    public var billingDetailsCollection: BillingDetailsCollection
    /// What the app knows of the customer already.
    public var defaultBillingDetails: BillingDetails
    /// The address by which a page of a bank comes back to the app.
    public var returnURL: String?
    /// The text of the button; made of what is paid when nil.
    public var primaryButtonLabel: String?
    /// Whether the box 'save for later' is ticked at first.
    public var savePaymentMethodOptInBehavior: SavePaymentMethodOptInBehavior
    /// How often the gateway is asked before a person must say whether to go on asking.
    public var maximumAsks: Int

    /// Describes a sheet.
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

    /// Whether an address is the app's own return address: what a bank appends to its query counts for nothing.
    func isReturn(_ url: String) -> Bool {
        guard let returnURL, url.hasPrefix(returnURL) else { return false }
        let rest = url.dropFirst(returnURL.count)
        return rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#")
            || (returnURL.contains("?") && rest.hasPrefix("&"))
    }
}

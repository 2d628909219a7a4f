public import TenderModel

/// The parameters of a new shipping rate.
public struct ShippingRateParameters: Hashable, Sendable {
    /// The name that customers see, at most 100 characters.
    public var displayName: String
    /// What the customer pays; zero for free delivery.
    public var amount: Amount
    /// When the goods arrive.
    public var deliveryEstimate: DeliveryEstimate?
    /// Whether tax is part of the amount.
    public var taxBehavior: TaxBehavior?
    /// The tax category, `txcd_…`.
    public var taxCode: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Creates the parameters.
    public init(
        _ displayName: String, _ amount: Amount, deliveryEstimate: DeliveryEstimate? = nil,
        taxBehavior: TaxBehavior? = nil, taxCode: String? = nil, metadata: [String: String] = [:]
    ) {
        self.displayName = displayName
        self.amount = amount
        self.deliveryEstimate = deliveryEstimate
        self.taxBehavior = taxBehavior
        self.taxCode = taxCode
        self.metadata = metadata
    }
}

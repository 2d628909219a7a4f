public import TenderModel

/// What delivery costs on a checkout page, whose customer chooses one of several.
public struct ShippingRate: Hashable, Sendable, Codable, Identifiable {
    /// The id, `shr_…`.
    public var id: String
    /// The name that customers see.
    public var displayName: String?
    /// Whether new pages can offer it.
    public var active: Bool
    /// When the goods arrive.
    public var deliveryEstimate: DeliveryEstimate?
    /// Whether tax is part of the amount.
    public var taxBehavior: TaxBehavior?
    /// The tax category, `txcd_…`.
    @ExpandableID public var taxCode: String?
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// Whether it is in live mode.
    @DefaultIfAbsent public var livemode: Bool
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var fixedAmount: FixedAmount

    /// What the customer pays; zero for free delivery.
    public var amount: Amount {
        get { fixedAmount.amount }
        set { fixedAmount.amount = newValue }
    }

    /// Creates a shipping rate.
    public init(
        id: String, displayName: String?, amount: Amount, active: Bool = true,
        deliveryEstimate: DeliveryEstimate? = nil, taxBehavior: TaxBehavior? = nil, taxCode: String? = nil,
        created: Int64 = 0, livemode: Bool = false, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.displayName = displayName
        self.active = active
        self.deliveryEstimate = deliveryEstimate
        self.taxBehavior = taxBehavior
        self.taxCode = taxCode
        self.created = created
        self.livemode = livemode
        self.metadata = metadata
        fixedAmount = FixedAmount(amount: amount)
    }

    private enum CodingKeys: String, CodingKey {
        case id, active, created, livemode, metadata
        case displayName = "display_name"
        case deliveryEstimate = "delivery_estimate"
        case taxBehavior = "tax_behavior"
        case taxCode = "tax_code"
        case fixedAmount = "fixed_amount"
    }

    /// The amount as the API nests it.
    private struct FixedAmount: Hashable, Sendable, Codable {
        var amount: Amount
        private var currency = SharedCurrency()

        init(amount: Amount) { self.amount = amount }

        private enum CodingKeys: String, MoneyKey { case amount, currency }
    }
}

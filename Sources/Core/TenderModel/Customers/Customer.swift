/// A person or a firm whose cards and addresses are kept, with the payments API's fields and names.
public struct Customer: Hashable, Sendable, Identifiable {
    /// The id, `cus_…`.
    public var id: String
    /// The address.
    public var address: Address?
    /// When it was made, seconds since 1970; nil for a deleted one.
    public var created: Int64?
    /// The source that is charged when none is named, in the API's older way.
    public var defaultSource: String?
    /// The payment method that is the customer's default (`invoice_settings`).
    public var defaultPaymentMethod: String?
    /// A text for people.
    public var description: String?
    /// The address for mail.
    public var email: String?
    /// Whether it was deleted: then only the id is left.
    public var isDeleted: Bool
    /// Whether real money moves.
    public var livemode: Bool
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// The full name.
    public var name: String?
    /// The telephone number.
    public var phone: String?
    /// Where goods are sent.
    public var shipping: ShippingDetails?
    /// The saved sources, when the answer holds them.
    public var sources: [CardSource]?

    /// Makes a customer; only the id is required, so that tests can build one.
    public init(
        id: String, address: Address? = nil, created: Int64? = nil, defaultSource: String? = nil,
        defaultPaymentMethod: String? = nil, description: String? = nil, email: String? = nil,
        isDeleted: Bool = false, livemode: Bool = false, metadata: [String: String] = [:], name: String? = nil,
        phone: String? = nil, shipping: ShippingDetails? = nil, sources: [CardSource]? = nil
    ) {
        self.id = id
        self.address = address
        self.created = created
        self.defaultSource = defaultSource
        self.defaultPaymentMethod = defaultPaymentMethod
        self.description = description
        self.email = email
        self.isDeleted = isDeleted
        self.livemode = livemode
        self.metadata = metadata
        self.name = name
        self.phone = phone
        self.shipping = shipping
        self.sources = sources
    }
}

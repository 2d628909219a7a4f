/// What a customer is made of, or what of one is changed: nil leaves a field as it is, an empty text clears it.
public struct CustomerParameters: Hashable, Sendable {
    /// The full name.
    public var name: String?
    /// The address for mail.
    public var email: String?
    /// The telephone number.
    public var phone: String?
    /// A text for people.
    public var description: String?
    /// The address.
    public var address: Address?
    /// Where goods are sent.
    public var shipping: ShippingDetails?
    /// The payment method that is to be the default (`invoice_settings`); it must be attached.
    public var defaultPaymentMethod: String?
    /// The source that is to be the default, in the API's older way; for a change only.
    public var defaultSource: String?
    /// A token whose card becomes a source, in the API's older way.
    public var source: String?
    /// A payment method that is attached; for a new customer only.
    public var paymentMethod: String?
    /// The caller's own keys and values; an empty value removes a key.
    public var metadata: [String: String]

    /// Describes a customer or a change of one.
    public init(
        name: String? = nil, email: String? = nil, phone: String? = nil, description: String? = nil,
        address: Address? = nil, shipping: ShippingDetails? = nil, defaultPaymentMethod: String? = nil,
        defaultSource: String? = nil, source: String? = nil, paymentMethod: String? = nil,
        metadata: [String: String] = [:]
    ) {
        self.name = name
        self.email = email
        self.phone = phone
        self.description = description
        self.address = address
        self.shipping = shipping
        self.defaultPaymentMethod = defaultPaymentMethod
        self.defaultSource = defaultSource
        self.source = source
        self.paymentMethod = paymentMethod
        self.metadata = metadata
    }
}

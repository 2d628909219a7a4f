/// Whose payment method it is.
public struct BillingDetails: Hashable, Sendable, Codable {
    /// The address.
    public var address: Address?
    /// The address for mail.
    public var email: String?
    /// The full name.
    public var name: String?
    /// The telephone number.
    public var phone: String?

    /// Makes the details; whatever is not given is unknown.
    public init(address: Address? = nil, email: String? = nil, name: String? = nil, phone: String? = nil) {
        self.address = address
        self.email = email
        self.name = name
        self.phone = phone
    }
}

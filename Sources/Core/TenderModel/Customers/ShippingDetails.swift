/// Where goods are sent, and to whom.
public struct ShippingDetails: Hashable, Sendable, Codable {
    /// The address.
    public var address: Address
    /// The recipient.
    public var name: String?
    /// The recipient's telephone number.
    public var phone: String?
    /// Who carries it; on a payment, never on a customer.
    public var carrier: String?
    /// The carrier's number of the parcel; on a payment, never on a customer.
    public var trackingNumber: String?

    /// Makes the details.
    public init(
        address: Address, name: String? = nil, phone: String? = nil, carrier: String? = nil,
        trackingNumber: String? = nil
    ) {
        self.address = address
        self.name = name
        self.phone = phone
        self.carrier = carrier
        self.trackingNumber = trackingNumber
    }

    enum CodingKeys: String, CodingKey {
        case address, name, phone, carrier
        case trackingNumber = "tracking_number"
    }
}

public import TenderModel

/// What must be known before goods can be sent.
public struct ShippingFields: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A street and a country.
    public static let address = ShippingFields(rawValue: 1)
    /// A recipient.
    public static let name = ShippingFields(rawValue: 2)
    /// The recipient's telephone number.
    public static let phone = ShippingFields(rawValue: 4)

    /// Whether the details have everything of this set.
    public func isSatisfied(by shipping: ShippingDetails) -> Bool {
        let hasAddress = Self.isGiven(shipping.address.line1) && Self.isGiven(shipping.address.country)
        return (!contains(.address) || hasAddress) && (!contains(.name) || Self.isGiven(shipping.name))
            && (!contains(.phone) || Self.isGiven(shipping.phone))
    }

    private static func isGiven(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }
}

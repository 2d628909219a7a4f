public import TenderModel

/// The fields required before goods can be shipped.
public struct ShippingFields: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A street and a country.
    public static let address = ShippingFields(rawValue: 1)
    /// A recipient.
    public static let name = ShippingFields(rawValue: 2)
    /// The recipient's telephone number.
    public static let phone = ShippingFields(rawValue: 4)

    /// Returns whether the details have everything in this set.
    public func isSatisfied(by shipping: ShippingDetails) -> Bool {
        let hasAddress = Self.isGiven(shipping.address.line1) && Self.isGiven(shipping.address.country)
        return (!contains(.address) || hasAddress) && (!contains(.name) || Self.isGiven(shipping.name))
            && (!contains(.phone) || Self.isGiven(shipping.phone))
    }

    private static func isGiven(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }
}

public import TenderModel

/// The fields about the owner of a payment method.
public struct BillingFields: OptionSet, Hashable, Sendable {
    /// The set's bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A name.
    public static let name = BillingFields(rawValue: 1)
    /// A telephone number.
    public static let phone = BillingFields(rawValue: 2)
    /// An email address.
    public static let email = BillingFields(rawValue: 4)
    /// A country, and a postal code where the country's cards are checked by one.
    public static let postalCode = BillingFields(rawValue: 8)
    /// A street, a city and a country.
    public static let address = BillingFields(rawValue: 16)

    /// The countries whose cards are checked by the postal code.
    private static let postalCodeCountries = ["US", "CA", "GB"]

    /// Returns the fields of this set that the details lack.
    public func missing(in details: BillingDetails) -> BillingFields {
        let address = details.address
        let wantsCode = Self.postalCodeCountries.contains(address?.country ?? "")
        let given: [(BillingFields, Bool)] = [
            (.name, Self.isGiven(details.name)), (.phone, Self.isGiven(details.phone)),
            (.email, Self.isGiven(details.email)),
            (.postalCode, Self.isGiven(address?.country) && (!wantsCode || Self.isGiven(address?.postalCode))),
            (
                .address,
                Self.isGiven(address?.line1) && Self.isGiven(address?.city) && Self.isGiven(address?.country)
            ),
        ]
        return given.reduce(into: []) { if contains($1.0), !$1.1 { $0.insert($1.0) } }
    }

    private static func isGiven(_ text: String?) -> Bool { text.map { !$0.isEmpty } ?? false }
}

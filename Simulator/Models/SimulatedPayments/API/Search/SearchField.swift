/// A kind of searchable field.
enum SearchField {
    /// A number, which can be compared.
    case number
    /// A value that is found as a whole.
    case token
    /// A text, of which parts can be found.
    case text

    /// Returns whether a clause may use a comparison on such a field.
    func allows(_ comparison: SearchComparison) -> Bool {
        switch self {
        case .number: comparison != .contains
        case .token: comparison == .equals
        case .text: comparison == .equals || comparison == .contains
        }
    }

    /// Returns a field of an object by its path; metadata is searchable in addition.
    static func named(_ name: String, of object: String) -> SearchField? {
        let ending = name.split(separator: ".", omittingEmptySubsequences: false)
        guard object == "charge", ending.count == 3, ending[0] == "payment_method_details" else {
            return Resource.named(object)?.search[name]
        }
        return cardFields.contains(String(ending[2])) ? .token : nil
    }

    private static let cardFields = ["brand", "exp_month", "exp_year", "fingerprint", "last4"]

    /// The fields of charges, besides those of their cards.
    static let ofCharges: [String: SearchField] = [
        "amount": .number, "billing_details.address.postal_code": .token, "created": .number, "currency": .token,
        "customer": .token, "disputed": .token, "payment_intent": .token, "refunded": .token, "status": .token,
    ]
}

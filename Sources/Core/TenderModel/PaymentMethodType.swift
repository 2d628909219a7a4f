/// The kind of a payment method.
public enum PaymentMethodType: OpenEnum {
    /// `card`.
    case card
    /// `card_present`.
    case cardPresent
    /// `interac_present`.
    case interacPresent
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [PaymentMethodType] = [.card, .cardPresent, .interacPresent]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .card: "card"
        case .cardPresent: "card_present"
        case .interacPresent: "interac_present"
        case .unknown(let value): value
        }
    }
}

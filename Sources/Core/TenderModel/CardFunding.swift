/// How a card is funded.
public enum CardFunding: OpenEnum {
    /// `credit`.
    case credit
    /// `debit`.
    case debit
    /// `prepaid`.
    case prepaid
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [CardFunding] = [.credit, .debit, .prepaid]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .credit: "credit"
        case .debit: "debit"
        case .prepaid: "prepaid"
        case .unknown(let value): value
        }
    }
}

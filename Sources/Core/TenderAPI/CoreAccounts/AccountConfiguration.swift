public import TenderModel

/// What an account of version 2 of the API is used for.
public enum AccountConfiguration: OpenEnum {
    /// `customer`: it buys.
    case customer
    /// `merchant`: it takes payments.
    case merchant
    /// `recipient`: money is transferred to it.
    case recipient
    /// A value that this version cannot name.
    case unknown(String)

    /// The named cases.
    public static let known: [AccountConfiguration] = [.customer, .merchant, .recipient]

    /// The API's string.
    public var rawValue: String {
        switch self {
        case .customer: "customer"
        case .merchant: "merchant"
        case .recipient: "recipient"
        case .unknown(let value): value
        }
    }
}

public import TenderModel

/// Where the page of a Checkout Session is shown.
public enum CheckoutUIMode: OpenEnum {
    /// `hosted_page`: at the gateway, under the session's address.
    case hosted
    /// `embedded_page`: inside a page of the shop, with the session's client secret.
    case embedded
    /// `elements`: as parts of a page of the shop, with the session's client secret.
    case elements
    /// A value that this version cannot name.
    case unknown(String)

    /// The named cases.
    public static let known: [CheckoutUIMode] = [.hosted, .embedded, .elements]

    /// The API's string.
    public var rawValue: String {
        switch self {
        case .hosted: "hosted_page"
        case .embedded: "embedded_page"
        case .elements: "elements"
        case .unknown(let value): value
        }
    }
}

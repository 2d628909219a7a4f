public import TenderModel

/// Whether tax is part of an amount or comes on top of it.
public enum TaxBehavior: OpenEnum {
    /// `inclusive`: part of the amount.
    case inclusive
    /// `exclusive`: on top of the amount.
    case exclusive
    /// `unspecified`.
    case unspecified
    /// A value that this version cannot name.
    case unknown(String)

    /// The named cases.
    public static let known: [TaxBehavior] = [.inclusive, .exclusive, .unspecified]

    /// The API's string.
    public var rawValue: String {
        switch self {
        case .inclusive: "inclusive"
        case .exclusive: "exclusive"
        case .unspecified: "unspecified"
        case .unknown(let value): value
        }
    }
}

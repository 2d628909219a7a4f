/// The reason that no conversion into the card's currency is asked for.
public enum CurrencyConversionError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// It goes with an inspection.
    case notInspected
    /// A surcharge and a conversion exclude each other.
    case surcharge
    /// This payment or this reader has none: it is offline, a part of it may be approved, or the reader cannot ask.
    case notAvailable

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notInspected: "a currency conversion needs updatePaymentIntent"
        case .surcharge: "a surcharge and a currency conversion exclude each other"
        case .notAvailable: "no currency conversion is offered here: collect without it"
        }
    }
}

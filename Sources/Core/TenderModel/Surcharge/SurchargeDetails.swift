/// Whether a surcharge may be charged for the card that was read, and the one that was.
public struct SurchargeDetails: Hashable, Sendable, Codable {
    /// Whether one may be charged.
    public var status: SurchargeStatus?
    /// The largest one.
    public var maximumAmount: Amount?
    /// The one that is part of the amount.
    public var amount: Amount?

    /// Creates details.
    public init(status: SurchargeStatus? = nil, maximumAmount: Amount? = nil, amount: Amount? = nil) {
        self.status = status
        self.maximumAmount = maximumAmount
        self.amount = amount
    }
}

/// Whether a surcharge may be charged.
public enum SurchargeStatus: OpenEnum {
    /// `available`.
    case available
    /// `unavailable`.
    case unavailable
    /// A value that this version has no name for.
    case unknown(String)

    /// The cases with a name.
    public static let known: [SurchargeStatus] = [.available, .unavailable]

    /// The string of the API.
    public var rawValue: String {
        switch self {
        case .available: "available"
        case .unavailable: "unavailable"
        case .unknown(let value): value
        }
    }
}

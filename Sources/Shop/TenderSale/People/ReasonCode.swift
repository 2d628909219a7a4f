/// A reason to choose from, so that events can be counted.
public enum ReasonCode: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// Rung up by mistake.
    case mistyped
    /// The customer no longer wants the item.
    case changedMind
    /// The customer cannot pay.
    case cannotPay
    /// The item is damaged.
    case damaged
    /// The item is not what the customer wanted.
    case wrongItem
    /// The item is marked with another price.
    case wrongLabel
    /// Another shop has that price.
    case priceMatch
    /// A member of staff buys it.
    case staff
    /// A gesture of goodwill.
    case goodwill
    /// Small change is needed.
    case change
    /// Cash goes to the safe.
    case safeDrop
    /// A purchase for the shop is paid.
    case expense
    /// The drawer is to be checked.
    case check
    /// The customer shows that the bank booked it.
    case customerProof
    /// The processor confirmed it, with a reference.
    case processorProof
    /// Cash was miscounted, now or when the shift was opened.
    case miscounted
    /// The wrong change was given.
    case wrongChange
    /// Cash was moved without a booking.
    case notBooked
    /// Parked tickets are left for the next shift.
    case carriedOver
    /// A reason of the shop's own, in its words.
    case own(String)
    /// Anything else, in words.
    case other

    /// The built-in reasons.
    public static let allCases: [ReasonCode] = [
        .mistyped, .changedMind, .cannotPay, .damaged, .wrongItem, .wrongLabel, .priceMatch, .staff, .goodwill, .change,
        .safeDrop, .expense, .check, .customerProof, .processorProof, .miscounted, .wrongChange, .notBooked,
        .carriedOver, .other,
    ]

    /// The stored form; the shop's own words stand for themselves.
    public var rawValue: String {
        switch self {
        case .mistyped: "mistyped"
        case .changedMind: "changed_mind"
        case .cannotPay: "cannot_pay"
        case .damaged: "damaged"
        case .wrongItem: "wrong_item"
        case .wrongLabel: "wrong_label"
        case .priceMatch: "price_match"
        case .staff: "staff"
        case .goodwill: "goodwill"
        case .change: "change"
        case .safeDrop: "safe_drop"
        case .expense: "expense"
        case .check: "check"
        case .customerProof: "customer_proof"
        case .processorProof: "processor_proof"
        case .miscounted: "miscounted"
        case .wrongChange: "wrong_change"
        case .notBooked: "not_booked"
        case .carriedOver: "carried_over"
        case .own(let words): words
        case .other: "other"
        }
    }

    /// Creates the built-in reason with this name, or else one of the shop's own.
    public init(rawValue: String) {
        self = Self.allCases.first { $0.rawValue == rawValue } ?? .own(rawValue)
    }

    /// Returns the reasons that fit a permission; empty where none is ever needed.
    public static func choices(for permission: Permission) -> [ReasonCode] {
        switch permission {
        case .voidLine: [.mistyped, .changedMind, .cannotPay, .damaged, .other]
        case .cancelTicket: [.changedMind, .cannotPay, .mistyped, .other]
        case .overridePrice: [.wrongLabel, .damaged, .priceMatch, .staff, .goodwill, .other]
        case .discountAboveLimit: [.damaged, .priceMatch, .staff, .goodwill, .other]
        case .refund, .voidSale: [.damaged, .wrongItem, .changedMind, .mistyped, .goodwill, .other]
        case .openDrawer: [.change, .check, .mistyped, .other]
        case .payIn: [.change, .other]
        case .payOut: [.safeDrop, .expense, .change, .other]
        case .acceptUnknown, .resolvePayment: [.customerProof, .processorProof, .other]
        case .closeShift: [.miscounted, .wrongChange, .notBooked, .carriedOver, .other]
        case .discount, .reprint, .openShift, .readReport, .manageOffline, .manageReader, .managePeople,
            .train:
            []
        }
    }
}

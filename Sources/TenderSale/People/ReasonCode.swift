/// A reason to choose from, so that what happened can be counted.
public enum ReasonCode: String, Hashable, Sendable, Codable, CaseIterable {
    /// It was rung up by mistake.
    case mistyped
    /// The customer does not want it any more.
    case changedMind = "changed_mind"
    /// The customer cannot pay.
    case cannotPay = "cannot_pay"
    /// It is damaged.
    case damaged
    /// It is not what the customer wanted.
    case wrongItem = "wrong_item"
    /// It is marked with another price.
    case wrongLabel = "wrong_label"
    /// Another shop sells it for that price.
    case priceMatch = "price_match"
    /// Somebody of the staff buys it.
    case staff
    /// To make up for something.
    case goodwill
    /// Small change is needed.
    case change
    /// Cash goes to the safe.
    case safeDrop = "safe_drop"
    /// Something for the shop is paid.
    case expense
    /// The drawer is to be looked at.
    case check
    /// The customer shows that the bank booked it.
    case customerProof = "customer_proof"
    /// The processor told it, with a reference.
    case processorProof = "processor_proof"
    /// Anything else; in words.
    case other

    /// The reasons that fit what is asked for; empty where none is needed.
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
        case .discount, .reprint, .openShift, .readReport, .closeShift, .manageOffline, .manageReader, .managePeople,
            .train:
            []
        }
    }
}

/// The reason that a payment sheet refuses a request; nothing changed.
public enum PaymentSheetRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The intent is not loaded.
    case notLoaded
    /// Something in progress must end first.
    case underWay
    /// The outcome of the last confirmation is unknown: query it, or leave.
    case outcomeUnknown
    /// The sheet has ended.
    case ended
    /// The sheet is not open, or is open already.
    case notOpen
    case alreadyOpen
    /// No payment method is chosen.
    case noPaymentMethod
    /// That payment method is not offered.
    case methodNotOffered
    /// These details are needed first.
    case billingDetailsMissing(BillingFields)
    /// The customer is not at their bank's page, or this is not the return address.
    case notReturning
    /// No outcome is unknown.
    case nothingToAsk

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .notLoaded: "the payment is not loaded yet"
        case .underWay: "a payment is under way"
        case .outcomeUnknown: "the outcome of the payment is not known yet: ask again, or leave"
        case .ended: "this payment is over"
        case .notOpen: "the sheet is not open"
        case .alreadyOpen: "the sheet is open already"
        case .noPaymentMethod: "no payment method is chosen"
        case .methodNotOffered: "this payment method is not offered"
        case .billingDetailsMissing: "some details are missing"
        case .notReturning: "this does not end the bank's page"
        case .nothingToAsk: "there is nothing to ask"
        }
    }
}

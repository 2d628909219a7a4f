/// Why a payment sheet does not do what it was asked to; nothing has changed.
public enum PaymentSheetRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The intent is not loaded.
    case notLoaded
    /// Something is under way that must end first.
    case underWay
    /// What became of the last confirmation is not known: ask, or leave.
    case outcomeUnknown
    /// It is over.
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
    /// The customer is not at a page of their bank, or this is not the address by which they come back.
    case notReturning
    /// There is nothing that nobody knows.
    case nothingToAsk

    /// A sentence for people.
    public var description: String {
        switch self {
        case .notLoaded: "the payment is not loaded yet"
        case .underWay: "a payment is under way"
        case .outcomeUnknown: "what became of the payment is not known yet: ask again, or leave"
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

/// The reason for which a contactless transaction ended without an approval, a decline or a request.
public enum ContactlessReason: Hashable, Sendable {
    /// The limits do not allow the amount.
    case amountNotAllowed
    /// The card has no application that is accepted.
    case noCombination
    /// The card wants another interface.
    case refusedByCard
    /// The card is not authentic, and wants to be inserted.
    case authenticationFailed
    /// The card has magnetic stripe mode only.
    case magneticStripeOnly
    /// A card was presented too often.
    case tooManyPresentations
    /// No PIN was entered, or the pad failed.
    case pinNotEntered
    /// What ends a transaction with contacts too.
    case general(ContactReason)
}

/// How a transaction with a chip card ended, as far as card and terminal are concerned.
public enum ContactOutcome: Sendable {
    /// The issuer must be asked; unless the card is done, it waits for the answer.
    case onlineRequired(ContactResult)
    /// Card and terminal approved, which the configuration allows; the result is for clearing.
    case approvedOffline(ContactResult)
    /// Card or terminal declined.
    case declinedOffline(ContactResult)
    /// The chip cannot be used; the stripe may be.
    case tryAnotherInterface(ContactReason)
    /// The card is not accepted here.
    case notAccepted(ContactReason)
    /// The issuer has blocked the card.
    case cardBlocked
    /// The transaction ended, and nothing was paid.
    case terminated(ContactReason)
}

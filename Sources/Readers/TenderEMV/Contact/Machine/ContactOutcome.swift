/// How a transaction with a chip card ended, as far as card and terminal are concerned.
public enum ContactOutcome: Sendable {
    /// The issuer must be asked.
    case onlineRequired(ContactResult)
    /// Card and terminal approved. It is refused until the second half is there: nobody may deliver for it.
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

/// How a contactless transaction ended, as far as card and reader are concerned (EMV Contactless Book A, 6.2).
///
/// What the books call *try again* and *select next* happens inside the machine.
public enum ContactlessOutcome: Sendable {
    /// The issuer must be asked.
    case onlineRequired(ContactResult)
    /// Card and reader approved.
    case approvedOffline(ContactResult)
    /// Card or reader declined.
    case declinedOffline(ContactResult)
    /// The card is to be inserted.
    case tryAnotherInterface(ContactlessReason)
    /// The transaction ended, and nothing was paid; another card may be tried.
    case ended(ContactlessReason)
}

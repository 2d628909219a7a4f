public import TenderBytes

/// What happened to a transaction with a chip card; it may hold card data, and is therefore never encoded.
public enum ContactEvent: Sendable {
    /// The card was powered up and gave an acceptable answer to reset.
    case started
    /// The card answered the command: data and status word.
    case answered(SecretBytes)
    /// The card does not answer, or not by the rules of the transport.
    case cardFailed
    /// The card was taken out.
    case cardRemoved
    /// The customer chose the application with this place in the question.
    case chosen(Int)
    /// The customer confirmed the application, or did not.
    case confirmed(Bool)
    /// As many random bytes as were asked for.
    case randomDrawn(SecretBytes)
    /// What became of the entry of a PIN.
    case pinEnded(PINResult)
    /// The account was looked up.
    ///
    /// The amount is the last approved one of the account that was not yet submitted, in the smallest unit; 0 if there
    /// is none.
    case lookedUp(isListed: Bool, loggedAmount: UInt64)
    /// The issuer answered what the transaction asked.
    case issuerAnswered(ContactIssuerAnswer)
    /// Nobody knows what the issuer decided: it could not be reached, or did not answer.
    case issuerUnreachable
    /// The timer with this number ran out.
    case timerFired(Int)
    /// The customer or the merchant gave up.
    case canceled
}

public import TenderBytes

/// What happened to a contactless transaction; it may hold card data, and is therefore never encoded.
public enum ContactlessEvent: Sendable {
    /// The transaction begins, before a card is there.
    case started
    /// A card is in the field, alone and ready for commands.
    case cardPresented
    /// Several cards are in the field.
    case cardsCollided
    /// The card answered the command: data and status word.
    case answered(SecretBytes)
    /// The card does not answer, or not by the rules of the transport.
    case cardFailed
    /// The card left the field.
    case cardRemoved
    /// As many random bytes as were asked for.
    case randomDrawn(SecretBytes)
    /// What became of the entry of a PIN for the issuer.
    case pinEnded(PINResult)
    /// The account was looked up in the exception file.
    case lookedUp(isListed: Bool)
    /// The timer with this number ran out.
    case timerFired(Int)
    /// The customer or the merchant gave up.
    case canceled
}

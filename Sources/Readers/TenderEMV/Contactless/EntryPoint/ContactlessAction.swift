public import TenderBytes

/// What is to be done for a contactless transaction.
public enum ContactlessAction: Sendable {
    /// Tell the customer, put the field on anew, and say when a card is there.
    case awaitCard(ContactlessMessage)
    /// Send the command to the card, and say what it answers.
    case transmit(SecretBytes)
    /// Draw random bytes, so many, and hand them over.
    case drawRandom(Int)
    /// Look up the account in the exception file.
    case lookUp(number: SecretBytes, sequenceNumber: UInt8?)
    /// Have the customer enter a PIN for the issuer; the card may leave.
    case askPIN(PINRequest)
    /// Stop the entry of a PIN.
    case stopPIN
    /// Start a timer, in seconds; only the latest one counts.
    case startTimer(Int, seconds: Int)
    /// The transaction has ended; nothing follows.
    indirect case finish(ContactlessOutcome)
}

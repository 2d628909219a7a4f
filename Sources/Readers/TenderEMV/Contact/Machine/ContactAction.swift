public import TenderBytes

/// What is to be done for a transaction with a chip card.
public enum ContactAction: Sendable {
    /// Send the command to the card, and say what it answers; the transport does GET RESPONSE by itself.
    case transmit(SecretBytes)
    /// Ask the customer for one of the applications.
    case choose([ApplicationName])
    /// Ask the customer whether the application is right.
    case confirm(ApplicationName)
    /// Say that the application does not work and another one may be tried.
    case sayTryAgain
    /// Draw random bytes, so many, and hand them over.
    case drawRandom(Int)
    /// Have the customer enter a PIN.
    case askPIN(PINRequest)
    /// Say that the PIN was wrong, and how many tries are left.
    case sayWrongPIN(triesLeft: Int)
    /// Stop the entry of a PIN.
    case stopPIN
    /// Look up the account in the exception file and in the log of approved amounts.
    case lookUp(number: SecretBytes, sequenceNumber: UInt8?)
    /// Start a timer, in seconds; only the latest one counts.
    case startTimer(Int, seconds: Int)
    /// The transaction has ended; nothing follows. If the issuer is required and the card is not done, it waits for
    /// the issuer's answer.
    indirect case finish(ContactOutcome)
    /// The second half has ended; nothing follows.
    indirect case conclude(ContactConclusion)
}

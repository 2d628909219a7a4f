public import TenderBytes
public import TenderEMV

/// The requests to the chip in a slot.
public enum ChipRequest: Sendable {
    /// Powers the card off.
    case powerOff
    /// Powers the card, and prepares it for commands: cold if it was off, otherwise warm (ISO/IEC 7816-3, 6.2.2 and 6.2.3).
    ///
    /// The answer to reset has been accepted by the reader; whether EMV accepts it is the caller's to check.
    case powerOn
    /// Sends a command, with whatever the card's protocol needs around it.
    case transmit(SecretBytes)
    /// Lets the customer enter a PIN on the pad, which puts it into the command and sends it.
    ///
    /// The template is VERIFY with an empty block of format 2; the customer has so many seconds.
    case enterPIN(template: [UInt8], seconds: Int)
    /// Tells whether there is a card: at once, or as soon as that differs from what is known.
    case presence(after: ChipPresence?)
}

/// The answer to a request.
public enum ChipReply: Sendable {
    /// The card is off.
    case off
    /// The card is powered, and answered so.
    case reset(ATR)
    /// The data and the status word.
    case answer(SecretBytes)
    /// What became of a PIN.
    case pad(PadEntry)
    /// Whether there is a card.
    case presence(ChipPresence)
}

/// What became of a PIN on a pad.
public enum PadEntry: Hashable, Sendable {
    /// The card's status word, after the pad had sent the command.
    case answered(UInt16)
    /// The customer gave up.
    case canceled
    /// Nobody entered a PIN in time.
    case timedOut
}

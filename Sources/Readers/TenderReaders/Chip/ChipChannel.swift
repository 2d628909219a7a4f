public import TenderBytes
public import TenderEMV

/// The way to the chip in one slot: that of a USB reader, or a card in this process.
///
/// One call at a time. Canceling the task of a call ends it: it throws `.canceled`, after the card has been left alone.
public protocol ChipChannel: Sendable {
    /// What the PIN pad of the slot can do; empty without one.
    var pinPad: ContactTransaction.PINPad { get }

    /// Returns whether there is a card in the slot.
    func isCardPresent() async throws(ChipChannelError) -> Bool

    /// Powers the card, and prepares it for commands.
    ///
    /// - Returns: The answer to reset, accepted by the reader; whether EMV accepts it is the caller's to check.
    func powerOn(_ reset: ChipReset) async throws(ChipChannelError) -> ATR

    /// Sends a command, with whatever the card's protocol needs around it.
    ///
    /// - Returns: The data and the status word.
    func transmit(_ command: SecretBytes) async throws(ChipChannelError) -> SecretBytes

    /// Lets the customer enter a PIN on the pad, which puts it into the command and sends it.
    ///
    /// - Parameters:
    ///   - template: VERIFY with an empty block of format 2.
    ///   - seconds: The time that the customer has.
    func enterPIN(_ template: [UInt8], seconds: Int) async throws(ChipChannelError) -> PadEntry

    /// Powers the card off, also for a caller that was canceled; what fails here harms nothing.
    func powerOff() async
}

/// The two ways to reset a chip (ISO/IEC 7816-3, 6.2.2 and 6.2.3).
public enum ChipReset: Hashable, Sendable {
    /// Power is switched on.
    case cold
    /// The card, already powered, is reset.
    case warm
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

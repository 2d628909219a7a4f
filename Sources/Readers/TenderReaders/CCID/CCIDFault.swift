/// The reason that a reader gives for a failed command (`bError`, CCID 1.1 table 6.2-2).
public struct CCIDFault: RawRepresentable, Hashable, Sendable {
    /// The number of the fault.
    public let rawValue: UInt8

    /// Creates a fault from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The command was aborted.
    public static let aborted = CCIDFault(rawValue: 0xFF)
    /// The card does not answer.
    public static let mute = CCIDFault(rawValue: 0xFE)
    /// Parity errors occurred.
    public static let parity = CCIDFault(rawValue: 0xFD)
    /// The reader is busy with an automatic sequence.
    public static let busyWithSequence = CCIDFault(rawValue: 0xF2)
    /// Nobody entered the PIN in time.
    public static let pinTimeout = CCIDFault(rawValue: 0xF0)
    /// The PIN entry was canceled.
    public static let pinCanceled = CCIDFault(rawValue: 0xEF)
    /// The slot is busy.
    public static let slotBusy = CCIDFault(rawValue: 0xE0)
    /// The reader insists on EMV mode.
    public static let emvMode = CCIDFault(rawValue: 0xBB)
    /// The reader does not support the command.
    public static let notSupported = CCIDFault(rawValue: 0x00)

    /// Whether the reader refused the command itself, so that the card did not see it.
    public var meansNotSent: Bool {
        rawValue <= 0x7F || self == .busyWithSequence || self == .slotBusy
    }

    /// Whether the card caused it, by its silence or by what it answered; whatever else there is counts as the reader's.
    package var isOfCard: Bool {
        switch rawValue {
        case 0xF4...0xF8, 0xFD, 0xFE, 0xA2, 0xA3, 0xBB, 0xBD: true
        default: false
        }
    }

    /// A human-readable sentence.
    public var sentence: String {
        switch rawValue {
        case 0x00: "The reader does not know the command."
        case 0x01...0x7F: "The reader does not accept byte \(rawValue) of the command."
        case 0xE0: "The slot is busy."
        case 0xEF: "The PIN entry was canceled."
        case 0xF0: "Nobody entered the PIN in time."
        case 0xF2: "The reader is busy with a sequence of its own."
        case 0xF3: "The protocol was deactivated."
        case 0xF4: "The card sent a procedure byte that does not fit."
        case 0xF5: "The reader does not know the class of the card."
        case 0xF6: "The reader does not know the protocol of the card."
        case 0xF7: "The check byte of the answer to reset is wrong."
        case 0xF8: "The answer to reset begins with a wrong byte."
        case 0xFB: "The reader's hardware failed."
        case 0xFC: "The card sent faster than the reader could take."
        case 0xFD: "The card's characters have parity errors."
        case 0xFE: "The card does not answer."
        case 0xFF: "The command was aborted."
        case 0xA2: "The card causes a short circuit."
        case 0xA3: "The answer to reset is too long."
        case 0xBB: "The card does not comply with EMV, which the reader requires."
        case 0xBD: "The block protocol failed in the reader."
        case 0xBE: "The reader does not accept the length of the APDU."
        default: "The reader reports error \(String(rawValue, radix: 16, uppercase: true)) of its own."
        }
    }
}

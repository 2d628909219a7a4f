import TenderBytes

/// The two bytes that identify a message (PA00P015, "Summary of commands").
public struct ZVTControl: Hashable, Sendable {
    /// The first byte.
    public var classByte: UInt8
    /// The second byte.
    public var instruction: UInt8

    /// Creates control bytes.
    public init(classByte: UInt8, instruction: UInt8) {
        self.classByte = classByte
        self.instruction = instruction
    }

    init(_ classByte: UInt8, _ instruction: UInt8) { self.init(classByte: classByte, instruction: instruction) }

    /// Registers the till with the terminal.
    public static let registration = ZVTControl(0x06, 0x00)
    /// Charges a card.
    public static let authorization = ZVTControl(0x06, 0x01)
    /// Ends the till's registration.
    public static let logOff = ZVTControl(0x06, 0x02)
    /// Holds an amount.
    public static let preauthorization = ZVTControl(0x06, 0x22)
    /// Captures what is held.
    public static let bookTotal = ZVTControl(0x06, 0x24)
    /// Releases what is held.
    public static let preauthorizationReversal = ZVTControl(0x06, 0x25)
    /// Reverses a payment.
    public static let reversal = ZVTControl(0x06, 0x30)
    /// Refunds money to a card.
    public static let refund = ZVTControl(0x06, 0x31)
    /// Restarts the terminal.
    public static let reset = ZVTControl(0x06, 0x18)
    /// Closes the batch.
    public static let endOfDay = ZVTControl(0x06, 0x50)
    /// Repeats the last receipt.
    public static let repeatReceipt = ZVTControl(0x06, 0x20)
    /// Tests the connection to the host.
    public static let diagnosis = ZVTControl(0x06, 0x70)
    /// Queries the terminal's status.
    public static let statusEnquiry = ZVTControl(0x05, 0x01)
    /// Stops the terminal; sent by the till.
    public static let abort = ZVTControl(0x06, 0xB0)

    /// Reports the result of a transaction.
    public static let statusInformation = ZVTControl(0x04, 0x0F)
    /// Reports what the terminal is doing.
    public static let intermediateStatus = ZVTControl(0x04, 0xFF)
    /// Prints one line of a receipt.
    public static let printLine = ZVTControl(0x06, 0xD1)
    /// Prints many lines of a receipt.
    public static let printTextBlock = ZVTControl(0x06, 0xD3)
    /// Reports that the command is done.
    public static let completion = ZVTControl(0x06, 0x0F)
    /// Reports that the command failed.
    public static let aborted = ZVTControl(0x06, 0x1E)

    /// Accepts a message.
    public static let accepted = ZVTControl(0x80, 0x00)
    /// Reports that the goods cannot be handed over, so that the terminal reverses the payment.
    public static let goodsNotIssued = ZVTControl(0x84, 0x66)
    /// Reports that a message is not supported.
    public static let notSupported = ZVTControl(0x84, 0x83)
    /// Requests more time.
    public static let moreTime = ZVTControl(0x84, 0x9C)
    /// The class of a refusal; the instruction is the reason.
    public static let refusalClass: UInt8 = 0x84
}

extension ZVTControl: CustomStringConvertible {
    /// Both bytes, such as `06 01`.
    public var description: String { "\(Hex.encode([classByte])) \(Hex.encode([instruction]))".uppercased() }
}

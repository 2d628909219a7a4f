import TenderBytes

/// The two bytes that say what a message is (PA00P015, "Summary of commands").
public struct ZVTControl: Hashable, Sendable {
    /// The first byte.
    public var classByte: UInt8
    /// The second byte.
    public var instruction: UInt8

    /// Makes control bytes.
    public init(classByte: UInt8, instruction: UInt8) {
        self.classByte = classByte
        self.instruction = instruction
    }

    init(_ classByte: UInt8, _ instruction: UInt8) { self.init(classByte: classByte, instruction: instruction) }

    /// The till is known to the terminal from now on.
    public static let registration = ZVTControl(0x06, 0x00)
    /// Charge a card.
    public static let authorization = ZVTControl(0x06, 0x01)
    /// The till is known no longer.
    public static let logOff = ZVTControl(0x06, 0x02)
    /// Hold an amount.
    public static let preauthorization = ZVTControl(0x06, 0x22)
    /// Book what is held.
    public static let bookTotal = ZVTControl(0x06, 0x24)
    /// Give up what is held.
    public static let preauthorizationReversal = ZVTControl(0x06, 0x25)
    /// Take a payment back.
    public static let reversal = ZVTControl(0x06, 0x30)
    /// Give money back to a card.
    public static let refund = ZVTControl(0x06, 0x31)
    /// Close the batch.
    public static let endOfDay = ZVTControl(0x06, 0x50)
    /// Tell the last receipt once more.
    public static let repeatReceipt = ZVTControl(0x06, 0x20)
    /// Test the way to the host.
    public static let diagnosis = ZVTControl(0x06, 0x70)
    /// Ask how the terminal is.
    public static let statusEnquiry = ZVTControl(0x05, 0x01)
    /// Stop, sent by the till.
    public static let abort = ZVTControl(0x06, 0xB0)

    /// What became of a transaction.
    public static let statusInformation = ZVTControl(0x04, 0x0F)
    /// What the terminal is doing.
    public static let intermediateStatus = ZVTControl(0x04, 0xFF)
    /// One line of a receipt.
    public static let printLine = ZVTControl(0x06, 0xD1)
    /// Many lines of a receipt.
    public static let printTextBlock = ZVTControl(0x06, 0xD3)
    /// The command is done.
    public static let completion = ZVTControl(0x06, 0x0F)
    /// The command failed.
    public static let aborted = ZVTControl(0x06, 0x1E)

    /// Taken.
    public static let accepted = ZVTControl(0x80, 0x00)
    /// The goods cannot be handed over: the terminal takes the payment back.
    public static let goodsNotIssued = ZVTControl(0x84, 0x66)
    /// Not supported.
    public static let notSupported = ZVTControl(0x84, 0x83)
    /// More time is needed.
    public static let moreTime = ZVTControl(0x84, 0x9C)
    /// The class of an answer that refuses; the instruction is the reason.
    public static let refusalClass: UInt8 = 0x84
}

extension ZVTControl: CustomStringConvertible {
    /// Both bytes, such as `06 01`.
    public var description: String { "\(Hex.encode([classByte])) \(Hex.encode([instruction]))".uppercased() }
}

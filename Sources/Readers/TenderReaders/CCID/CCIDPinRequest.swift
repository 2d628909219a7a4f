public import TenderEMV

/// The entry of a PIN on the reader's own pad: the host sends a command with a placeholder and never sees the PIN.
public struct CCIDPinRequest: Hashable, Sendable {
    /// The customer's task.
    public enum Operation: Hashable, Sendable {
        /// Enters the PIN.
        case verify
        /// Changes the PIN; the offsets say where in the data, in bytes, the old and the new PIN go, and the flags
        /// whether the new one is entered twice and the old one at all.
        case modify(oldOffset: UInt8, newOffset: UInt8, confirms: Bool, asksOld: Bool)
    }

    /// The customer's task.
    public var operation: Operation
    /// The command with its placeholder, such as VERIFY with a block of FF.
    public var command: CommandAPDU
    /// The time limit of the entry, in seconds; 0 for the reader's own.
    public var timeout: UInt8 = 30
    /// The format of digits: b7 units of bytes, b6-3 offset, b2 right-justified, b1-0 binary, BCD, ASCII.
    public var format: UInt8 = 0x82
    /// The size of the length field in bits (high half), and of the PIN block in bytes.
    public var block: UInt8 = 0x08
    /// The place of the length: b4 units of bytes, b3-0 offset.
    public var lengthFormat: UInt8 = 0x00
    /// The minimum number of digits.
    public var minimumDigits: UInt8 = 4
    /// The maximum number of digits.
    public var maximumDigits: UInt8 = 12
    /// The conditions that end the entry: b0 the last digit, b1 a key, b2 timeout.
    public var condition: UInt8 = 0x02
    /// The number of messages that the reader shows; FF for the default.
    public var messageCount: UInt8 = 0x01
    /// The language of messages (USB language identifier).
    public var language: UInt16 = 0x0409

    /// Creates a PIN entry.
    public init(_ operation: Operation, command: CommandAPDU) {
        self.operation = operation
        self.command = command
    }

    /// Returns the data of a Secure message (CCID 1.1 chapter 6.1.11).
    ///
    /// - Parameter prologue: NAD, PCB and LEN of the block that the reader creates, for T=1 at the block level.
    func data(prologue: [UInt8], quirk: CCIDQuirk?) -> [UInt8] {
        let usual: UInt8 = (1...7).contains(condition) ? condition : 2
        let condition = quirk?.pinCondition ?? usual
        let messages = quirk?.pinMessageCount ?? messageCount
        let language = [UInt8(truncatingIfNeeded: language), UInt8(truncatingIfNeeded: language >> 8)]
        let head = [timeout, format, block, lengthFormat]
        let digits = [maximumDigits, minimumDigits]
        let tail = prologue + command.bytes
        switch operation {
        case .verify:
            return [0] + head + digits + [condition, messages] + language + [0] + tail
        case .modify(let old, let new, let confirms, let asksOld):
            let confirmation: UInt8 = (confirms ? 1 : 0) | (asksOld ? 2 : 0)
            var indices: [UInt8] = [0]
            if messages != 0 || quirk?.pinHasAllMessages == true { indices.append(1) }
            if messages == 3 || quirk?.pinHasAllMessages == true { indices.append(2) }
            return [1] + head + [old, new] + digits + [confirmation, condition, messages] + language + indices + tail
        }
    }

    /// How long the reader may take.
    var longest: Duration { .seconds(max(90, Int(timeout) + 10)) }
}

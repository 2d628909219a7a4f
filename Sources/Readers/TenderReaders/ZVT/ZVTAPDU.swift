/// One message between a till and a payment terminal: two control bytes, a length, and data.
///
/// Source: PA00P015 (ZVT), chapter 1: the length is one byte, or FF and two bytes with the low one first.
public struct ZVTAPDU: Hashable, Sendable {
    /// What the message is: class and instruction.
    public var control: ZVTControl
    /// What follows; may hold a card number, and is never printed.
    public var data: [UInt8]

    /// Makes a message; data beyond 65,535 bytes is cut off.
    public init(_ control: ZVTControl, _ data: [UInt8] = []) {
        self.control = control
        self.data = data.count > Self.maximumDataCount ? Array(data.prefix(Self.maximumDataCount)) : data
    }

    /// Reads bytes that are one message and nothing else; nil when they are not.
    public init?(_ bytes: [UInt8]) {
        guard let (apdu, count) = Self.first(in: bytes), count == bytes.count else { return nil }
        self = apdu
    }

    /// The most data that a length can tell.
    public static let maximumDataCount = 0xFFFF

    /// The bytes on a socket, and inside a block on a serial line.
    public var bytes: [UInt8] {
        let head = [control.classByte, control.instruction]
        guard data.count >= 0xFF else { return head + [UInt8(truncatingIfNeeded: data.count)] + data }
        let low = UInt8(truncatingIfNeeded: data.count)
        return head + [0xFF, low, UInt8(truncatingIfNeeded: data.count >> 8)] + data
    }

    /// The message at the beginning of bytes, and how many it takes; nil while some of it is missing.
    public static func first(in bytes: [UInt8]) -> (apdu: ZVTAPDU, count: Int)? {
        guard bytes.count >= 3 else { return nil }
        let isLong = bytes[2] == 0xFF
        guard !isLong || bytes.count >= 5 else { return nil }
        let length = isLong ? Int(bytes[3]) | Int(bytes[4]) << 8 : Int(bytes[2])
        let start = isLong ? 5 : 3
        guard bytes.count - start >= length else { return nil }
        let control = ZVTControl(classByte: bytes[0], instruction: bytes[1])
        return (ZVTAPDU(control, Array(bytes[start..<start + length])), start + length)
    }
}

extension ZVTAPDU: CustomStringConvertible, CustomReflectable {
    /// The control bytes and the number of data bytes; never the data.
    public var description: String { "\(control) (\(data.count) bytes)" }

    /// A mirror that shows no data.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

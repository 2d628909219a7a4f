/// A message between a till and a payment terminal: two control bytes, a length, and data.
///
/// Source: PA00P015 (ZVT), chapter 1: the length is one byte, or FF followed by two bytes, least significant first.
public struct ZVTAPDU: Hashable, Sendable {
    /// The kind of message: class and instruction.
    public var control: ZVTControl
    /// The data; it may contain a card number, and is never printed.
    public var data: [UInt8]

    /// Creates a message; data beyond 65,535 bytes is truncated.
    public init(_ control: ZVTControl, _ data: [UInt8] = []) {
        self.control = control
        self.data = data.count > Self.maximumDataCount ? Array(data.prefix(Self.maximumDataCount)) : data
    }

    /// Parses exactly one message; `nil` if the bytes are anything else.
    public init?(_ bytes: [UInt8]) {
        guard let (apdu, count) = Self.first(in: bytes), count == bytes.count else { return nil }
        self = apdu
    }

    /// The maximum size of the data.
    public static let maximumDataCount = 0xFFFF

    /// The bytes as on a socket, and as inside a block on a serial line.
    public var bytes: [UInt8] {
        let head = [control.classByte, control.instruction]
        guard data.count >= 0xFF else { return head + [UInt8(truncatingIfNeeded: data.count)] + data }
        let low = UInt8(truncatingIfNeeded: data.count)
        return head + [0xFF, low, UInt8(truncatingIfNeeded: data.count >> 8)] + data
    }

    /// Returns the message at the beginning of bytes, and its size; `nil` while part of it is missing.
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

/// The block that carries a message on a serial line (PA00P016, chapter 2).
///
/// It is `10 02`, the message with every 10 doubled, `10 03`, and a check value over the message and 03, low byte
/// first.
public enum ZVTBlock {
    /// The acknowledgment of a block.
    public static let acknowledge: UInt8 = 0x06
    /// The response to a damaged block.
    public static let notAcknowledge: UInt8 = 0x15

    static let escape: UInt8 = 0x10
    static let start: UInt8 = 0x02
    static let end: UInt8 = 0x03
    /// The maximum size of a message, including its header.
    static let maximumByteCount = ZVTAPDU.maximumDataCount + 5

    /// Wraps a message in a block.
    public static func encode(_ message: [UInt8]) -> [UInt8] {
        var block = [escape, start]
        block.reserveCapacity(message.count + 8)
        for byte in message {
            if byte == escape { block.append(escape) }
            block.append(byte)
        }
        let check = checksum(message)
        block += [escape, end, UInt8(truncatingIfNeeded: check), UInt8(truncatingIfNeeded: check >> 8)]
        return block
    }

    /// Returns the check value of a message: CRC-16 with polynomial 8408 (reflected 1021), from 0, over the message and
    /// 03.
    public static func checksum(_ message: [UInt8]) -> UInt16 {
        var remainder: UInt16 = 0
        for byte in message { add(byte, to: &remainder) }
        add(end, to: &remainder)
        return remainder
    }

    private static func add(_ byte: UInt8, to remainder: inout UInt16) {
        remainder ^= UInt16(byte)
        for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0x8408 : remainder >> 1 }
    }
}

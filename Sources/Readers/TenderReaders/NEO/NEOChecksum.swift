/// The checksum of NEO frames: CRC-16 with polynomial 1021 and initial value FFFF, over the frame from its first byte.
public enum NEOChecksum {
    /// The order in which its two bytes are sent.
    public enum Order: Hashable, Sendable {
        /// The order in commands.
        case leastSignificantFirst
        /// The order in answers.
        case mostSignificantFirst

        /// The opposite order.
        public var flipped: Order {
            self == .leastSignificantFirst ? .mostSignificantFirst : .leastSignificantFirst
        }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x1021 }
    }

    /// Computes the checksum of `bytes`.
    public static func value(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { value, byte in value << 8 ^ table[Int(UInt8(value >> 8) ^ byte)] }
    }

    /// Returns the two bytes in the order in which they are sent.
    static func bytes(_ value: UInt16, _ order: Order) -> [UInt8] {
        let low = UInt8(truncatingIfNeeded: value)
        let high = UInt8(value >> 8)
        return order == .leastSignificantFirst ? [low, high] : [high, low]
    }
}

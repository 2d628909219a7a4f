/// A command as it reached the chip.
struct ChipCommand {
    let kind: UInt8
    let instruction: UInt8
    let first: UInt8
    let second: UInt8
    let data: [UInt8]
    /// The most bytes that the terminal expects; `nil` where it does not say.
    let expected: Int?

    /// Reads a command; returns `nil` when its lengths contradict each other.
    ///
    /// Under T=0 the fifth byte is the size of the data, or without data that of the answer.
    init?(_ bytes: [UInt8], transport: ChipProtocol) {
        guard bytes.count >= 4 else { return nil }
        (kind, instruction, first, second) = (bytes[0], bytes[1], bytes[2], bytes[3])
        guard bytes.count > 5 else {
            data = []
            expected = bytes.count == 5 ? Self.expected(bytes[4]) : nil
            return
        }
        let count = Int(bytes[4])
        guard count > 0 else { return nil }
        data = Array(bytes.dropFirst(5).prefix(count))
        switch bytes.count - 5 - count {
        case 0: expected = nil
        case 1 where transport == .t1: expected = Self.expected(bytes[bytes.count - 1])
        default: return nil
        }
    }

    private static func expected(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
}

/// A scripted chip card, not a payment card: a file to read and to write, an echo, a PIN; enough to exercise a reader.
///
/// SELECT (A4) answers with a small template, READ BINARY (B0) with any number of bytes, UPDATE BINARY (D6) writes, GET
/// CHALLENGE (84) has exactly eight bytes, VERIFY (20) and CHANGE REFERENCE DATA (24) support PIN blocks of format 2,
/// and EE echoes its data, with P1 P2 as status if P1 is not zero.
struct SimulatedChip: Hashable, Sendable {
    /// The file; the byte at n is initially n modulo 251.
    private(set) var file = Self.blank
    /// The UID that the reader tells by FF CA; `nil` for a card with contacts.
    var uid: [UInt8]?
    /// The number of commands executed.
    private(set) var executed = 0
    private var pin: [UInt8] = Self.block("1234")
    private var tries: UInt8 = 3

    private static let blank: [UInt8] = (0..<65_536).map { UInt8($0 % 251) }

    /// Returns a PIN block of ISO 9564 format 2.
    static func block(_ digits: String) -> [UInt8] {
        let nibbles = digits.utf8.prefix(12).map { $0 & 0x0F }
        let padded = [2, UInt8(nibbles.count)] + nibbles + [UInt8](repeating: 0x0F, count: 14 - nibbles.count)
        return stride(from: 0, to: 16, by: 2).map { padded[$0] << 4 | padded[$0 + 1] }
    }

    /// Executes a command: header, data, and the maximum number of bytes expected.
    mutating func execute(_ header: [UInt8], _ data: [UInt8], expected: Int) -> (data: [UInt8], status: [UInt8]) {
        executed += 1
        let offset = Int(header[2]) << 8 | Int(header[3])
        switch header[1] {
        case 0xCA where header[0] == 0xFF: return uid.map { ($0, [0x90, 0]) } ?? ([], [0x6E, 0])
        case 0xA4:
            return ([0x6F, UInt8(clamping: data.count + 2), 0x84, UInt8(clamping: data.count)] + data, [0x90, 0])
        case 0xB0: return ((0..<expected).map { file[(offset + $0) % file.count] }, [0x90, 0])
        case 0xD6:
            for (place, byte) in data.enumerated() { file[(offset + place) % file.count] = byte }
            return ([], [0x90, 0])
        case 0x84: return ([1, 2, 3, 4, 5, 6, 7, 8], [0x90, 0])
        case 0xEE: return (data, header[2] == 0 ? [0x90, 0] : [header[2], header[3]])
        case 0x20: return ([], check([UInt8](data.prefix(8))))
        case 0x24:
            let status = check([UInt8](data.prefix(8)))
            if status[0] == 0x90 { pin = [UInt8](data.dropFirst(8)) }
            return ([], status)
        default: return ([], [0x6D, 0])
        }
    }

    /// Executes a command in the form of an APDU.
    mutating func execute(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 4 else { return [0x67, 0] }
        let header = [UInt8](bytes.prefix(4))
        let body = [UInt8](bytes.dropFirst(4))
        guard let (data, expected) = Self.split(body) else { return [0x67, 0] }
        let (answer, status) = execute(header, data, expected: expected)
        if answer.count > expected { return expected == 0 ? status : answer.prefix(expected) + status }
        return answer + status
    }

    private mutating func check(_ entered: [UInt8]) -> [UInt8] {
        if tries == 0 { return [0x69, 0x83] }
        tries = entered == pin ? 3 : tries - 1
        return entered == pin ? [0x90, 0] : [0x63, 0xC0 | tries]
    }

    /// Splits data and expected length, by hand and without the reader's code for it.
    private static func split(_ body: [UInt8]) -> ([UInt8], Int)? {
        func length(_ value: Int, _ full: Int) -> Int { value == 0 ? full : value }
        switch body.count {
        case 0: return ([], 0)
        case 1: return ([], length(Int(body[0]), 256))
        default: break
        }
        if body[0] != 0 {
            let count = Int(body[0])
            if body.count == 1 + count { return ([UInt8](body[1...]), 0) }
            if body.count == 2 + count { return ([UInt8](body[1...count]), length(Int(body[count + 1]), 256)) }
            return nil
        }
        guard body.count >= 3 else { return nil }
        let count = Int(body[1]) << 8 | Int(body[2])
        if body.count == 3 { return ([], length(count, 65_536)) }
        if body.count == 3 + count { return ([UInt8](body[3...]), 0) }
        if body.count == 5 + count {
            let expected = Int(body[3 + count]) << 8 | Int(body[4 + count])
            return ([UInt8](body[3..<(3 + count)]), length(expected, 65_536))
        }
        return nil
    }
}

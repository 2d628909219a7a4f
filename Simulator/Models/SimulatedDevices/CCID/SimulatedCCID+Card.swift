public import SimulatedCard
import TenderBytes

extension SimulatedCCID.Slot {
    /// Resets the card.
    ///
    /// - Parameter usual: The answer to reset of the scripted card.
    mutating func reset(usual: [UInt8]) -> [UInt8] { card?.powerOn() ?? usual }

    /// Has the card execute a command in the form of an APDU.
    mutating func execute(_ command: [UInt8]) -> ChipAnswer {
        card?.exchange(command) ?? .bytes(chip.execute(command))
    }
}

extension ChipCard {
    /// The PIN, which the customer of the card knows.
    var pinDigits: String { profile.pin.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The most blocks of one command.
    private static let mostBlocks = 64

    /// Executes a command in the form of an APDU, as whoever speaks the card's protocol does: under T=0 by GET RESPONSE
    /// and with the right length (EMV, Book 1, 9.3.1 and annex A).
    public mutating func exchange(_ command: [UInt8]) -> ChipAnswer {
        guard profile.transport == .t0, command.count >= 4 else { return transmit(command) }
        let size = command.count > 5 ? 5 + Int(command[4]) : command.count
        let expectsBoth = command.count == size + 1
        var block = command.count == 4 ? command + [0] : [UInt8](command.prefix(size))
        var (data, warning): ([UInt8], [UInt8]?) = ([], nil)
        for _ in 0..<Self.mostBlocks where data.count <= 256 {
            let answer = transmit(block)
            guard case .bytes(let bytes) = answer, bytes.count >= 2 else { return answer }
            let status = [UInt8](bytes.suffix(2))
            data += bytes.dropLast(2)
            switch status[0] {
            case 0x6C: block = block.prefix(4) + [status[1]]
            case 0x61: block = [0, 0xC0, 0, 0, status[1]]
            case 0x62 where expectsBoth && warning == nil, 0x63 where expectsBoth && warning == nil:
                warning = status
                block = [0, 0xC0, 0, 0, 0]
            default: return .bytes(data + (warning ?? status))
            }
        }
        return .silence
    }
}

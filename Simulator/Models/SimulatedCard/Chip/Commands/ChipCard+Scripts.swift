import TenderBytes
import TenderCrypto

/// The issuer's commands: application block and unblock, card block, PIN change and unblock, PUT DATA of the offline
/// limits (EMV, Book 3, 6.5.1 to 6.5.3 and 6.5.10).
extension ChipCard {
    private static let codeByteCount = 8

    /// The size of what a command holds before its code; `nil` for parameters that it does not have.
    private static func contentByteCount(_ command: ChipCommand) -> Int? {
        switch (command.instruction, command.first, command.second) {
        case (0x16, 0, 0), (0x18, 0, 0), (0x1E, 0, 0), (0x24, 0, 0): 0
        case (0x24, 0, 2): 16
        case (0xDA, 0x9F, 0x14), (0xDA, 0x9F, 0x23): 1
        default: nil
        }
    }

    /// Executes a command that only the issuer can have made, in a transaction in which it was asked.
    mutating func executeScript(_ command: ChipCommand) -> ChipResponse {
        guard let count = Self.contentByteCount(command) else { return .status(ChipStatus.wrongParameters) }
        guard command.data.count == count + Self.codeByteCount else { return .status(ChipStatus.wrongLength) }
        guard let place = application, !session.request.isEmpty, session.firstKind == .online else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        let header = [
            command.kind, command.instruction, command.first, command.second, UInt8(command.data.count),
        ]
        let content = Array(command.data.prefix(count))
        let expected = try? keys.commandCode(
            header: header, data: content, counter: counters[place].transactions, cryptogram: session.request)
        guard let expected, ConstantTime.areEqual(expected, Array(command.data.suffix(Self.codeByteCount))) else {
            return .status(ChipStatus.wrongMessageCode)
        }
        return obey(command, content)
    }

    private mutating func obey(_ command: ChipCommand, _ content: [UInt8]) -> ChipResponse {
        switch command.instruction {
        case 0x16: state = .cardBlocked
        case 0x18: if state == .applicationBlocked { state = .active }
        case 0x1E: if state != .cardBlocked { state = .applicationBlocked }
        case 0xDA: records.setLimit(UInt16(command.first) << 8 | UInt16(command.second), content[0])
        default:
            if !content.isEmpty {
                guard let block = keys.pinBlock(content, cryptogram: session.request) else {
                    return .status(ChipStatus.wrongData)
                }
                pinBlock = block
            }
            pinTries = 3
        }
        return ChipResponse()
    }

    /// Does what the issuer's status update says.
    mutating func follow(_ update: CardStatusUpdate) {
        if let tries = update.tries { pinTries = min(3, tries) }
        if update.blocksApplication, state != .cardBlocked { state = .applicationBlocked }
        if update.blocksCard { state = .cardBlocked }
    }

    /// Whether the issuer has blocked the card or its applications.
    var isBlocked: Bool { state == .applicationBlocked || state == .cardBlocked }
}

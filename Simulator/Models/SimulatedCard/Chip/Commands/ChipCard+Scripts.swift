import TenderCrypto

/// The issuer's commands: application block and unblock, card block, PIN unblock (EMV, Book 3, 6.5.1 to 6.5.3, 6.5.10).
extension ChipCard {
    private static let codeByteCount = 8

    /// Executes a command that only the issuer can have made, in a transaction in which it was asked.
    mutating func executeScript(_ command: ChipCommand) -> ChipResponse {
        guard command.first == 0, command.second == 0 else { return .status(ChipStatus.wrongParameters) }
        guard command.data.count == Self.codeByteCount else { return .status(ChipStatus.wrongLength) }
        guard let place = application, !session.request.isEmpty, session.firstKind == .online else {
            return .status(ChipStatus.conditionsNotSatisfied)
        }
        let header = [command.kind, command.instruction, 0, 0, UInt8(Self.codeByteCount)]
        let expected = try? keys.commandCode(
            header: header, data: [], counter: counters[place].transactions, cryptogram: session.request)
        guard let expected, ConstantTime.areEqual(expected, command.data) else {
            return .status(ChipStatus.wrongMessageCode)
        }
        switch command.instruction {
        case 0x16: state = .cardBlocked
        case 0x18: if state == .applicationBlocked { state = .active }
        case 0x1E: if state != .cardBlocked { state = .applicationBlocked }
        default: pinTries = 3
        }
        return ChipResponse()
    }
}

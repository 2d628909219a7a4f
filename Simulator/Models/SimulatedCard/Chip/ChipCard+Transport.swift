/// How an answer is cut to what the terminal asked for (EMV, Book 1, 9.3.1 and annex A).
extension ChipCard {
    /// T=1: whole, or with the size that would have been right.
    func trim(_ response: ChipResponse, to command: ChipCommand) -> ChipResponse {
        guard let expected = command.expected, expected < 256, response.data.count > expected else { return response }
        return .status(0x6C00 | UInt16(truncatingIfNeeded: min(response.data.count, 256) & 0xFF))
    }

    /// T=0: at once for a command without data, by GET RESPONSE for one with data.
    mutating func deliver(_ response: ChipResponse, to command: ChipCommand) -> ChipResponse {
        guard !response.data.isEmpty else { return .status(response.status) }
        guard command.data.isEmpty else {
            remaining = response.data
            return .status(response.status == ChipStatus.success ? left : response.status)
        }
        return hand(response.data, expected: command.expected)
    }

    /// GET RESPONSE.
    mutating func fetch(_ command: ChipCommand) -> ChipResponse {
        guard !remaining.isEmpty else { return .status(ChipStatus.conditionsNotSatisfied) }
        return hand(remaining, expected: command.expected)
    }

    private mutating func hand(_ data: [UInt8], expected: Int?) -> ChipResponse {
        let expected = expected ?? 256
        remaining = data
        if profile.flaw == .endlessAnswer { return ChipResponse(data: Array(data.prefix(expected)), status: 0x6110) }
        if expected > data.count { return .status(0x6C00 | UInt16(data.count)) }
        remaining.removeFirst(expected)
        return ChipResponse(
            data: Array(data.prefix(expected)), status: remaining.isEmpty ? ChipStatus.success : left)
    }

    private var left: UInt16 { 0x6100 | UInt16(min(remaining.count, 256) & 0xFF) }
}

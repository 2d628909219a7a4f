extension ChipCard {
    /// Executes a command; whatever it is, there is an answer.
    mutating func execute(_ command: ChipCommand) -> ChipResponse {
        let challenge = session.challenge
        session.challenge = nil
        switch (command.kind, command.instruction) {
        case (0x00, 0xA4): return select(command)
        case (0x00, 0xB2): return readRecord(command)
        case (0x80, 0xA8): return getProcessingOptions(command)
        case (0x80, 0xCA): return getData(command)
        case (0x00, 0x84): return getChallenge(command)
        case (0x00, 0x20): return verify(command, challenge: challenge)
        case (0x00, 0x88): return internalAuthenticate(command)
        case (0x00, 0x82): return externalAuthenticate(command)
        case (0x80, 0xAE): return generateCryptogram(command)
        case (0x84, 0x16), (0x84, 0x18), (0x84, 0x1E), (0x84, 0x24), (0x84, 0xDA): return executeScript(command)
        case (0x00, _), (0x80, _), (0x84, _), (0x8C, _):
            let isKnown = Self.instructions.contains(command.instruction)
            return .status(isKnown ? ChipStatus.unknownClass : ChipStatus.unknownInstruction)
        default: return .status(ChipStatus.unknownClass)
        }
    }

    private static let instructions: Set<UInt8> = [
        0xA4, 0xB2, 0xA8, 0xCA, 0x84, 0x20, 0x88, 0x82, 0xAE, 0x16, 0x18, 0x1E, 0x24, 0xDA,
    ]

    /// The place of the selected application; `nil` when none is.
    var application: Int? {
        if case .application(let place) = session.selection { place } else { nil }
    }
}

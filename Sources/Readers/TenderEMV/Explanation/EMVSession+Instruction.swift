extension EMVSession {
    /// A command that EMV has (EMV Book 1 §11, Book 3 §6).
    enum Instruction: Hashable {
        case select, readRecord, getProcessingOptions, getData, internalAuthenticate, getChallenge, verify
        case generateCryptogram, externalAuthenticate, getResponse
        /// Of contactless kernels.
        case relayResistance, cryptographicChecksum
        /// What an issuer sends in a script, by its name.
        case script(String)

        /// Reads class and instruction; `nil` for a command that EMV does not have.
        init?(_ command: CommandAPDU) {
            switch (command.cla, command.ins) {
            case (0x00, 0xA4): self = .select
            case (0x00, 0xB2): self = .readRecord
            case (0x80, 0xA8): self = .getProcessingOptions
            case (0x80, 0xCA): self = .getData
            case (0x00, 0x88): self = .internalAuthenticate
            case (0x00, 0x84): self = .getChallenge
            case (0x00, 0x20): self = .verify
            case (0x80, 0xAE): self = .generateCryptogram
            case (0x00, 0x82): self = .externalAuthenticate
            case (0x00, 0xC0): self = .getResponse
            case (0x80, 0xEA): self = .relayResistance
            case (0x80, 0x2A): self = .cryptographicChecksum
            case (0x80, let code), (0x84, let code), (0x8C, let code):
                guard let name = Self.scripts[code] else { return nil }
                self = .script(name)
            default: return nil
            }
        }

        private static let scripts: [UInt8: String] = [
            0x16: "CARD BLOCK", 0x18: "APPLICATION UNBLOCK", 0x1E: "APPLICATION BLOCK", 0x24: "PIN CHANGE/UNBLOCK",
            0xDA: "PUT DATA", 0xDC: "UPDATE RECORD",
        ]

        /// The name in the books.
        var name: String {
            switch self {
            case .select: "SELECT"
            case .readRecord: "READ RECORD"
            case .getProcessingOptions: "GET PROCESSING OPTIONS"
            case .getData: "GET DATA"
            case .internalAuthenticate: "INTERNAL AUTHENTICATE"
            case .getChallenge: "GET CHALLENGE"
            case .verify: "VERIFY"
            case .generateCryptogram: "GENERATE AC"
            case .externalAuthenticate: "EXTERNAL AUTHENTICATE"
            case .getResponse: "GET RESPONSE"
            case .relayResistance: "EXCHANGE RELAY RESISTANCE DATA"
            case .cryptographicChecksum: "COMPUTE CRYPTOGRAPHIC CHECKSUM"
            case .script(let name): name
            }
        }
    }
}

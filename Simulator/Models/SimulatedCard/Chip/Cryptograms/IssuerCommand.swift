public import TenderBytes

/// A command of an issuer to its card, which a terminal passes on in a script (EMV, Book 3, 6.5 and 10.10).
public enum IssuerCommand: Sendable {
    /// APPLICATION BLOCK.
    case blockApplication
    /// APPLICATION UNBLOCK.
    case unblockApplication
    /// CARD BLOCK.
    case blockCard
    /// PIN CHANGE/UNBLOCK without a PIN: all tries are left again.
    case unblockPIN
    /// PIN CHANGE/UNBLOCK with a new PIN, 4 to 12 digits as text. [check]
    case changePIN(SecretBytes)
    /// PUT DATA of the lower consecutive offline limit (tag 9F14).
    case setLowerLimit(UInt8)
    /// PUT DATA of the upper consecutive offline limit (tag 9F23).
    case setUpperLimit(UInt8)

    /// Class, instruction and parameters.
    var header: [UInt8] {
        switch self {
        case .blockApplication: [0x84, 0x1E, 0x00, 0x00]
        case .unblockApplication: [0x84, 0x18, 0x00, 0x00]
        case .blockCard: [0x84, 0x16, 0x00, 0x00]
        case .unblockPIN: [0x84, 0x24, 0x00, 0x00]
        case .changePIN: [0x84, 0x24, 0x00, 0x02]
        case .setLowerLimit: [0x84, 0xDA, 0x9F, 0x14]
        case .setUpperLimit: [0x84, 0xDA, 0x9F, 0x23]
        }
    }
}

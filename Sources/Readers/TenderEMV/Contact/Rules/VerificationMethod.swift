/// A method of cardholder verification (EMV Book 3, annex C3, table 39).
enum VerificationMethod: Hashable, Sendable {
    /// Verification fails.
    case fail
    /// A PIN that the card checks.
    case offlinePIN(isEnciphered: Bool, withSignature: Bool)
    /// A PIN that the issuer checks.
    case onlinePIN
    /// A signature on paper.
    case signature
    /// Nothing.
    case none

    /// `nil` for a method that is not recognised.
    init?(_ method: UInt8) {
        switch method {
        case 0x00: self = .fail
        case 0x01: self = .offlinePIN(isEnciphered: false, withSignature: false)
        case 0x02: self = .onlinePIN
        case 0x03: self = .offlinePIN(isEnciphered: false, withSignature: true)
        case 0x04: self = .offlinePIN(isEnciphered: true, withSignature: false)
        case 0x05: self = .offlinePIN(isEnciphered: true, withSignature: true)
        case 0x1E: self = .signature
        case 0x1F: self = .none
        default: return nil
        }
    }

    /// Whether a PIN is entered for it.
    var usesPIN: Bool {
        switch self {
        case .offlinePIN, .onlinePIN: true
        case .fail, .signature, .none: false
        }
    }

    /// Whether a terminal has it.
    func isSupported(by capabilities: TerminalCapabilities) -> Bool {
        switch self {
        case .fail: true
        case .offlinePIN(let isEnciphered, let withSignature):
            capabilities.contains(isEnciphered ? .encipheredPIN : .plainPIN)
                && (!withSignature || capabilities.contains(.signature))
        case .onlinePIN: capabilities.contains(.onlinePIN)
        case .signature: capabilities.contains(.signature)
        case .none: capabilities.contains(.noVerification)
        }
    }
}

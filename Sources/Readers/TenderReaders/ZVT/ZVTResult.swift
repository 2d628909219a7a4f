import TenderBytes

/// The result of a transaction as the terminal reports it: the value of field 27 and of an abort.
///
/// The sentences are this library's; codes 01 to 63 are the network operator's own.
public struct ZVTResult: Hashable, Sendable {
    /// The code; 0 for success.
    public var code: UInt8

    /// Creates a result from a code.
    public init(_ code: UInt8) { self.code = code }

    /// The transaction succeeded.
    public static let success = ZVTResult(0x00)
    /// It was stopped by a key, by the till or by a timeout.
    public static let stopped = ZVTResult(0x6C)
    /// The receipt was already reversed.
    public static let alreadyReversed = ZVTResult(0xB4)
    /// The receipt cannot be reversed.
    public static let notReversible = ZVTResult(0xB5)
    /// It is not possible now.
    public static let notPossible = ZVTResult(0x83)

    /// What caused a result other than success.
    public enum Cause: Hashable, Sendable, CaseIterable {
        /// The card, its issuer or the customer: another card may work.
        case card
        /// The terminal is busy: the same request may work in a moment.
        case busy
        /// The terminal, its network or its setup: no other card changes that.
        case terminal
    }

    /// What caused the result; an unknown cause does not count as the card's fault.
    public var cause: Cause {
        if (0x01...0x63).contains(code) || Self.aboutCard.contains(code) { return .card }
        return Self.aboutBusyness.contains(code) ? .busy : .terminal
    }

    private static let aboutCard: Set<UInt8> = [
        0x64, 0x65, 0x66, 0x67, 0x68, 0x6C, 0x6E, 0x71, 0x72, 0x73, 0x75, 0x76, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7E,
        0xA4,
        0xA5, 0xB4, 0xB5, 0xB7, 0xB8, 0xC3, 0xC5, 0xD2, 0xEA, 0xEC, 0xF1,
    ]
    private static let aboutBusyness: Set<UInt8> = [0x83, 0x9C, 0xA0, 0xDC, 0xE0, 0xF0]

    /// A human-readable sentence.
    public var sentence: String {
        if let known = Self.sentences[code] { return known }
        return (0x01...0x63).contains(code)
            ? "refused by the network operator with code \(hex)" : "ended with the unknown code \(hex)"
    }

    /// The code as two hexadecimal digits.
    public var hex: String { Hex.encode([code]).uppercased() }

    /// The public table (PA00P015, "Error messages").
    public static let sentences: [UInt8: String] = [
        0x00: "done", 0x64: "the card cannot be read", 0x65: "the card holds no data", 0x66: "processing failed",
        0x67: "not permitted for girocard and Maestro", 0x68: "not permitted for credit and fleet cards",
        0x6A: "the turnover file is full", 0x6B: "the till is not registered with the terminal",
        0x6C: "stopped by a key or because the time ran out", 0x6E: "the card is on a blocked list",
        0x6F: "wrong currency", 0x71: "not enough credit on the chip", 0x72: "the chip is faulty",
        0x73: "the card data is wrong", 0x74: "the terminal's keys are used up", 0x75: "the text is not authentic",
        0x76: "the card is not on the permitted list", 0x77: "the batch cannot be closed",
        0x78: "the card has expired", 0x79: "the card is not valid yet", 0x7A: "the card is unknown",
        0x7B: "the stripe of a girocard may not be used instead", 0x7C: "the stripe may not be used instead",
        0x7D: "the host does not answer", 0x7E: "the stripe may not be used instead; a debit advice is possible",
        0x83: "not possible", 0x85: "a key is missing", 0x89: "the PIN pad is faulty", 0x9A: "protocol error",
        0x9B: "the connection to the host failed", 0x9C: "wait", 0xA0: "the receiver is not ready",
        0xA1: "the other side does not answer", 0xA3: "no connection", 0xA4: "the purse cannot be submitted",
        0xA5: "forbidden by card security rules", 0xB1: "the memory is full", 0xB2: "the merchant journal is full",
        0xB4: "reversed before", 0xB5: "cannot be reversed",
        0xB7: "the pre-authorization is wrong, or the amount too high", 0xB8: "the pre-authorization failed",
        0xBF: "the power supply is too low", 0xC0: "the card lock is faulty", 0xC1: "the merchant card is locked",
        0xC2: "a diagnosis is needed", 0xC3: "the amount is above the limit", 0xC4: "the card profile is invalid",
        0xC5: "the payment method is not supported", 0xC6: "the currency is not possible",
        0xC8: "the amount is too small", 0xC9: "the largest amount is too small", 0xCB: "possible in euro only",
        0xCC: "the printer is not ready", 0xCD: "cashback is not possible",
        0xD2: "not permitted for service and bank cards", 0xDC: "a card is inserted",
        0xDD: "the card could not be ejected", 0xDE: "the card could not be drawn in",
        0xE0: "remote maintenance is active", 0xE2: "the card reader is faulty", 0xE3: "the shutter is closed",
        0xE4: "the terminal has to be activated", 0xE7: "a goods group is unknown",
        0xE8: "there is no table of goods groups", 0xE9: "the restriction code is not permitted",
        0xEA: "the card code is not permitted", 0xEB: "the PIN method is unknown", 0xEC: "a PIN is not possible",
        0xED: "the PIN pad is faulty", 0xF0: "an earlier batch is still open", 0xF1: "offline failure of girocard",
        0xF5: "OPT failed", 0xF6: "the OPT data is missing", 0xFA: "offline transactions could not be sent",
        0xFB: "the turnover data is damaged", 0xFC: "a device is missing or faulty",
        0xFD: "the speed is not supported", 0xFE: "the register is unknown", 0xFF: "system error",
    ]
}

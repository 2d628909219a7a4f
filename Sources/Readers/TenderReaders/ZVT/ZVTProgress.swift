import TenderBytes
public import TenderModel

/// What a terminal is doing: the first byte of an intermediate status.
///
/// The sentences are this library's; many codes have 0x40 added while the card has yet to be removed.
public struct ZVTProgress: Hashable, Sendable {
    /// The code.
    public var code: UInt8

    /// Creates a value from a code.
    public init(_ code: UInt8) { self.code = code }

    private var base: UInt8 { (0x41...0x5D).contains(code) ? code - 0x40 : code }

    /// A human-readable sentence.
    public var sentence: String {
        let text = Self.sentences[base] ?? "status \(Hex.encode([code]).uppercased())"
        return code != base && base != 0x0B ? "\(text); remove the card" : text
    }

    /// What the customer should do, if one of the reader messages says it.
    public var message: ReaderDisplayMessage? {
        switch base {
        case 0x0A, 0x2A: .insertCard
        case 0x0B: .removeCard
        case 0x0C: .retryCard
        case 0x07, 0x08, 0x09, 0x10: .tryAnotherCard
        default: code != base ? .removeCard : nil
        }
    }

    /// The public table (PA00P015, "Intermediate status information").
    public static let sentences: [UInt8: String] = [
        0x00: "the amount is to be confirmed", 0x01: "look at the PIN pad", 0x02: "look at the PIN pad",
        0x03: "not accepted", 0x04: "waiting for the host", 0x05: "an automatic reversal is being sent",
        0x06: "later bookings are being sent", 0x07: "the card is not accepted", 0x08: "the card is unknown",
        0x09: "the card has expired", 0x0A: "insert the card", 0x0B: "remove the card",
        0x0C: "the card cannot be read", 0x0D: "processing failed", 0x0E: "wait",
        0x0F: "the batch is being closed automatically", 0x10: "the card is invalid", 0x11: "the balance is shown",
        0x12: "the system has a fault", 0x13: "payment is not possible", 0x14: "not enough credit",
        0x15: "wrong PIN", 0x16: "the limit is too low", 0x17: "wait", 0x18: "too many wrong PINs",
        0x19: "the card data is wrong", 0x1A: "service mode", 0x1B: "approved: fill up",
        0x1C: "approved: take the goods", 0x1D: "declined", 0x26: "the mobile number is being entered",
        0x27: "the mobile number is being repeated", 0x28: "a currency is being chosen",
        0x29: "a language is being chosen", 0x2A: "insert the card to load it", 0x2B: "emergency transaction",
        0x2C: "an application is being chosen", 0x66: "the mobile number is being entered",
        0x67: "the mobile number is being repeated", 0x68: "a customer card was inserted",
        0x69: "a currency conversion is offered", 0xC7: "the mileage is being entered",
        0xC8: "waiting for the cashier", 0xC9: "an automatic diagnosis begins",
        0xCA: "an automatic initialization begins", 0xCB: "the merchant journal is full",
        0xCC: "a debit advice is not possible: a PIN is needed", 0xD2: "dialling", 0xD3: "the line is up",
        0xE0: "an application is to be chosen", 0xE1: "a language is to be chosen",
        0xE2: "the cleaning card is wanted", 0xF1: "offline", 0xF2: "online", 0xF3: "offline transaction",
    ]
}

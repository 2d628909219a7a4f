/// The meanings of status words (ISO/IEC 7816-4 clause 5.6; EMV Book 1 §11, Book 3 §6).
enum EMVStatusWord {
    /// Returns what a status word says.
    static func words(_ statusWord: UInt16) -> String {
        if let exact = exact[statusWord] { return exact }
        let low = UInt8(truncatingIfNeeded: statusWord)
        switch statusWord >> 8 {
        case 0x61: return "\(low == 0 ? 256 : Int(low)) more bytes wait for GET RESPONSE (T=0)"
        case 0x6C: return "wrong Le; the right one is \(hex(low)) (T=0)"
        case 0x63 where low >> 4 == 0xC: return "verification failed; \(low & 0x0F) tries left"
        default: return classes[statusWord >> 8] ?? "not a status word of ISO/IEC 7816-4"
        }
    }

    private static let exact: [UInt16: String] = [
        0x9000: "done", 0x6281: "part of the data may be corrupted", 0x6282: "the file ended before Le bytes were read",
        0x6283: "the selected file or application is blocked", 0x6284: "badly formatted file control information",
        0x6300: "authentication or verification failed", 0x6581: "memory failure", 0x6700: "wrong length",
        0x6881: "logical channels are not supported", 0x6882: "secure messaging is not supported",
        0x6981: "the command does not fit the file", 0x6982: "the security status is not satisfied",
        0x6983: "the PIN is blocked", 0x6984: "the PIN or the referenced data cannot be used",
        0x6985: "the conditions of use are not satisfied", 0x6986: "the command is not allowed",
        0x6987: "a secure messaging object is missing", 0x6988: "a secure messaging object is wrong",
        0x6A80: "wrong data", 0x6A81: "the function is not supported, or the card is blocked",
        0x6A82: "the file or application was not found", 0x6A83: "the record was not found",
        0x6A84: "there is not enough memory", 0x6A86: "wrong P1 or P2", 0x6A88: "the referenced data was not found",
        0x6B00: "wrong P1 or P2", 0x6D00: "unknown instruction", 0x6E00: "unknown class", 0x6F00: "no precise reason",
    ]

    private static let classes: [UInt16: String] = [
        0x62: "warning, memory unchanged", 0x63: "warning, memory changed", 0x64: "error, memory unchanged",
        0x65: "error, memory changed", 0x66: "error of security", 0x67: "wrong length",
        0x68: "a function of the class is not supported", 0x69: "the command is not allowed", 0x6A: "wrong parameters",
        0x6B: "wrong P1 or P2", 0x6D: "unknown instruction", 0x6E: "unknown class", 0x6F: "no precise reason",
        0x90: "done, as the application defines", 0x91: "done, as the application defines",
    ]
}

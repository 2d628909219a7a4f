/// The protocol by which a chip speaks (ISO/IEC 7816-3).
public enum ChipProtocol: String, Hashable, Sendable, CaseIterable {
    /// Byte by byte: an answer to a command with data is fetched by GET RESPONSE.
    case t0 = "T=0"
    /// In blocks: a command and its answer are whole.
    case t1 = "T=1"

    /// The answer to reset, one that EMV accepts (Book 1, 8).
    public var answerToReset: [UInt8] {
        switch self {
        case .t0: [0x3B, 0x60, 0x00, 0x00]
        case .t1: [0x3B, 0xE0, 0x00, 0x00, 0x81, 0x31, 0x20, 0x45, 0x35]
        }
    }
}

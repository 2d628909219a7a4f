import TenderBytes

/// A card's answer, taken apart.
struct CardAnswer {
    /// The most bytes of a short answer: 256 and the status word.
    static let mostBytes = 258

    let data: SecretBytes
    let statusWord: UInt16

    /// - Throws: the end of the transaction if there is no status word, or too much.
    init(_ bytes: SecretBytes) throws(ContactStop) {
        guard (2...Self.mostBytes).contains(bytes.count) else { throw .terminated(.dataInvalid) }
        let count = bytes.count - 2
        data = bytes.part(0..<count)
        statusWord = bytes.withUnsafeBytes { UInt16($0[count]) << 8 | UInt16($0[count + 1]) }
    }

    var isSuccess: Bool { statusWord == 0x9000 }
    /// Whether the card took a command of the issuer (EMV Book 3, 10.10).
    var isTaken: Bool { statusWord >> 8 == 0x90 || isWarning }
    var isWarning: Bool { statusWord >> 8 == 0x62 || statusWord >> 8 == 0x63 }
}

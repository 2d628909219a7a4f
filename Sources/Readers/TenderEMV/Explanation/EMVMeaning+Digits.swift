/// Data elements of digits: dates, times, codes.
extension EMVMeaning {
    private static let dates: Set<TLV.Tag> = [0x5F24, 0x5F25, 0x9A]
    private static let types: [String: String] = [
        "00": "purchase", "01": "cash", "09": "purchase with cashback", "20": "refund", "30": "inquiry",
    ]
    private static let entryModes: [String: String] = [
        "01": "keyed", "02": "magnetic stripe", "05": "chip", "07": "contactless chip",
        "80": "magnetic stripe after a chip failed", "90": "magnetic stripe", "91": "contactless magnetic stripe",
        "95": "chip without a reliable check value",
    ]

    /// Creates the meaning of digits, two a byte; compressed ones end at the first F.
    init(digits tag: TLV.Tag, _ bytes: [UInt8], isCompressed: Bool) {
        var digits = hex(bytes)
        if isCompressed { digits = String(digits.prefix { $0 != "F" }) }
        if let wrong = digits.utf8.enumerated().first(where: { !(0x30...0x39).contains($0.element) }) {
            fault = EMVDataError(at: wrong.offset / 2, "there are not two decimal digits").sentence
        } else if Self.dates.contains(tag) {
            read(date: bytes)
        } else {
            text = Self.words(tag, digits)
        }
    }

    private static func words(_ tag: TLV.Tag, _ digits: String) -> String? {
        switch tag {
        case 0x9C: types[digits] ?? "of the payment system"
        case 0x9F39: entryModes[digits] ?? "another entry mode"
        case 0x9F35: terminalType(digits)
        case 0x9F21: pairs(digits, ":")
        default: nil
        }
    }

    /// The dates of a century: years up to 49 are of this one (EMV Book 4 §6.7.3).
    private mutating func read(date bytes: [UInt8]) {
        guard bytes.count == 3 else { return }
        guard (0x01...0x12).contains(bytes[1]), (0x01...0x31).contains(bytes[2]) else {
            fault = EMVDataError(at: 1, "there are no such month and day").sentence
            return
        }
        text = (bytes[0] < 0x50 ? "20" : "19") + Self.pairs(hex(bytes), "-")
    }

    private static func pairs(_ digits: String, _ separator: String) -> String {
        let bytes = Array(digits)
        return stride(from: 0, to: bytes.count, by: 2).map { String(bytes[$0...].prefix(2)) }
            .joined(separator: separator)
    }

    /// Returns what a terminal type says (EMV Book 4 annex A1).
    private static func terminalType(_ digits: String) -> String {
        let operators: [Character: String] = ["1": "a bank's", "2": "a merchant's", "3": "a cardholder's"]
        let places: [Character: String] = [
            "1": "attended, online only", "2": "attended, offline with online capability",
            "3": "attended, offline only", "4": "unattended, online only",
            "5": "unattended, offline with online capability", "6": "unattended, offline only",
        ]
        guard digits.count == 2, let first = digits.first.flatMap({ operators[$0] }),
            let second = digits.last.flatMap({ places[$0] })
        else { return "reserved" }
        return "\(first) terminal, \(second)"
    }
}

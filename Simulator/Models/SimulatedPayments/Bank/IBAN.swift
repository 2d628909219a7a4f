/// An international bank account number, according to ISO 13616.
struct IBAN {
    /// The country, the check digits and the account number, without spaces.
    let text: String

    /// The length of a number, and the positions of bank and branch after the check digits.
    private struct Layout {
        let length: Int
        var start = 0
        let bank: Int
        var branch = 0
    }

    /// Source: the registry of ISO 13616, countries of the SEPA area.
    private static let layouts: [String: Layout] = [
        "AD": Layout(length: 24, bank: 4, branch: 4), "AT": Layout(length: 20, bank: 5),
        "BE": Layout(length: 16, bank: 3), "BG": Layout(length: 22, bank: 4, branch: 4),
        "CH": Layout(length: 21, bank: 5), "CY": Layout(length: 28, bank: 3, branch: 5),
        "CZ": Layout(length: 24, bank: 4), "DE": Layout(length: 22, bank: 8), "DK": Layout(length: 18, bank: 4),
        "EE": Layout(length: 20, bank: 2), "ES": Layout(length: 24, bank: 4, branch: 4),
        "FI": Layout(length: 18, bank: 3), "FR": Layout(length: 27, bank: 5, branch: 5),
        "GB": Layout(length: 22, bank: 4, branch: 6), "GI": Layout(length: 23, bank: 4),
        "GR": Layout(length: 27, bank: 3, branch: 4), "HR": Layout(length: 21, bank: 7),
        "HU": Layout(length: 28, bank: 3, branch: 4), "IE": Layout(length: 22, bank: 4, branch: 6),
        "IS": Layout(length: 26, bank: 2, branch: 2), "IT": Layout(length: 27, start: 1, bank: 5, branch: 5),
        "LI": Layout(length: 21, bank: 5), "LT": Layout(length: 20, bank: 5), "LU": Layout(length: 20, bank: 3),
        "LV": Layout(length: 21, bank: 4), "MC": Layout(length: 27, bank: 5, branch: 5),
        "MT": Layout(length: 31, bank: 4, branch: 5), "NL": Layout(length: 18, bank: 4),
        "NO": Layout(length: 15, bank: 4), "PL": Layout(length: 28, bank: 8),
        "PT": Layout(length: 25, bank: 4, branch: 4), "RO": Layout(length: 24, bank: 4),
        "SE": Layout(length: 24, bank: 3), "SI": Layout(length: 19, bank: 2, branch: 3),
        "SK": Layout(length: 24, bank: 4), "SM": Layout(length: 27, start: 1, bank: 5, branch: 5),
        "VA": Layout(length: 22, bank: 3),
    ]

    /// Parses a number with or without spaces, or returns `nil` if country, length or check digits are wrong.
    init?(_ given: String) {
        guard given.utf8.count <= 64 else { return nil }
        let bytes = given.uppercased().utf8.filter { $0 != UInt8(ascii: " ") }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let layout = Self.layouts[String(text.prefix(2))], bytes.count == layout.length,
            Self.remainder(of: bytes.dropFirst(4) + bytes.prefix(4)) == 1
        else { return nil }
        self.text = text
    }

    /// Returns the remainder modulo 97, letters counted as two digits; `nil` for other characters.
    private static func remainder(of bytes: some Sequence<UInt8>) -> Int? {
        var remainder = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): remainder = (remainder * 10 + Int(byte) - 48) % 97
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): remainder = (remainder * 100 + Int(byte) - 55) % 97
            default: return nil
            }
        }
        return remainder
    }

    var country: String { String(text.prefix(2)) }
    var last4: String { String(text.suffix(4)) }

    private var layout: Layout { Self.layouts[country] ?? Layout(length: 0, bank: 0) }

    var bankCode: String { String(text.dropFirst(4 + layout.start).prefix(layout.bank)) }

    var branchCode: String { String(text.dropFirst(4 + layout.start + layout.bank).prefix(layout.branch)) }

    /// The bank's reaction to debits: the public test accounts have one of their own, all others pay.
    ///
    /// Source: the API's public page on testing SEPA debits.
    var outcome: BankAccount.Outcome { Self.outcomes[text] ?? .succeeds }

    private static let outcomes: [String: BankAccount.Outcome] = [
        "AT321904300235473204": .succeedsLater, "AT861904300235473202": .fails,
        "AT051904300235473205": .failsLater, "AT591904300235473203": .disputed,
        "AT981904300000343434": .exceedsLimit, "AT981904300002222227": .insufficientFunds,
        "DE08370400440532013003": .succeedsLater, "DE62370400440532013001": .fails,
        "DE78370400440532013004": .failsLater, "DE35370400440532013002": .disputed,
        "DE65370400440000343434": .exceedsLimit, "DE65370400440002222227": .insufficientFunds,
    ]
}

import TenderBytes

/// A day in the form of cards: six digits, YYMMDD (EMV Book 4, 6.7.3).
public struct EMVDate: Hashable, Comparable, Sendable {
    /// The year, 1950 to 2049.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day, 1 to 31.
    public let day: Int

    /// Reads three bytes of digits; the years 50 to 99 are of the last century.
    ///
    /// - Returns: `nil` for another size, for what is no digit, and for a month or day that does not exist.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 3 else { return nil }
        self.init(year: bytes[0], month: bytes[1], day: bytes[2])
    }

    /// The last day of a month in the form MMYY, as certificates have it (EMV Book 2, 6.3).
    ///
    /// - Returns: `nil` as above.
    public init?(endOfMonth bytes: [UInt8]) {
        guard bytes.count == 2 else { return nil }
        self.init(year: bytes[1], month: bytes[0], day: 0x31, isEndOfMonth: true)
    }

    /// The same of a card's value.
    init?(_ value: SecretBytes) {
        guard value.count == 3 else { return nil }
        let digits = value.number
        self.init(
            year: UInt8(digits >> 16), month: UInt8(truncatingIfNeeded: digits >> 8),
            day: UInt8(truncatingIfNeeded: digits))
    }

    private init?(year: UInt8, month: UInt8, day: UInt8, isEndOfMonth: Bool = false) {
        guard let year = Self.number(year), let month = Self.number(month), let day = Self.number(day),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.year = year < 50 ? 2000 + year : 1900 + year
        self.month = month
        self.day = day
        let last = Self.dayCount(month: month, year: self.year)
        // The 31st compares like the last day of any month.
        guard isEndOfMonth || day <= last else { return nil }
    }

    /// The value of tag 9A and of the dates of cards.
    public var bytes: [UInt8] { [year % 100, month, day].map { UInt8($0 / 10 * 16 + $0 % 10) } }

    /// Compares by year, month and day.
    public static func < (left: EMVDate, right: EMVDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func number(_ byte: UInt8) -> Int? {
        byte >> 4 < 10 && byte & 0xF < 10 ? Int(byte >> 4) * 10 + Int(byte & 0xF) : nil
    }

    private static func dayCount(month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

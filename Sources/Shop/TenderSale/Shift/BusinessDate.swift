/// The day that a shift is booked on, as a text such as `2026-11-21`.
public enum BusinessDate {
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    /// Returns the day of a moment.
    ///
    /// - Parameters:
    ///   - milliseconds: The moment since 1970, UTC.
    ///   - offset: The seconds by which the shop's clock is ahead of UTC at that moment.
    /// - Returns: The day; `nil` before the year 1 and after the year 9999.
    public static func text(milliseconds: Int64, offset: Int) -> String? {
        let seconds = floored(milliseconds, 1000).addingReportingOverflow(Int64(offset))
        guard !seconds.overflow else { return nil }
        return text(daysSince1970: floored(seconds.partialValue, 86_400))
    }

    /// Returns whether the text is a calendar day.
    public static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0,
            (1...12).contains(month)
        else { return false }
        return (1...length(of: month, year)).contains(day)
    }

    private static func text(daysSince1970 days: Int64) -> String? {
        let since = days.addingReportingOverflow(719_162)  // from 0001-01-01
        guard !since.overflow, (0..<3_652_059).contains(since.partialValue) else { return nil }
        let count = Int(since.partialValue)
        var year = count / 366 + 1
        while firstDay(year + 1) <= count { year += 1 }
        var rest = count - firstDay(year)
        var month = 1
        while rest >= length(of: month, year) {
            rest -= length(of: month, year)
            month += 1
        }
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(rest + 1, 2)
    }

    private static func firstDay(_ year: Int) -> Int {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        guard month < 12 else { return 31 }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return daysBeforeMonth[month] - daysBeforeMonth[month - 1] + (month == 2 && isLeap ? 1 : 0)
    }

    private static func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

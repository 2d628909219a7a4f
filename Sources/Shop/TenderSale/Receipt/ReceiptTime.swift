/// A moment with its local offset, so that it prints the same everywhere and forever.
public struct ReceiptTime: Hashable, Sendable, Codable {
    /// Milliseconds since 1970, UTC.
    public var milliseconds: Int64
    /// The minutes by which local time was ahead of UTC, clamped to a day.
    public var offsetMinutes: Int

    /// Creates a moment.
    public init(milliseconds: Int64, offsetMinutes: Int) {
        self.milliseconds = milliseconds
        self.offsetMinutes = offsetMinutes
    }

    /// The local date and time of day.
    public var local: (year: Int64, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let offset = Int64(min(max(offsetMinutes, -1440), 1440)) * 60
        let (seconds, _) = Self.divided(milliseconds, by: 1000)
        let (days, inDay) = Self.divided(seconds + offset, by: 86_400)
        let date = Self.date(days)
        let time = Int(inDay)
        return (date.year, date.month, date.day, time / 3600, time / 60 % 60, time % 60)
    }

    /// Divides and rounds down, so that the remainder is never negative.
    private static func divided(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    /// Returns the Gregorian date of a day since 1970, computed in years that begin in March.
    private static func date(_ day: Int64) -> (year: Int64, month: Int, day: Int) {
        let (era, inEra) = divided(day + 719_468, by: 146_097)
        let yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / 146_096) / 365
        let dayOfYear = Int(inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100))
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

/// A time in RFC 3339 format, such as `2026-11-22T14:50:19.000Z`, from and to seconds since 1970.
package struct Timestamp: Hashable, Sendable {
    /// The seconds since 1970.
    package let seconds: Int64

    /// The times that can be written with a four-digit year: 0000-01-01 to 9999-12-31.
    private static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Creates a time, clamped to the nearest with a four-digit year.
    package init(_ seconds: Int64) { self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound) }

    /// The day, such as `2026-11-22`.
    package var day: String {
        let (year, month, day) = Self.date(ofDay: Self.floor(seconds, 86400))
        return Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
    }

    /// The full form, in UTC.
    package var text: String {
        let rest = seconds - 86400 * Self.floor(seconds, 86400)
        let parts = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }
        return day + "T" + parts.joined(separator: ":") + ".000Z"
    }

    /// Parses a time, dropping a fraction of a second, or returns `nil` for anything else, and for invalid dates.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (20...40).contains(bytes.count), bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74,
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return nil }
        let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
        let numbers = places.compactMap { Self.number(bytes[$0]) }
        guard numbers.count == 6, numbers[3] < 24, numbers[4] < 60, numbers[5] < 60,
            let offset = Self.offset(bytes[19...])
        else { return nil }
        let day = Self.day(ofDate: numbers[0], numbers[1], numbers[2])
        guard (1...12).contains(numbers[1]), Self.date(ofDay: day) == (numbers[0], numbers[1], numbers[2]) else {
            return nil
        }
        self.init(day * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5] - offset)
    }

    /// Returns the seconds by which the local time is ahead, after a fraction.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var rest = bytes
        if rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
        }
        guard let sign = rest.first else { return nil }
        if sign | 0x20 == 0x7A { return rest.count == 1 ? 0 : nil }
        guard sign == 0x2B || sign == 0x2D, rest.count == 6, rest[rest.startIndex + 3] == 0x3A,
            let hours = number(rest[(rest.startIndex + 1)..<(rest.startIndex + 3)]),
            let minutes = number(rest[(rest.startIndex + 4)...]), hours < 24, minutes < 60
        else { return nil }
        return (sign == 0x2D ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { 10 * $0 + Int64($1 - 0x30) }
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
    }

    private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }

    /// Returns the days since 1970 of a Gregorian date, counted in years that begin in March.
    private static func day(ofDate year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month <= 2 ? year - 1 : year
        let era = floor(years, 400)
        let yearOfEra = years - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isAfterNewYear = month >= 10
        return (
            yearOfEra + era * 400 + (isAfterNewYear ? 1 : 0), isAfterNewYear ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}

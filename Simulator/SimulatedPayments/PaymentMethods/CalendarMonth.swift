/// A month of the Gregorian calendar, in UTC.
struct CalendarMonth {
    let year: Int64
    let month: Int64

    /// - Parameter time: seconds since 1970.
    init(containing time: Int64) {
        // Years that begin with March end with the leap day; eras of 400 years are equally long.
        let days = Self.floor(time, 86400) + 719_468
        let era = Self.floor(days, 146_097)
        let day = days - era * 146_097
        let yearOfEra = (day - day / 1460 + day / 36524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}

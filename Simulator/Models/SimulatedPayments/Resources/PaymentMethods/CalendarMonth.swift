/// A month of the Gregorian calendar, in UTC, and a day in it.
struct CalendarMonth {
    let year: Int64
    let month: Int64
    /// The day of the month, from 1.
    let day: Int64

    /// - Parameter time: The seconds since 1970.
    init(containing time: Int64) {
        // Years that begin in March end with the leap day; eras of 400 years are equally long.
        let days = Self.floor(time, 86400) + 719_468
        let era = Self.floor(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}

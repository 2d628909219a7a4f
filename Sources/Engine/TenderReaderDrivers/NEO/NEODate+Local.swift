import Glibc
public import TenderReaders

extension NEODate {
    /// Returns the current day in the machine's time zone.
    public static func local() -> NEODate {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return NEODate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}

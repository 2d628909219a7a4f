import Glibc

/// The clock of the day.
public enum WallTime {
    /// Milliseconds since 1970, UTC.
    public static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Returns the minutes by which local time is ahead of UTC at a moment.
    public static func offsetMinutes(at milliseconds: Int64) -> Int {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return parts.tm_gmtoff / 60
    }
}

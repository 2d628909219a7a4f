import Glibc
public import TenderFlow

/// The machine's own clocks.
public struct SystemWallClock: WallClock {
    private static let boot: UInt64 = bootID()

    /// Creates a clock that reads the machine's clocks.
    public init() {}

    /// Returns the current moment.
    public func now() -> Stamp {
        Stamp(
            unixMilliseconds: Self.milliseconds(CLOCK_REALTIME), upMilliseconds: Self.milliseconds(CLOCK_BOOTTIME),
            boot: Self.boot
        )
    }

    /// Returns the kernel's ID of this boot; a random one if there is none, which puts every age in doubt.
    private static func bootID() -> UInt64 {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return UInt64.random(in: .min ... .max) }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 36)
        let count = fread(&text, 1, text.count, file)
        let digits = text.prefix(count).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 32 else { return UInt64.random(in: .min ... .max) }
        return digits.prefix(16).reduce(0) { $0 << 4 | UInt64($1) }
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

import CGetopt

/// What a program sets and asks of its process and its machine, and `import Glibc` does not show.
package enum ProcessSettings {
    /// Forbids core files and debuggers, since memory may hold card data; returns whether it worked.
    package static func forbidDumps() -> Bool { cgetopt_forbid_dumps() == 0 }

    /// Whether the system's clock is synchronized.
    package static var isClockSynchronized: Bool { cgetopt_clock_is_kept() == 1 }
}

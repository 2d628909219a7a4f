import CGetopt

/// What a program sets and asks of its process and its machine, and `import Glibc` does not show.
package enum ProcessSettings {
    /// Forbids core files and debuggers, since memory may hold card data; returns whether it worked.
    package static func forbidDumps() -> Bool { cgetopt_forbid_dumps() == 0 }

    /// Lets all threads allocate from one heap that grows by `step` bytes at a time, for a program whose work is done by
    /// one thread; call it before the first thread starts.
    package static func shareHeap(step: Int32) { cgetopt_share_heap(step) }

    /// Whether the system's clock is synchronized.
    package static var isClockSynchronized: Bool { cgetopt_clock_is_kept() == 1 }
}

/// A queue of tasks by the time at which they are due, earliest first; at equal times in the order added, but those
/// marked last come last.
struct DueQueue<Task: Sendable>: Sendable {
    private struct Entry: Sendable {
        let time: Int64
        /// The order of adding; for those that come last at their time, the highest bit is set too.
        let number: UInt64
        let task: Task

        func isBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var count: UInt64 = 0

    /// - Parameter isLast: Whether it comes after all other tasks of its time, whenever those are added.
    mutating func add(_ task: Task, at time: Int64, isLast: Bool = false) {
        count += 1
        entries.append(Entry(time: time, number: isLast ? count | 1 << 63 : count, task: task))
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The time of the earliest task.
    var nextTime: Int64? { entries.first?.time }

    /// Removes and returns the earliest task that is due.
    mutating func next(now: Int64) -> Task? {
        guard let first = entries.first, first.time <= now, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.task
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].isBefore(entries[least]) {
                least = child
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

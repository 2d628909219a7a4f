/// What will happen, earliest first; of things at the same moment the one that was planned first.
struct Timeline<Event> {
    /// Something that will happen.
    struct Entry {
        let time: Int64
        let order: UInt64
        let epoch: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Entry] = []
    private var planned: UInt64 = 0

    var isEmpty: Bool { heap.isEmpty }

    mutating func add(_ event: Event, at time: Int64, epoch: Int) {
        planned += 1
        heap.append(Entry(time: time, order: planned, epoch: epoch, event: event))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func next() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            guard least != parent else { return first }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}

/// The scheduled events, earliest first; at the same moment, the one that was scheduled first.
struct Timeline<Event> {
    /// A scheduled event.
    struct Entry {
        let time: Int64
        let epoch: Int
        let event: Event
    }

    /// The time of an entry; the entry is separate, so that little is moved when places change.
    private struct Place {
        let time: Int64
        let order: UInt64
        let slot: Int

        func isBefore(_ other: Place) -> Bool { time != other.time ? time < other.time : order < other.order }
    }

    private var heap: [Place] = []
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var lastOrder: UInt64 = 0

    /// Returns something scheduled that satisfies a condition; `nil` if there is nothing.
    func first(where isSo: (Entry) -> Bool) -> Entry? { entries.lazy.compactMap(\.self).first(where: isSo) }

    mutating func add(_ event: Event, at time: Int64, epoch: Int) {
        lastOrder += 1
        let place = Place(time: time, order: lastOrder, slot: keep(Entry(time: time, epoch: epoch, event: event)))
        heap.append(place)
        var hole = heap.count - 1
        while hole > 0, place.isBefore(heap[(hole - 1) / 2]) {
            heap[hole] = heap[(hole - 1) / 2]
            hole = (hole - 1) / 2
        }
        heap[hole] = place
    }

    mutating func next() -> Entry? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty { sink(last) }
        free.append(first.slot)
        return entries[first.slot].take()
    }

    private mutating func keep(_ entry: Entry) -> Int {
        guard let slot = free.popLast() else {
            entries.append(entry)
            return entries.count - 1
        }
        entries[slot] = entry
        return slot
    }

    /// Moves a place down from the top, and earlier ones up.
    private mutating func sink(_ place: Place) {
        var hole = 0
        while 2 * hole + 1 < heap.count {
            var child = 2 * hole + 1
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(place) else { break }
            heap[hole] = heap[child]
            hole = child
        }
        heap[hole] = place
    }
}

/// Ids with the time at which something happens to them, earliest first.
///
/// The times mostly grow, so an entry mostly goes to the end.
struct DueQueue: Sendable {
    private struct Entry {
        let time: Int64
        let id: String
    }

    private var entries: [Entry] = []
    private var head = 0

    mutating func add(_ id: String, at time: Int64) {
        var position = entries.count
        while position > head, entries[position - 1].time > time { position -= 1 }
        entries.insert(Entry(time: time, id: id), at: position)
    }

    /// Takes the earliest id whose time has come.
    mutating func next(now: Int64) -> String? {
        guard head < entries.count, entries[head].time <= now else { return nil }
        defer { advance() }
        return entries[head].id
    }

    private mutating func advance() {
        head += 1
        guard head > 1000, head > entries.count / 2 else { return }
        entries.removeFirst(head)
        head = 0
    }
}

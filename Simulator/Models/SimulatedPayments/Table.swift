/// Rows of one kind: by id, by shelf in the order of their creation, and by what they name.
///
/// It grows in small steps: no request waits until a million rows have been moved.
struct Table<Row: StoredRow> {
    private static var chunkSize: Int { 256 }

    private enum Slot {
        case row(Edition<Row>)
        /// As storage had it: a start reads a million rows, of which few are ever looked at.
        case stored([UInt8])

        func read() -> Edition<Row>? {
            switch self {
            case .row(let edition): edition
            case .stored(let content): try? Edition(RowDecoder().decode(Row.self, from: content))
            }
        }
    }

    /// The rows in the order of their creation; every chunk but the last is full.
    private var chunks: [[Slot]] = []
    private var count = 0
    private var places = ShardedDictionary<Int>()
    private var idsByShelf: [String: [String]] = [:]
    private var references = ReferenceIndex()

    func contains(_ id: String) -> Bool { places[id] != nil }

    subscript(id: String) -> Row? { edition(of: id)?.row }

    /// The row as it was put last.
    func edition(of id: String) -> Edition<Row>? {
        guard let place = places[id] else { return nil }
        return chunks[place / Self.chunkSize][place % Self.chunkSize].read()
    }

    /// The row, when it belongs to `account`.
    func find(_ id: String, account: String) -> Row? {
        guard let row = self[id], row.account == account else { return nil }
        return row
    }

    /// The ids of a shelf, oldest first.
    func ids(of shelf: String) -> [String] { idsByShelf[shelf] ?? [] }

    /// The ids of the rows that name something, or did, oldest first; of whatever account.
    func ids(naming name: String) -> [String] { references[name] }

    /// Where a row stands in such a list, or would stand; nil for a row that is not there at all.
    func position(of id: String, in ids: [String]) -> Int? {
        guard let place = places[id] else { return nil }
        if let last = ids.last, let other = places[last], other < place { return ids.count }
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = places[ids[middle]], other < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @discardableResult mutating func put(_ row: Row) -> Edition<Row> {
        let edition = Edition(row)
        put(edition)
        return edition
    }

    private mutating func put(_ edition: Edition<Row>) {
        let row = edition.row
        let place = places.value(of: row.id, orInserted: count)
        let names = row.references
        guard place < count else { return append(.row(edition), row.id, shelf: row.shelf, names) }
        let known =
            names.isEmpty ? [] : chunks[place / Self.chunkSize][place % Self.chunkSize].read()?.row.references ?? []
        chunks[place / Self.chunkSize][place % Self.chunkSize] = .row(edition)
        for name in names where !known.contains(name) { refer(to: row.id, by: name) }
    }

    /// Puts a row that is read when it is asked for; one that cannot be read then is as if it were not there.
    ///
    /// - Returns: false when the content does not begin as `RowEncoder` begins a row of that id: nothing is put then.
    mutating func put(stored content: [UInt8], id: String) -> Bool {
        let beginning = Array("{\"id\":\"\(id)\",\"account\":\"".utf8)
        guard content.starts(with: beginning), content.last == UInt8(ascii: "}") else { return false }
        let text = content.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\"") }
        let account = String(decoding: text, as: UTF8.self)
        let names = Row.references(inStored: content, of: account)
        let place = places.value(of: id, orInserted: count)
        if place < count {
            chunks[place / Self.chunkSize][place % Self.chunkSize] = .stored(content)
            for name in names { refer(to: id, by: name) }
        } else {
            append(.stored(content), id, shelf: account, names)
        }
        return true
    }

    /// Notes what a row names; one that comes to a name late is put where it belongs.
    private mutating func refer(to id: String, by name: String) {
        guard let index = place(of: id, among: name) else { return }
        references.insert(id, to: name, at: index)
    }

    /// Where an id is to stand among those of a name; nil when it is there.
    ///
    /// Apart from the insertion, so that the list is not held while it grows.
    private func place(of id: String, among name: String) -> Int? {
        let ids = references[name]
        guard let index = position(of: id, in: ids), index == ids.count || ids[index] != id else { return nil }
        return index
    }

    /// Adds a new row: the last of all that a name has.
    private mutating func append(_ slot: Slot, _ id: String, shelf: String, _ names: [String]) {
        if count.isMultiple(of: Self.chunkSize) {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
        }
        chunks[chunks.count - 1].append(slot)
        count += 1
        idsByShelf[shelf, default: []].append(id)
        for name in names { references.append(id, to: name) }
    }
}

extension Table: Sendable {}

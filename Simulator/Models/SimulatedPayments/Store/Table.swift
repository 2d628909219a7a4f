/// Rows of one kind: by id, by shelf in the order of their creation, and by their references.
///
/// It grows in small steps: no request waits until a million rows have been moved.
struct Table<Row: StoredRow> {
    private static var chunkSize: Int { 256 }

    private enum Slot {
        case row(Edition<Row>)
        /// As from storage: a start reads a million rows, few of which are ever used.
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

    /// Returns the row as it was last put.
    func edition(of id: String) -> Edition<Row>? {
        guard let place = places[id] else { return nil }
        return chunks[place / Self.chunkSize][place % Self.chunkSize].read()
    }

    /// Returns the row, if it belongs to `account`.
    func find(_ id: String, account: String) -> Row? {
        guard let row = self[id], row.account == account else { return nil }
        return row
    }

    /// Returns the ids of a shelf, oldest first.
    func ids(of shelf: String) -> [String] { idsByShelf[shelf] ?? [] }

    /// Returns the ids of the rows that refer to a name, or did, oldest first; of any account.
    func ids(naming name: String) -> [String] { references[name] }

    /// Returns the position of a row in such a list, or where it would be; `nil` for a row that does not exist.
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
        let place = places.update(row.id, orInserted: count) { $0 }
        let names = row.references
        guard place < count else { return append(.row(edition), row.id, shelf: row.shelf, names) }
        let known =
            names.isEmpty ? [] : chunks[place / Self.chunkSize][place % Self.chunkSize].read()?.row.references ?? []
        chunks[place / Self.chunkSize][place % Self.chunkSize] = .row(edition)
        for name in names where !known.contains(name) { refer(to: row.id, by: name) }
    }

    /// Puts a row that is decoded on demand; one that cannot be decoded then counts as missing.
    ///
    /// - Returns: False if the content does not begin as `RowEncoder` begins a row with that id: nothing is put then.
    mutating func put(stored content: [UInt8], id: String) -> Bool {
        let beginning = Array("{\"id\":\"\(id)\",\"account\":\"".utf8)
        guard content.starts(with: beginning), content.last == UInt8(ascii: "}") else { return false }
        let text = content.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\"") }
        let account = String(decoding: text, as: UTF8.self)
        let names = Row.references(inStored: content, of: account)
        let place = places.update(id, orInserted: count) { $0 }
        if place < count {
            chunks[place / Self.chunkSize][place % Self.chunkSize] = .stored(content)
            for name in names { refer(to: id, by: name) }
        } else {
            append(.stored(content), id, shelf: account, names)
        }
        return true
    }

    /// Notes a row's reference; one that is added to a name late is inserted where it belongs.
    private mutating func refer(to id: String, by name: String) {
        guard let index = place(of: id, among: name) else { return }
        references.insert(id, to: name, at: index)
    }

    /// Returns where an id belongs among those of a name; `nil` if it is already there.
    ///
    /// Separate from the insertion, so that the list is not retained while it grows.
    private func place(of id: String, among name: String) -> Int? {
        let ids = references[name]
        guard let index = position(of: id, in: ids), index == ids.count || ids[index] != id else { return nil }
        return index
    }

    /// Adds a new row, the last of every name it refers to.
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

/// Rows of one kind: by id, and by shelf in the order of their creation.
///
/// It grows in small steps: no request waits until a million rows have been moved.
struct Table<Row: StoredRow> {
    private static var chunkSize: Int { 256 }

    /// The rows in the order of their creation; every chunk but the last is full.
    private var chunks: [[Row]] = []
    private var count = 0
    private var places = PlaceIndex()
    private var idsByShelf: [String: [String]] = [:]

    subscript(id: String) -> Row? {
        guard let place = places[id] else { return nil }
        return chunks[place / Self.chunkSize][place % Self.chunkSize]
    }

    /// The row, when it belongs to `account`.
    func find(_ id: String, account: String) -> Row? {
        guard let row = self[id], row.account == account else { return nil }
        return row
    }

    /// The ids of a shelf, oldest first.
    func ids(of shelf: String) -> [String] { idsByShelf[shelf] ?? [] }

    mutating func put(_ row: Row) {
        if let place = places[row.id] {
            chunks[place / Self.chunkSize][place % Self.chunkSize] = row
        } else {
            places[row.id] = count
            append(row)
            idsByShelf[row.shelf, default: []].append(row.id)
        }
    }

    private mutating func append(_ row: Row) {
        if count.isMultiple(of: Self.chunkSize) {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
        }
        chunks[chunks.count - 1].append(row)
        count += 1
    }
}

extension Table: Sendable {}

/// What has arrived of the answer to a statement.
struct Answer {
    private(set) var rows = PostgresRows()
    /// The command that the server says it carried out, such as `INSERT 0 1`.
    private(set) var command = ""
    /// The server's error, if it sent one.
    var refusal: PostgresRefusal?
    private var size = 0
    private let limit: Int

    /// Expects an answer of at most `limit` bytes.
    init(atMost limit: Int) { self.limit = limit }

    /// The names of the columns, which come with each row.
    var columns: [String] {
        get { rows.columns }
        set { if rows.columns.isEmpty { rows.columns = newValue } }
    }

    /// Adds a row.
    ///
    /// - Throws: `.unusable` if the answer becomes too large.
    mutating func add(_ row: [PostgresValue]) throws(PostgresError) {
        size += row.reduce(MemoryLayout<[PostgresValue]>.stride) { $0 + $1.size }
        guard size <= limit else { throw .unusable("it is larger than \(limit) bytes") }
        rows.rows.append(row)
    }

    /// Notes what the server says about the command; a part without it changes nothing.
    mutating func finish(_ command: String, _ affected: String) {
        guard !command.isEmpty else { return }
        self.command = command
        rows.affected = Int(affected) ?? 0
    }
}

extension PostgresValue {
    /// The memory that it takes, roughly.
    fileprivate var size: Int {
        let content =
            switch self {
            case .null, .bool, .integer, .timestamp: 0
            case .text(let text): text.utf8.count
            case .bytes(let bytes): bytes.count
            case .integers(let values): values.count * MemoryLayout<Int64?>.stride
            case .texts(let values): values.reduce(0) { $0 + MemoryLayout<String?>.stride + ($1?.utf8.count ?? 0) }
            case .byteStrings(let values): values.reduce(0) { $0 + MemoryLayout<[UInt8]?>.stride + ($1?.count ?? 0) }
            }
        return MemoryLayout<PostgresValue>.stride + content
    }
}

/// Rows of one kind: by id, and by account in the order of their creation.
struct Table<Row: StoredRow> {
    private var rows: [String: Row] = [:]
    private var idsByAccount: [String: [String]] = [:]

    subscript(id: String) -> Row? { rows[id] }

    /// The row, when it belongs to `account`.
    func find(_ id: String, account: String) -> Row? { rows[id].flatMap { $0.account == account ? $0 : nil } }

    /// The ids of an account, oldest first.
    func ids(of account: String) -> [String] { idsByAccount[account] ?? [] }

    mutating func put(_ row: Row) {
        if rows.updateValue(row, forKey: row.id) == nil { idsByAccount[row.account, default: []].append(row.id) }
    }
}

extension Table: Sendable {}

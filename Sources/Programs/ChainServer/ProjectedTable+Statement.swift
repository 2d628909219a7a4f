import TenderChain
import TenderPostgres

extension ProjectedTable {
    /// Returns the statement that adds rows or replaces those with the same key: a column is an array.
    ///
    /// - Parameters:
    ///   - rows: The rows, of which the last one of each key counts.
    ///   - place: Journal and branch.
    func upsert(_ rows: [[ProjectedRows.Cell]], at place: [PostgresValue]) -> PostgresStatement {
        var latest: [ArraySlice<ProjectedRows.Cell>: [ProjectedRows.Cell]] = [:]
        var order: [ArraySlice<ProjectedRows.Cell>] = []
        for row in rows where latest.updateValue(row, forKey: row.prefix(key.count)) == nil {
            order.append(row.prefix(key.count))
        }
        let rows = order.compactMap { latest[$0] }
        let names = columns.map { "\"\($0.name)\"" }
        let values = columns.map(\.selection).joined(separator: ", ")
        let arrays = columns.indices.map { "$\($0 + 3)" }.joined(separator: ", ")
        let keys = (["journal", "branch"] + key.map { "\"\($0.name)\"" }).joined(separator: ", ")
        let changes = names.dropFirst(key.count).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        // A finding that somebody has settled stays settled.
        let update = self == .findings ? "NOTHING" : "UPDATE SET \(changes)"
        return PostgresStatement(
            """
            INSERT INTO tender.\(rawValue) (journal, branch, \(names.joined(separator: ", ")))
            SELECT $1::uuid, $2::integer, \(values) FROM unnest(\(arrays)) AS r (\(names.joined(separator: ", ")))
            ON CONFLICT (\(keys)) DO \(update)
            """, place + columns.indices.map { index in columns[index].array(rows.map { $0[index] }) })
    }
}

extension ProjectedTable.Column {
    /// How a value of the array becomes one of the column.
    fileprivate var selection: String {
        switch kind {
        case .integer, .text: "r.\"\(name)\""
        case .flag: "r.\"\(name)\" <> 0"
        case .time: "to_timestamp(r.\"\(name)\" / 1000.0)"
        }
    }

    fileprivate func array(_ cells: [ProjectedRows.Cell]) -> PostgresValue {
        switch kind {
        case .integer, .flag, .time:
            .integers(cells.map { if case .integer(let number) = $0 { number } else { nil } })
        case .text: .texts(cells.map { if case .text(let text) = $0 { text } else { nil } })
        }
    }
}

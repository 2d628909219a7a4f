import TenderChain
import TenderPostgres

extension PostgresStatement {
    /// A value that all rows of an upsert have.
    struct Shared {
        let name, type: String
        let value: PostgresValue
    }

    /// What becomes of a row that is there already.
    enum Conflict {
        case replaces
        case stays
        /// It is replaced unless a column of it is greater than the new one's.
        case replacesNot(newer: String)
    }

    /// Returns the statement that adds rows, a column as an array each.
    ///
    /// - Parameters:
    ///   - rows: The rows, of which the last one of each key counts.
    ///   - table: The table.
    ///   - columns: The columns of the rows, those of the key first.
    ///   - keys: How many of them are of the key.
    ///   - shared: What all rows have besides.
    ///   - isShareInKey: Whether that belongs to the key.
    ///   - conflict: What becomes of a row with the same key.
    static func upsert(
        _ rows: [[ProjectedRows.Cell]], into table: String, _ columns: [ProjectedTable.Column], keys: Int,
        shared: [Shared], isShareInKey: Bool, _ conflict: Conflict = .replaces
    ) -> PostgresStatement {
        var latest: [ArraySlice<ProjectedRows.Cell>: [ProjectedRows.Cell]] = [:]
        var order: [ArraySlice<ProjectedRows.Cell>] = []
        for row in rows where latest.updateValue(row, forKey: row.prefix(keys)) == nil {
            order.append(row.prefix(keys))
        }
        let rows = order.compactMap { latest[$0] }
        let names = columns.map { "\"\($0.name)\"" }
        let key = (isShareInKey ? shared.map(\.name) : []) + names.prefix(keys)
        let rest = (isShareInKey ? [] : shared.map(\.name)) + names.dropFirst(keys)
        let changes = "UPDATE SET " + rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let action =
            switch conflict {
            case .replaces: changes
            case .stays: "NOTHING"
            case .replacesNot(let newer): "\(changes) WHERE t.\(newer) <= excluded.\(newer)"
            }
        let constants = shared.enumerated().map { "$\($0.offset + 1)::\($0.element.type)" }
        let arrays = columns.indices.map { "$\($0 + shared.count + 1)" }.joined(separator: ", ")
        return PostgresStatement(
            """
            INSERT INTO tender.\(table) AS t (\((shared.map(\.name) + names).joined(separator: ", ")))
            SELECT \((constants + columns.map(\.selection)).joined(separator: ", "))
            FROM unnest(\(arrays)) AS r (\(names.joined(separator: ", ")))
            ON CONFLICT (\(key.joined(separator: ", "))) DO \(action)
            """,
            shared.map(\.value) + columns.indices.map { index in columns[index].array(rows.map { $0[index] }) })
    }
}

extension ProjectedTable {
    /// Returns the statement that adds rows or replaces those with the same key.
    ///
    /// - Parameters:
    ///   - rows: The rows, of which the last one of each key counts.
    ///   - place: Journal and branch.
    func upsert(_ rows: [[ProjectedRows.Cell]], at place: [PostgresValue]) -> PostgresStatement {
        let shared = zip([("journal", "uuid"), ("branch", "integer")], place)
            .map { PostgresStatement.Shared(name: $0.0, type: $0.1, value: $1) }
        // A finding that somebody has settled stays settled.
        return .upsert(
            rows, into: rawValue, columns, keys: key.count, shared: shared, isShareInKey: true,
            self == .findings ? .stays : .replaces)
    }
}

extension GatewayRows {
    /// Returns the statement that adds the rows, or replaces those that are not of a later answer.
    ///
    /// - Parameter asked: When the gateway was asked for them, by the clock of the database's server.
    func upsert(asked: PostgresValue) -> PostgresStatement {
        .upsert(
            rows, into: table.rawValue, table.columns, keys: 1,
            shared: [.init(name: "asked", type: "timestamptz", value: asked)], isShareInKey: false,
            .replacesNot(newer: "asked"))
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

public import TenderChain
import TenderPostgres

extension OfficeServer {
    /// Passes on the rows of a table as lines of CSV (RFC 4180), a page at a time; the first line names the columns.
    ///
    /// Times are in UTC; amounts in minor units, quantities in thousandths, rates in thousandths of a percent.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - scope: The lanes.
    ///   - write: Takes the next lines.
    /// - Returns: The number of rows.
    /// - Throws: `ChainError`.
    public func export(
        _ table: ProjectedTable, _ scope: Scope, write: (String) throws(ChainError) -> Void
    ) async throws(ChainError) -> Int {
        let names = ["shop", "lane", "journal", "branch"] + table.columns.map(\.name)
        try write(Self.line(names))
        var count = 0
        for lane in try await lanes() where scope.contains(lane) {
            var last: [PostgresValue]?
            repeat {
                let page = try await page(of: table, lane.journal, after: last)
                try write(page.map { Self.line([lane.shop, lane.lane, lane.journal] + $0.map(\.csv)) }.joined())
                count += page.count
                last = page.count < Self.exportPage ? nil : page.last.map { Array($0.prefix(1 + table.key.count)) }
            } while last != nil
        }
        return count
    }

    private static let exportPage = 5000

    /// The rows of a journal after one, in the order of their keys, each column as text.
    private func page(
        of table: ProjectedTable, _ journal: String, after last: [PostgresValue]?
    ) async throws(ChainError) -> [[PostgresValue]] {
        let keys = ["branch"] + table.key.map { "\"\($0.name)\"" }
        let columns = ["branch::text"] + table.columns.map(\.exported)
        // The values come back as text, and are compared as what they are.
        let types = ["integer"] + table.key.map(\.type)
        let places = types.enumerated().map { "$\($0.offset + 2)::\($0.element)" }
        let after = last == nil ? "" : "AND (\(keys.joined(separator: ", "))) > (\(places.joined(separator: ", ")))"
        return try await rows(
            """
            SELECT \(columns.joined(separator: ", ")) FROM tender.\(table.rawValue)
            WHERE journal = $1::uuid \(after) ORDER BY \(keys.joined(separator: ", ")) LIMIT \(Self.exportPage)
            """, [.text(journal)] + (last ?? []))
    }

    private static func line(_ cells: [String]) -> String {
        cells.map { cell in
            let isPlain = !cell.utf8.contains { [0x2C, 0x22, 0x0D, 0x0A].contains($0) }
            return isPlain ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",") + "\r\n"
    }
}

extension ProjectedTable.Column {
    /// The column as text.
    fileprivate var exported: String {
        switch kind {
        case .text: "\"\(name)\""
        case .integer, .flag: "\"\(name)\"::text"
        case .time: "to_char(\"\(name)\" AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
        }
    }

    /// The type of a column of a key.
    fileprivate var type: String { kind == .text ? "text" : "bigint" }
}

extension PostgresValue {
    fileprivate var csv: String { text ?? "" }
}

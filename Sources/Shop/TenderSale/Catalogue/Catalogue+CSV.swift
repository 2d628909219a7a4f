extension Catalogue {
    /// Adds the products of a table to the catalogue.
    ///
    /// The first row names the columns, in any order and case: `name`, `department`, `price` and `code` or `plu`, or
    /// both, and `tax` where it differs from the department's class, `seller` for goods sold for one of the catalogue's
    /// sellers, with `fee` where it differs from the seller's own; other columns are ignored. Columns are separated by
    /// `,` or `;`. A price has a decimal point or comma, or is `open`.
    ///
    /// - Parameter csv: The file, UTF-8, at most 16 MiB.
    /// - Throws: `CatalogueImportError` with the lines and how to fix them; nothing is added then.
    public func adding(csv: [UInt8]) throws(CatalogueImportError) -> Catalogue {
        let table = try CSVTable(csv)
        guard let header = table.rows.first else {
            throw .init(place: "", problem: "the file is empty", advice: "begin it with a row of column names")
        }
        let columns = try Self.columns(header)
        return try adding(
            table.rows.dropFirst().map { row in
                row.fields.count == header.fields.count
                    ? Self.productRow(row, columns)
                    : ProductRow(place: "line \(row.line)", fault: Self.wrongCount(row, header))
            })
    }

    private static func columns(_ header: CSVTable.Row) throws(CatalogueImportError) -> [ProductRow.Column: Int] {
        var columns: [ProductRow.Column: Int] = [:]
        for (place, name) in header.fields.enumerated() {
            guard let key = ProductRow.Column(rawValue: name.lowercased().filter { $0 != " " }) else { continue }
            guard columns.updateValue(place, forKey: key) == nil else {
                throw .init(
                    place: "line \(header.line)", problem: "the column '\(key.rawValue)' appears twice",
                    advice: "remove one")
            }
        }
        for key in [ProductRow.Column.name, .department, .price] where columns[key] == nil {
            throw .init(
                place: "line \(header.line)", problem: "there is no column '\(key.rawValue)'",
                advice: "name the columns in the first row: code, plu, name, department, price, tax")
        }
        guard columns[.code] ?? columns[.plu] != nil else {
            throw .init(
                place: "line \(header.line)", problem: "there is neither a column 'code' nor a column 'plu'",
                advice: "add one of them")
        }
        return columns
    }

    private static func productRow(_ row: CSVTable.Row, _ columns: [ProductRow.Column: Int]) -> ProductRow {
        func field(_ key: ProductRow.Column) -> String? { columns[key].map { row.fields[$0] } }
        return ProductRow(
            place: "line \(row.line)", code: field(.code), plu: field(.plu), name: field(.name),
            department: field(.department), price: field(.price), tax: field(.tax),
            seller: field(.seller), fee: field(.fee))
    }

    private static func wrongCount(_ row: CSVTable.Row, _ header: CSVTable.Row) -> String {
        "there are \(row.fields.count) fields under \(header.fields.count) column names: quote a field that contains the "
            + "separator, such as a price with a comma"
    }
}

/// A row as it was put: one value that its table, the events that show it, and storage share.
final class Edition<Row: StoredRow>: Codable, Sendable {
    let row: Row

    init(_ row: Row) { self.row = row }

    init(from decoder: any Decoder) throws { row = try Row(from: decoder) }
}

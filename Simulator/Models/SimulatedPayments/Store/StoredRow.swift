/// A row of the store.
protocol StoredRow: Codable, Sendable {
    static var kind: StoredRecord.Kind { get }
    var id: String { get }
    var account: String { get }
    /// The shelf where lists look for it.
    var shelf: String { get }
    /// The other keys that lists look it up by, such as the id of its customer; matches are checked again.
    var references: [String] { get }
    /// Returns the references of a row that was not decoded, from what `RowEncoder` wrote; perhaps more than it has,
    /// and never fewer.
    static func references(inStored content: [UInt8], of account: String) -> [String]
}

extension StoredRow {
    var shelf: String { account }
    var references: [String] { [] }
    static func references(inStored content: [UInt8], of account: String) -> [String] { [] }
}

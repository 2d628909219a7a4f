/// Rows of head office's tables.
public struct ProjectedRows: Hashable, Sendable {
    /// A value of a row.
    public enum Cell: Hashable, Sendable {
        case null
        /// A number, a time in milliseconds since 1970, or a flag as 1 and 0.
        case integer(Int64)
        /// A text, without the character NUL.
        case text(String)

        static func optional(_ number: Int64?) -> Cell { number.map(Cell.integer) ?? .null }
        static func optional(_ text: String?) -> Cell { text.map(Cell.words) ?? .null }
        /// A time in milliseconds since 1970, kept within the years that the server's calendar has.
        static func time(_ milliseconds: Int64) -> Cell {
            .integer(min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_000))
        }
        /// A text in a key, of which an index takes so much.
        static func key(_ text: String) -> Cell {
            text.utf8.count <= 1000 ? words(text) : words(String(decoding: text.utf8.prefix(1000), as: UTF8.self))
        }
        static func flag(_ flag: Bool) -> Cell { .integer(flag ? 1 : 0) }
        /// PostgreSQL has no text with the character NUL.
        static func words(_ text: String) -> Cell { .text(text.replacing("\0", with: "\u{FFFD}")) }
    }

    /// The rows of each table, with a value for each of its columns; of two with the same key the later one counts.
    public private(set) var rows: [ProjectedTable: [[Cell]]] = [:]

    /// Creates no rows.
    public init() {}

    /// Whether there are none.
    public var isEmpty: Bool { rows.isEmpty }

    mutating func add(_ table: ProjectedTable, _ cells: [Cell]) { rows[table, default: []].append(cells) }
}

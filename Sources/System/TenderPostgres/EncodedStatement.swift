/// A statement that was found fit to be sent.
struct EncodedStatement {
    let text: String
    let types: [UInt32]
    let values: [[UInt8]?]

    /// The most that is sent at a time, in bytes; a server takes no more than 1 GiB.
    static let maximumSize = 0x3FFF_0000
    /// The most parameters: `PQ_QUERY_PARAM_MAX_LIMIT`.
    static let maximumCount = 65_535

    /// Encodes the parameters.
    ///
    /// - Throws: `.invalid`.
    init(_ statement: PostgresStatement) throws(PostgresError) {
        guard !statement.text.utf8.contains(0) else { throw .invalid("the statement contains the character NUL") }
        guard statement.parameters.count <= Self.maximumCount else {
            throw .invalid("the statement has more than \(Self.maximumCount) parameters")
        }
        text = statement.text
        types = statement.parameters.map(\.type)
        values = try statement.parameters.map { (value) throws(PostgresError) in try value.encoded() }
        let size = values.reduce(text.utf8.count) { $0 + ($1?.count ?? 0) }
        guard size <= Self.maximumSize else { throw .invalid("the statement is larger than \(Self.maximumSize) bytes") }
    }
}

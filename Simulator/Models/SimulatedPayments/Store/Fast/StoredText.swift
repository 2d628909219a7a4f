/// The output of `RowEncoder`, examined without decoding it.
///
/// It is here for speed alone: a start needs the references of every row and the rest of few. To scan an event takes a
/// fourteenth of the time of decoding it, which the benchmark of a start on a large file shows
/// (`tender_data_grown_ready_ms`, docs/performance.md).
struct StoredText {
    private let content: [UInt8]

    init(_ content: [UInt8]) { self.content = content }

    /// Returns the texts of members with that name at whatever depth, in order; a name inside a text has escaped
    /// quotes.
    ///
    /// A text that was itself escaped stays as written, which no id and no type is.
    func values(of name: String, limit: Int = .max) -> [String] {
        let beginning = Array("\"\(name)\":\"".utf8)
        var values: [String] = []
        var start = 0
        while values.count < limit, let end = place(of: beginning, from: start) {
            let value = content[end...].prefix { $0 != UInt8(ascii: "\"") }
            values.append(String(decoding: value, as: UTF8.self))
            start = value.endIndex
        }
        return values
    }

    /// Returns where the next occurrence ends.
    private func place(of text: [UInt8], from start: Int) -> Int? {
        content.withUnsafeBytes { bytes in
            var index = start
            while index + text.count <= bytes.count {
                if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) {
                    return index + text.count
                }
                index += 1
            }
            return nil
        }
    }
}

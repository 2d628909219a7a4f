/// A table of comma- or semicolon-separated values with a header row.
///
/// Source: RFC 4180 for quotes and line ends; the semicolon is what spreadsheets write where the comma is the decimal sign.
struct CSVTable {
    /// A row, and the line of the file that it begins on.
    struct Row {
        var line: Int
        var fields: [String]
    }

    /// The most columns that a table may have.
    static let mostFields = 64
    static let longestField = 4096

    private(set) var rows: [Row] = []

    /// Reads a table.
    ///
    /// - Throws: `CatalogueImportError` with the first malformed line.
    init(_ bytes: [UInt8]) throws(CatalogueImportError) {
        guard bytes.count <= SaleLimits.file else {
            throw .init(place: "", problem: "the file is larger than 16 MiB", advice: "import it in parts")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var parser = CSVParser(separator: Self.separator(of: text))
        for byte in text { try parser.take(byte) }
        try parser.end()
        rows = parser.rows
    }

    /// Returns the first separator outside quotes in the header.
    private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        var isQuoted = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";"), UInt8(ascii: ","): if !isQuoted { return byte }
            case UInt8(ascii: "\n"): if !isQuoted { return UInt8(ascii: ",") }
            default: break
            }
        }
        return UInt8(ascii: ",")
    }
}

/// A parser that splits a table byte by byte.
private struct CSVParser {
    private enum State { case fieldStart, plain, quoted, quoteInQuoted, returned }

    let separator: UInt8
    private(set) var rows: [CSVTable.Row] = []
    private var state = State.fieldStart
    private var line = 1
    private var rowLine = 1
    private var field: [UInt8] = []
    private var fields: [String] = []

    init(separator: UInt8) { self.separator = separator }

    mutating func take(_ byte: UInt8) throws(CatalogueImportError) {
        switch state {
        case .quoted: try takeQuoted(byte)
        case .returned:
            guard byte == UInt8(ascii: "\n") else {
                throw problem("there is a carriage return without a line feed", "end lines with LF or CRLF")
            }
            try endRow()
        case .fieldStart where byte == UInt8(ascii: "\""): state = .quoted
        case .quoteInQuoted where byte == UInt8(ascii: "\""):
            state = .quoted
            try append(byte)
        case .fieldStart, .plain, .quoteInQuoted: try takePlain(byte)
        }
    }

    private mutating func takeQuoted(_ byte: UInt8) throws(CatalogueImportError) {
        if byte == UInt8(ascii: "\"") {
            state = .quoteInQuoted
            return
        }
        if byte == UInt8(ascii: "\n") { line += 1 }
        try append(byte)
    }

    private mutating func takePlain(_ byte: UInt8) throws(CatalogueImportError) {
        switch byte {
        case separator: try endField()
        case UInt8(ascii: "\r"): state = .returned
        case UInt8(ascii: "\n"): try endRow()
        case UInt8(ascii: "\""):
            throw problem(
                "there is a quote inside an unquoted field", "put the field in quotes, and double the quotes inside it")
        default:
            guard state != .quoteInQuoted else {
                throw problem("text follows a closing quote", "put the whole field in quotes")
            }
            state = .plain
            try append(byte)
        }
    }

    mutating func end() throws(CatalogueImportError) {
        guard state != .quoted else {
            line = rowLine
            throw problem("a quote is never closed", "close it")
        }
        if state != .fieldStart || !fields.isEmpty { try endRow() }
    }

    private mutating func append(_ byte: UInt8) throws(CatalogueImportError) {
        guard field.count < CSVTable.longestField else {
            throw problem("a field is longer than \(CSVTable.longestField) bytes", "shorten it, or close its quote")
        }
        field.append(byte)
    }

    private mutating func endField() throws(CatalogueImportError) {
        guard let text = String(validating: field, as: UTF8.self) else {
            throw problem("the text is not UTF-8", "save the file as UTF-8")
        }
        guard fields.count < CSVTable.mostFields else {
            throw problem("there are more than \(CSVTable.mostFields) columns", "remove columns that are not needed")
        }
        fields.append(text)
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
    }

    private mutating func endRow() throws(CatalogueImportError) {
        try endField()
        if fields != [""] {
            guard rows.count <= SaleLimits.products else {
                throw problem("there are more than \(SaleLimits.products) rows", "leave out what is no longer sold")
            }
            rows.append(.init(line: rowLine, fields: fields))
        }
        fields.removeAll(keepingCapacity: true)
        line += 1
        rowLine = line
    }

    private func problem(_ problem: String, _ advice: String) -> CatalogueImportError {
        CatalogueImportError(place: "line \(line)", problem: problem, advice: advice)
    }
}

/// A body of several parts, some of which may be files: `multipart/form-data`.
///
/// Whatever arrives, the work is bounded by the length of the body and `FormNode.maximumPairs`.
struct MultipartForm {
    struct Part {
        let name: String
        /// The name of a file; `nil` for a part that is not a file.
        let filename: String?
        let content: ArraySlice<UInt8>
    }

    private static let mediaType = "multipart/form-data"
    private static let maximumBoundaryLength = 70
    private static let lineEnd = Array("\r\n".utf8)
    private static let headersEnd = Array("\r\n\r\n".utf8)

    let parts: [Part]

    static func isMeant(by contentType: String) -> Bool { contentType.lowercased().hasPrefix(mediaType) }

    /// - Parameter contentType: The header with the boundary between the parts.
    init(_ body: [UInt8], contentType: String) throws(APIFailure) {
        let fields = Self.fields(of: contentType)
        guard let boundary = fields["boundary"], (1...Self.maximumBoundaryLength).contains(boundary.utf8.count) else {
            throw Self.damaged
        }
        let delimiter = Array("--\(boundary)".utf8)
        guard body.starts(with: delimiter) else { throw Self.damaged }
        var rest = body[...].dropFirst(delimiter.count)
        var parts: [Part] = []
        while !rest.starts(with: "--".utf8) {
            guard parts.count < FormNode.maximumPairs, rest.starts(with: Self.lineEnd),
                let end = rest.firstRange(of: Self.lineEnd + delimiter)
            else { throw Self.damaged }
            parts.append(try Self.part(rest[..<end.lowerBound].dropFirst(Self.lineEnd.count)))
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(APIFailure) -> Part {
        guard let blank = bytes.firstRange(of: headersEnd),
            let headers = String(validating: bytes[..<blank.lowerBound], as: UTF8.self)
        else { throw damaged }
        let disposition = headers.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
        let fields = fields(of: disposition.map(String.init) ?? "")
        guard let name = fields["name"], !name.isEmpty else { throw damaged }
        return Part(name: name, filename: fields["filename"], content: bytes[blank.upperBound...])
    }

    /// Returns the fields after the value of a header, such as `name="image"`, by lower-case name and without quotes.
    private static func fields(of header: String) -> [String: String] {
        var fields: [String: String] = [:]
        var rest = header[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[semicolon...].dropFirst()
            guard let equals = rest.firstIndex(of: "=") else { break }
            let name = rest[..<equals].filter { $0 != " " }.lowercased()
            rest = rest[equals...].dropFirst()
            let isQuoted = rest.first == "\""
            if isQuoted { rest = rest.dropFirst() }
            let value = rest.prefix { isQuoted ? $0 != "\"" : $0 != ";" }
            fields[name] = String(value)
            rest = rest[value.endIndex...]
        }
        return fields
    }

    private static var damaged: APIFailure {
        .invalid("The body is not a multipart form, or its Content-Type does not name what is between them.")
    }
}

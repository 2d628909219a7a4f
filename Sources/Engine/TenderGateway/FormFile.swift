/// A picture that is sent as a file beside a form's parameters.
struct FormFile: Sendable {
    private let name: String
    private let kind: Kind
    private let content: [UInt8]

    private enum Kind: String, CaseIterable {
        case png, jpeg

        /// What a file of it begins with.
        var signature: [UInt8] {
            switch self {
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .jpeg: [0xFF, 0xD8, 0xFF]
            }
        }
    }

    /// Wraps a picture under the name of its parameter; `nil` for neither a PNG nor a JPEG.
    init?(_ name: String, picture: [UInt8]) {
        guard let kind = Kind.allCases.first(where: { picture.starts(with: $0.signature) }) else { return nil }
        self.name = name
        self.kind = kind
        content = picture
    }

    /// Returns the body of a POST and its content type.
    ///
    /// The same call always has the same bytes, because a key may only be reused with them: what separates the parts is
    /// chosen by the content.
    func form(_ parameters: FormParameters) -> (type: String, body: [UInt8]) {
        let boundary = boundary(parameters)
        var body: [UInt8] = []
        func add(_ disposition: String, _ content: [UInt8]) {
            body += "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8
            body += content
            body += "\r\n".utf8
        }
        for pair in parameters.pairs { add("name=\"\(pair.name)\"", Array(pair.value.utf8)) }
        add("name=\"\(name)\"; filename=\"\(name).\(kind.rawValue)\"\r\nContent-Type: image/\(kind.rawValue)", content)
        body += "--\(boundary)--\r\n".utf8
        return ("multipart/form-data; boundary=\(boundary)", body)
    }

    /// Returns a text that occurs nowhere in the parts.
    private func boundary(_ parameters: FormParameters) -> String {
        let texts = parameters.pairs.map { Array($0.value.utf8) } + [content]
        var boundary = "tender"
        while texts.contains(where: { $0.firstRange(of: Array(boundary.utf8)) != nil }) { boundary += "-part" }
        return boundary
    }
}

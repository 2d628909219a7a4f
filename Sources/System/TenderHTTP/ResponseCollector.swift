/// A collector of a response that enforces size limits.
struct ResponseCollector {
    /// The maximum total size of all header lines, including interim responses.
    static let maximumHeaderSize = 64 * 1024

    /// The limit that was exceeded.
    enum Excess: Hashable {
        case headers, body
    }

    let maximumBodySize: Int
    private(set) var headers: [HTTPHeader] = []
    /// Whether the blank line after the header has arrived; libcurl accepts a truncated header as complete.
    private(set) var hasWholeHeader = false
    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?
    private var headerSize = 0

    init(maximumBodySize: Int) { self.maximumBodySize = maximumBodySize }

    /// Adds one header line with its line break; returns `false` if it exceeds the limit.
    mutating func receiveHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count <= Self.maximumHeaderSize - headerSize else {
            excess = .headers
            return false
        }
        headerSize += line.count
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            headers = []
            hasWholeHeader = false
        } else if text == "\r\n" || text == "\n" {
            hasWholeHeader = true
        } else if let colon = text.firstIndex(of: ":") {
            headers.append(HTTPHeader(Self.trimmed(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
        }
        return true
    }

    /// Adds a piece of the body; returns `false` if it exceeds the limit.
    mutating func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= maximumBodySize - body.count else {
            excess = .body
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

/// Gathers an answer within bounds.
struct ResponseCollector {
    /// The largest sum of all header lines, interim answers included.
    static let maximumHeaderSize = 64 * 1024

    /// Which bound was passed.
    enum Excess: Hashable {
        case headers, body
    }

    let maximumBodySize: Int
    private(set) var headers: [HTTPHeader] = []
    /// Whether the blank line after the header was seen; libcurl takes a header that breaks off for a whole one.
    private(set) var hasWholeHeader = false
    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?
    private var headerSize = 0

    init(maximumBodySize: Int) { self.maximumBodySize = maximumBodySize }

    /// Takes one header line with its line end; false when it is one too many.
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

    /// Takes a piece of the content; false when it is too much.
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

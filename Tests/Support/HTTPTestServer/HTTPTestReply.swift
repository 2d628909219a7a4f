/// The server's reaction to a request.
public enum HTTPTestReply: Hashable, Sendable {
    /// Writes these bytes, and keeps the connection.
    case bytes(String)
    /// Writes these bytes, and closes the connection.
    case bytesThenClose(String)
    /// Closes the connection without a byte.
    case close
    /// Closes the connection without a byte, and accepts no more.
    case closeForGood
    /// Answers nothing until the client closes the connection.
    case silence

    /// Returns a whole answer on a kept connection.
    public static func answer(_ status: Int = 200, headers: [String] = [], _ body: String = "{}") -> HTTPTestReply {
        let lines = ["HTTP/1.1 \(status) Status", "Content-Length: \(body.utf8.count)"] + headers
        return .bytes(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}

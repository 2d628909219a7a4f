/// A request as it came over the wire.
public struct HTTPTestRequest: Hashable, Sendable {
    /// The number of the connection, from 0.
    public let connection: Int
    /// The method.
    public let method: String
    /// The path and the query.
    public let target: String
    /// The header lines, `Name: value`, in order.
    public let headerLines: [String]
    /// The content.
    public let content: [UInt8]

    /// The content as text.
    public var body: String { String(decoding: content, as: UTF8.self) }

    /// Returns the value of the first field called `name`, ignoring case.
    public func header(_ name: String) -> String? { headers(name).first }

    /// Returns the values of all fields called `name`, ignoring case.
    public func headers(_ name: String) -> [String] {
        let start = name.lowercased() + ":"
        let lines = headerLines.filter { $0.lowercased().hasPrefix(start) }
        return lines.map { line in String(line.dropFirst(start.count).drop { $0 == " " }) }
    }

    init(connection: Int, head: String, content: [UInt8]) {
        var lines = head.split(separator: "\r\n").map(String.init)
        let first = lines.isEmpty ? [] : lines.removeFirst().split(separator: " ").map(String.init)
        self.connection = connection
        method = first.first ?? ""
        target = first.count > 1 ? first[1] : ""
        headerLines = lines
        self.content = content
    }
}

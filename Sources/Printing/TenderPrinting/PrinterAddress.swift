/// The address of a printer.
public enum PrinterAddress: Hashable, Sendable, CustomStringConvertible {
    /// A device node such as `/dev/usb/lp0`, or a plain file to which receipts are appended.
    case file(String)
    /// A serial port with its baud rate.
    case serial(String, baudRate: Int)
    /// A printer on the network.
    case tcp(host: String, port: UInt16)

    /// Parses `file:PATH` or a path, `serial:PATH[@BAUD]`, `tcp:HOST[:PORT]` (9100 by default), or returns `nil` for
    /// anything else.
    public init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .file(text)
        } else if text.hasPrefix("file:") {
            self = .file(String(text.dropFirst(5)))
        } else if text.hasPrefix("serial:") {
            let parts = text.dropFirst(7).split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let baudRate = parts.count == 2 ? Int(parts[1]) : 9600, baudRate > 0 else { return nil }
            self = .serial(String(parts[0]), baudRate: baudRate)
        } else if text.hasPrefix("tcp:"), let address = Self.network(text.dropFirst(4)) {
            self = address
        } else {
            return nil
        }
        guard !path.isEmpty else { return nil }
    }

    /// The address in the form that is parsed.
    public var description: String {
        switch self {
        case .file(let path): "file:\(path)"
        case .serial(let path, let baudRate): "serial:\(path)@\(baudRate)"
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        }
    }

    private var path: String {
        switch self {
        case .file(let path), .serial(let path, _): path
        case .tcp(let host, _): host
        }
    }

    private static func network(_ text: Substring) -> PrinterAddress? {
        var host = text
        var port: UInt16? = 9100
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty { port = rest.hasPrefix(":") ? UInt16(rest.dropFirst()) : nil }
        } else if let colon = text.lastIndex(of: ":") {
            host = text[..<colon]
            port = host.contains(":") ? nil : UInt16(text[text.index(after: colon)...])
        }
        guard let port, port > 0, !host.contains("@") else { return nil }
        return .tcp(host: String(host), port: port)
    }
}

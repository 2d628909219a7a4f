/// An address of the web that a page may lead to: `http` or `https`, and nothing that a browser would run.
struct WebAddress: Hashable, Sendable {
    /// The whole of it.
    let text: String
    /// Scheme, host and port.
    let origin: String

    /// Reads one; nil for anything else.
    init?(_ text: String) {
        let lower = text.prefix(8).lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value < 0x7F && !"\"'<>\\^`{|}".unicodeScalars.contains($0)
        }
        let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard isPlain, !host.isEmpty, !host.contains(where: { "@;, ".contains($0) }) else { return nil }
        self.text = text
        origin = scheme + host
    }

    /// The address with further parameters.
    func adding(_ parameters: [(name: String, value: String)]) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
        let mark = parts[0].contains("?") ? "&" : "?"
        return parts[0] + mark + query + (parts.count > 1 ? "#" + parts[1] : "")
    }

    /// Text as part of a query or of a path.
    static func encoded(_ text: some StringProtocol) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

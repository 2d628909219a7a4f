import SimulatedPayments

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

    /// What stands between the origin and the query.
    var path: Substring { text.dropFirst(origin.count).prefix { !"?#".contains($0) } }

    /// The address with further parameters.
    func adding(_ parameters: [(name: String, value: String)]) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let mark = parts[0].contains("?") ? "&" : "?"
        return parts[0] + mark + PercentEncoding.form(parameters) + (parts.count > 1 ? "#" + parts[1] : "")
    }

    /// Text as part of a query or of a path.
    static func encoded(_ text: some StringProtocol) -> String { PercentEncoding.encoded(text) }
}

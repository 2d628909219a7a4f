import SimulatedPayments
import TenderBytes

/// A web address that a page may lead to: `http` or `https`, and nothing that a browser would run.
struct WebAddress: Hashable, Sendable {
    /// The whole address.
    let text: String
    /// The scheme, host and port.
    let origin: String

    /// Parses an address, or returns `nil` for anything else.
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

    /// The part between the origin and the query.
    var path: Substring { text.dropFirst(origin.count).prefix { !"?#".contains($0) } }

    /// Returns the address with further parameters.
    func adding(_ parameters: [(name: String, value: String)]) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let mark = parts[0].contains("?") ? "&" : "?"
        return parts[0] + mark + PercentEncoding.form(parameters) + (parts.count > 1 ? "#" + parts[1] : "")
    }

    /// Encodes text as part of a query or of a path.
    static func encoded(_ text: some StringProtocol) -> String { PercentEncoding.encoded(text) }
}

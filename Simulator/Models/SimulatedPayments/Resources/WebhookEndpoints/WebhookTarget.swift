/// The address of a webhook endpoint, parsed strictly: anything that is not plainly a host is refused.
public struct WebhookTarget: Hashable, Sendable {
    /// The host in lower case; an IPv6 address has its brackets.
    public let host: String

    /// Parses an address, or returns `nil` unless it is `http` or `https` and has a host, without a user name.
    public init?(_ url: String) {
        guard url.utf8.count <= 2048, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let lower = url.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let rest = lower.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(colon ?? authority.endIndex)]
        if let colon {
            let port = authority[colon...].dropFirst()
            guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(port) ?? 0 > 0 else { return nil }
        }
        guard Self.isHost(host) else { return nil }
        self.host = String(host)
    }

    /// Whether it is this machine, by its own name or address.
    public var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":") && address.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) }
            }
    }
}

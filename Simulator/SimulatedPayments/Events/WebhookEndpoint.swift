/// What a webhook endpoint's document means.
enum WebhookEndpoint {
    static let object = "webhook_endpoint"
    /// How many an account may have.
    static let maximumCount = 16

    /// Whether an endpoint is to get its own account's events of a type.
    ///
    /// One with `connect` is for the events of connected accounts alone.
    static func takes(_ type: String, _ document: Document) -> Bool {
        guard isEnabled(document), document.hidden["connect"] != true,
            case .array(let names)? = document["enabled_events"]
        else { return false }
        return names.contains("*") || names.contains(.string(type))
    }

    static func isEnabled(_ document: Document) -> Bool { !document.isDeleted && document["status"] == "enabled" }

    /// Refuses what no delivery could be sent to.
    static func checkURL(_ text: String) throws(APIFailure) {
        guard WebhookTarget(text) != nil else {
            throw .invalid(
                "Invalid URL: a webhook endpoint needs an address that begins with https:// or http:// and names a host.",
                code: "url_invalid", param: "url")
        }
    }

    /// Refuses what is no name of a version, such as `2026-10-28.endive`.
    static func checkVersion(_ text: String) throws(APIFailure) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        let isDate =
            date.map(\.count) == [4, 2, 2] && date.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard isDate, parts.count <= 2, !parts.contains("") else {
            throw .invalid("Invalid API version: \(text)", param: "api_version")
        }
    }
}

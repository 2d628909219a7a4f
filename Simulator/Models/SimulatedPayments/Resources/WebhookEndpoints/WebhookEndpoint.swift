/// The meaning of a webhook endpoint's document.
enum WebhookEndpoint {
    static let object = "webhook_endpoint"
    /// The most endpoints that an account may have.
    static let maximumCount = 16

    /// Returns whether an endpoint receives events of a type: those of its own account, or with `connect` those of
    /// connected ones.
    static func takes(_ type: String, connected: Bool, _ document: Document) -> Bool {
        guard document.object == object, isEnabled(document), (document.hidden["connect"] == true) == connected,
            case .array(let names)? = document["enabled_events"]
        else { return false }
        return names.contains("*") || names.contains(.string(type))
    }

    static func isEnabled(_ document: Document) -> Bool { !document.isDeleted && document["status"] == "enabled" }

    /// Refuses an address that no delivery could be sent to.
    static func checkURL(_ text: String) throws(APIFailure) {
        guard WebhookTarget(text) != nil else {
            throw .invalid(
                "Invalid URL: a webhook endpoint needs an address that begins with https:// or http:// and names a host.",
                code: "url_invalid", param: "url")
        }
    }

    /// Refuses a text that is not the name of a version, such as `2026-10-28.endive`.
    static func checkVersion(_ text: String) throws(APIFailure) {
        guard APIVersion.isName(text) else { throw .invalid("Invalid API version: \(text)", param: "api_version") }
    }
}

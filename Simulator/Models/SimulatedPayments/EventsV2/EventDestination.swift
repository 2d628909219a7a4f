/// Where events of the second generation are sent: its document, which is delivered to as a webhook endpoint is.
enum EventDestination {
    static let object = "v2.core.event_destination"

    /// Whether a destination is to get events of a type.
    static func takes(_ type: String, _ document: Document) -> Bool {
        guard document.object == object, WebhookEndpoint.isEnabled(document),
            case .array(let names)? = document["enabled_events"]
        else { return false }
        return names.contains("*") || names.contains(.string(type))
    }
}

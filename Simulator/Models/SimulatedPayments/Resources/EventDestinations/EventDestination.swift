/// The destination of v2 events: its document, to which delivery works as to a webhook endpoint.
enum EventDestination {
    static let object = "v2.core.event_destination"

    /// Returns whether a destination receives events of a type.
    static func takes(_ type: String, _ document: Document) -> Bool {
        guard document.object == object, WebhookEndpoint.isEnabled(document),
            case .array(let names)? = document["enabled_events"]
        else { return false }
        return names.contains("*") || names.contains(.string(type))
    }
}

public import TenderModel

/// An address of the merchant to which the gateway sends thin events.
public struct EventDestination: Hashable, Sendable, Codable, Identifiable {
    private struct Endpoint: Hashable, Sendable, Codable { var url: String? }

    private struct Details: Hashable, Sendable, Codable {
        struct Disabled: Hashable, Sendable, Codable { var reason: String? }

        var disabled: Disabled?
    }

    /// The ID, `ed_…`.
    public var id: String
    /// The name.
    public var name: String
    /// The kind of destination, such as `webhook_endpoint`.
    public var type: String
    /// A text for people.
    public var description: String?
    /// Which events are sent; `*` for all.
    public var enabledEvents: [String]
    /// How events are written: `thin`.
    public var eventPayload: String?
    /// Whose events are sent, such as `@self`.
    @DefaultIfAbsent public var eventsFrom: [String]
    /// Whether events are sent.
    public var status: WebhookEndpoint.Status
    /// When it was created, in seconds since 1970.
    @TimestampText public var created: Int64
    /// When it was last changed, in seconds since 1970.
    @TimestampText public var updated: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]
    private var endpoint: Endpoint?
    private var details: Details?

    /// Creates a destination.
    public init(
        id: String, name: String, type: String = "webhook_endpoint", description: String? = nil, url: String? = nil,
        enabledEvents: [String], eventPayload: String? = "thin", eventsFrom: [String] = ["@self"],
        status: WebhookEndpoint.Status = .enabled, disabledReason: String? = nil, created: Int64 = 0,
        updated: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.description = description
        self.enabledEvents = enabledEvents
        self.eventPayload = eventPayload
        self.eventsFrom = eventsFrom
        self.status = status
        self.created = created
        self.updated = updated
        self.metadata = metadata
        endpoint = url.map { Endpoint(url: $0) }
        details = disabledReason.map { Details(disabled: .init(reason: $0)) }
    }

    /// Where events are sent; `nil` in the answers of `enableEventDestination` and `disableEventDestination`.
    public var url: String? { endpoint?.url }

    /// Why events are not sent, such as `user`.
    public var disabledReason: String? { details?.disabled?.reason }

    private enum CodingKeys: String, CodingKey {
        case id, name, type, description, status, created, updated, metadata
        case enabledEvents = "enabled_events"
        case eventPayload = "event_payload"
        case eventsFrom = "events_from"
        case endpoint = "webhook_endpoint"
        case details = "status_details"
    }
}

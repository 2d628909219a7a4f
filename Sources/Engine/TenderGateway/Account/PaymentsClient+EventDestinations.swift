public import TenderAPI
public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The addresses that thin events are delivered to.
extension PaymentsClient {
    private static let destinations = "/v2/core/event_destinations"
    private static let destinationKind = "v2.core.event_destination"
    private static let url = "webhook_endpoint.url"
    private static let secret = "webhook_endpoint.signing_secret"

    /// Creates a destination for thin events, once per key.
    ///
    /// - Parameters:
    ///   - events: The names of the events, or `*` for all.
    ///   - accounts: Whose events are sent: `@self` for this account, `@accounts` for those that it manages; empty for
    ///     this account.
    /// - Returns: The destination with the secret that signs its deliveries, which is told only here.
    public func createEventDestination(
        _ name: String, url: String, events: [String], from accounts: [String] = [], description: String? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> (destination: EventDestination, secret: SecretBytes) {
        var body = JSONParameters()
        body.add("name", name)
        body.add("type", "webhook_endpoint")
        body.add("event_payload", "thin")
        body.add("enabled_events", list: events)
        body.add("events_from", list: accounts)
        body.add("webhook_endpoint.url", url)
        body.add("description", description)
        body.add("metadata", map: metadata)
        body.add("include", list: [Self.secret, Self.url])
        let made: RevealedDestination = try await exchange(
            .post, Self.destinations, body: body, key: key, kind: Self.destinationKind,
            to: "create an event destination")
        return (made.destination, made.secret)
    }

    /// Lists the destinations, newest first.
    ///
    /// - Parameter page: What the page before ended with; `nil` for the first.
    public func listEventDestinations(
        limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> CorePage<EventDestination> {
        try await corePage(
            Self.destinations, Self.includingURL, limit: limit, page: page, to: "list event destinations")
    }

    /// Retrieves a destination.
    public func retrieveEventDestination(_ id: String) async throws(GatewayError) -> EventDestination {
        try await exchange(
            .get, Self.destinations, id: id, "", Self.includingURL, kind: Self.destinationKind,
            to: "read an event destination")
    }

    /// Updates the non-`nil` properties of a destination; the metadata is merged.
    ///
    /// - Parameter events: The names of the events, or `*` for all; empty to leave them.
    public func updateEventDestination(
        _ id: String, name: String? = nil, url: String? = nil, events: [String] = [], description: String? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> EventDestination {
        var body = JSONParameters()
        body.add("name", name)
        body.add("enabled_events", list: events)
        body.add("webhook_endpoint.url", url)
        body.add("description", description)
        body.add("metadata", map: metadata)
        body.add("include", list: [Self.url])
        return try await exchange(
            .post, Self.destinations, id: id, body: body, key: key, kind: Self.destinationKind,
            to: "update an event destination")
    }

    /// Deletes a destination.
    public func deleteEventDestination(_ id: String) async throws(GatewayError) {
        try await removeCore(Self.destinations, id: id, to: "delete an event destination")
    }

    /// Sends events to a destination again; those of the meantime are not sent.
    public func enableEventDestination(
        _ id: String, key: IdempotencyKey
    ) async throws(GatewayError) -> EventDestination {
        try await switchDestination(id, "/enable", to: .enabled, key)
    }

    /// Stops sending events to a destination.
    public func disableEventDestination(
        _ id: String, key: IdempotencyKey
    ) async throws(GatewayError) -> EventDestination {
        try await switchDestination(id, "/disable", to: .disabled, key)
    }

    private func switchDestination(
        _ id: String, _ action: String, to status: WebhookEndpoint.Status, _ key: IdempotencyKey
    ) async throws(GatewayError) -> EventDestination {
        let destination: EventDestination = try await exchange(
            .post, Self.destinations, id: id, action, body: JSONParameters(), key: key, kind: Self.destinationKind,
            to: "switch an event destination")
        guard destination.status == status else {
            throw GatewayError(
                .answerMismatch, fate: .unknown,
                message: "'\(id)' was to be \(status), the answer says \(destination.status)")
        }
        return destination
    }

    private static var includingURL: FormParameters {
        var form = FormParameters()
        form.add("include", indexed: [url])
        return form
    }
}

/// The response that contains a destination's secret.
private struct RevealedDestination: Decodable, Identifiable {
    let destination: EventDestination
    let secret: SecretBytes

    var id: String { destination.id }

    private struct Endpoint: Decodable {
        let secret: String

        enum CodingKeys: String, CodingKey { case secret = "signing_secret" }
    }

    enum CodingKeys: String, CodingKey { case endpoint = "webhook_endpoint" }

    init(from decoder: any Decoder) throws {
        destination = try EventDestination(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        secret = SecretBytes(utf8: try container.decode(Endpoint.self, forKey: .endpoint).secret)
    }
}

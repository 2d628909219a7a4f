public import TenderAPI
public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The gateway's events, and the endpoints that they are delivered to.
extension PaymentsClient {
    private static let endpoints = "/v1/webhook_endpoints"
    private static let endpointKind = "webhook_endpoint"

    /// Creates an endpoint for events, once per key.
    ///
    /// - Parameter events: The names of the events, or `*` for all.
    /// - Returns: The endpoint with the secret that signs its deliveries, which the API returns only this once.
    public func createWebhookEndpoint(
        url: String, events: [String], description: String? = nil, metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> (endpoint: WebhookEndpoint, secret: SecretBytes) {
        var form = FormParameters()
        form.add("url", url)
        form.add("enabled_events", list: events)
        form.add("description", description)
        form.add("metadata", map: metadata)
        let made: CreatedEndpoint = try await exchange(
            .post, Self.endpoints, form, key: key, kind: Self.endpointKind, to: "create a webhook endpoint")
        return (made.endpoint, SecretBytes(utf8: made.secret))
    }

    /// Lists the endpoints, newest first.
    public func listWebhookEndpoints(
        _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<WebhookEndpoint> {
        try await page(Self.endpoints, query, to: "list webhook endpoints")
    }

    /// Retrieves an endpoint.
    public func retrieveWebhookEndpoint(_ id: String) async throws(GatewayError) -> WebhookEndpoint {
        try await exchange(.get, Self.endpoints, id: id, kind: Self.endpointKind, to: "read a webhook endpoint")
    }

    /// Updates the non-`nil` properties of an endpoint; the metadata is merged.
    ///
    /// - Parameters:
    ///   - events: The names of the events, or `*` for all; empty to leave them.
    ///   - isEnabled: Whether events are sent.
    public func updateWebhookEndpoint(
        _ id: String, url: String? = nil, events: [String] = [], isEnabled: Bool? = nil, description: String? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> WebhookEndpoint {
        var form = FormParameters()
        form.add("url", url)
        form.add("enabled_events", list: events)
        form.add("disabled", isEnabled.map { !$0 })
        form.add("description", description)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.endpoints, id: id, "", form, key: key, kind: Self.endpointKind,
            to: "update a webhook endpoint")
    }

    /// Deletes an endpoint.
    public func deleteWebhookEndpoint(_ id: String) async throws(GatewayError) {
        try await remove(Self.endpoints, id: id, kind: Self.endpointKind, to: "delete a webhook endpoint")
    }

    /// Retrieves an event.
    public func retrieveEvent(_ id: String) async throws(GatewayError) -> APIEvent {
        try await exchange(.get, "/v1/events", id: id, kind: "event", to: "read an event")
    }

    /// Lists the events of the last 30 days, newest first.
    ///
    /// - Parameter types: The names of the events; empty for all.
    public func listEvents(
        types: [String] = [], _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<APIEvent> {
        var form = FormParameters()
        form.add("types", list: types)
        return try await page("/v1/events", query, form, to: "list events")
    }
}

/// The response that contains a new endpoint's secret.
private struct CreatedEndpoint: Decodable {
    let endpoint: WebhookEndpoint
    let secret: String

    enum CodingKeys: String, CodingKey { case secret }

    init(from decoder: any Decoder) throws {
        endpoint = try WebhookEndpoint(from: decoder)
        secret = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .secret)
    }
}

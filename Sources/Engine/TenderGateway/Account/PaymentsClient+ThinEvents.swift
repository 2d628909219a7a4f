public import TenderAPI
public import TenderFlow
import TenderHTTP
import TenderModel

/// The gateway's thin events, which name the object that changed and do not show it.
extension PaymentsClient {
    private static let thinEvents = "/v2/core/events"
    private static let thinEventKind = "v2.core.event"

    /// Retrieves a thin event, with its data.
    public func retrieveThinEvent(_ id: String) async throws(GatewayError) -> ThinEvent {
        try await exchange(.get, Self.thinEvents, id: id, kind: Self.thinEventKind, to: "read an event")
    }

    /// Lists the thin events of the last 30 days, newest first.
    ///
    /// - Parameters:
    ///   - types: The names of the events; empty for all.
    ///   - object: The ID of the object that they are about; `nil` for all.
    ///   - createdFrom: The earliest time, in seconds since 1970.
    ///   - createdTo: The latest time, in seconds since 1970.
    ///   - page: What the page before ended with; `nil` for the first.
    public func listThinEvents(
        types: [String] = [], object: String? = nil, createdFrom: Int64? = nil, createdTo: Int64? = nil,
        limit: Int = 10, page: String? = nil
    ) async throws(GatewayError) -> CorePage<ThinEvent> {
        var form = FormParameters()
        form.add("types", indexed: types)
        form.add("object_id", try object?.checkedID())
        form.add("created[gte]", createdFrom.map { TimestampText.text($0) })
        form.add("created[lte]", createdTo.map { TimestampText.text($0) })
        return try await corePage(Self.thinEvents, form, limit: limit, page: page, to: "list events")
    }

    /// Retrieves the object that a thin event is about, as it is now, such as a `CoreAccount`; as an `APIValue` whatever
    /// it is.
    ///
    /// An event of another account (`context`) needs `acting(for:)`.
    ///
    /// - Throws: `GatewayError`; not sent if the event is about no object, or its address is not a path of the API.
    public func retrieveRelatedObject<Object: Decodable>(
        of event: ThinEvent, as type: Object.Type
    ) async throws(GatewayError) -> Object {
        try requireSecretKey(to: "read the object of an event")
        guard let related = event.relatedObject else {
            throw .notSent(.invalidParameter, "the event '\(event.id)' is about no object")
        }
        guard related.url.isPathOfAPI else {
            throw .notSent(.invalidParameter, "the address of the event's object is not a path of the API")
        }
        let answer = try await transport.send(APIRequest(method: .get, path: related.url))
        let found = try answer.decode(RelatedID.self, kind: related.type).id
        guard found == related.id else {
            throw answer.mismatch("the answer is about '\(found)', not about '\(related.id)'")
        }
        return try answer.decode(type, kind: related.type)
    }
}

private struct RelatedID: Decodable { let id: String }

extension String {
    /// Whether this is the path of an object of the API: names and IDs, and no other server.
    fileprivate var isPathOfAPI: Bool {
        let parts = split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 && parts[0].isEmpty && ["v1", "v2"].contains(parts[1])
            && parts.dropFirst(2).allSatisfy { (try? String($0).checkedID()) != nil }
    }
}

/// Something that happened at the gateway, with the object as it was then.
public struct APIEvent: Hashable, Sendable, Identifiable {
    /// The id, `evt_…`: the same event may be told more than once.
    public var id: String
    /// What happened, such as `payment_intent.succeeded`.
    public var type: String
    /// When, seconds since 1970; the order of telling says nothing.
    public var created: Int64
    /// Whether it belongs to live operation.
    public var livemode: Bool
    /// The version in which the object is written.
    public var apiVersion: String?
    /// The object as it was after what happened.
    public var object: APIValue
    /// What changed, as it was before; nil where nothing was changed.
    public var previousAttributes: APIValue?
    /// To how many addresses it has still to be delivered.
    public var pendingWebhooks: Int
    /// The request that made it happen.
    public var requestID: String?
    /// The key of that request.
    public var idempotencyKey: String?
    /// The connected account it happened in; nil for the own one.
    public var account: String?

    /// Makes an event.
    public init(
        id: String, type: String, created: Int64 = 0, livemode: Bool = false, apiVersion: String? = nil,
        object: APIValue, previousAttributes: APIValue? = nil, pendingWebhooks: Int = 0, requestID: String? = nil,
        idempotencyKey: String? = nil, account: String? = nil
    ) {
        self.id = id
        self.type = type
        self.created = created
        self.livemode = livemode
        self.apiVersion = apiVersion
        self.object = object
        self.previousAttributes = previousAttributes
        self.pendingWebhooks = pendingWebhooks
        self.requestID = requestID
        self.idempotencyKey = idempotencyKey
        self.account = account
    }
}

extension APIEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, object, type, created, livemode, data, request, account
        case apiVersion = "api_version"
        case pendingWebhooks = "pending_webhooks"
    }

    private struct Content: Codable {
        var object: APIValue
        var previousAttributes: APIValue?

        enum CodingKeys: String, CodingKey {
            case object
            case previousAttributes = "previous_attributes"
        }
    }

    private struct Request: Codable {
        var id: String?
        var idempotencyKey: String?

        enum CodingKeys: String, CodingKey {
            case id
            case idempotencyKey = "idempotency_key"
        }
    }

    /// Reads the API's object.
    ///
    /// - Throws: `DecodingError` for a missing or impossible field, and for an object of another kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .object)
        guard kind == "event" else {
            throw DecodingError.dataCorruptedError(
                forKey: .object, in: container, debugDescription: "expected an event, found a \(kind)")
        }
        let content = try container.decode(Content.self, forKey: .data)
        let request = try container.decodeIfPresent(Request.self, forKey: .request)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            type: try container.decode(String.self, forKey: .type),
            created: try container.decode(Int64.self, forKey: .created),
            livemode: try container.decode(Bool.self, forKey: .livemode),
            apiVersion: try container.decodeIfPresent(String.self, forKey: .apiVersion),
            object: content.object, previousAttributes: content.previousAttributes,
            pendingWebhooks: try container.decodeIfPresent(Int.self, forKey: .pendingWebhooks) ?? 0,
            requestID: request?.id, idempotencyKey: request?.idempotencyKey,
            account: try container.decodeIfPresent(String.self, forKey: .account))
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("event", forKey: .object)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(created, forKey: .created)
        try container.encode(livemode, forKey: .livemode)
        try container.encodeIfPresent(apiVersion, forKey: .apiVersion)
        try container.encode(Content(object: object, previousAttributes: previousAttributes), forKey: .data)
        try container.encode(pendingWebhooks, forKey: .pendingWebhooks)
        try container.encode(Request(id: requestID, idempotencyKey: idempotencyKey), forKey: .request)
        try container.encodeIfPresent(account, forKey: .account)
    }
}

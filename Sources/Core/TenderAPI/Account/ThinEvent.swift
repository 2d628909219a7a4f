public import TenderModel

/// Something that happened at the gateway, without the object: an event of version 2 of the API.
public struct ThinEvent: Hashable, Sendable, Codable, Identifiable {
    /// What an event is about.
    public struct RelatedObject: Hashable, Sendable, Codable, Identifiable {
        /// The object's ID.
        public var id: String
        /// The object's kind, such as `v2.core.account`.
        public var type: String
        /// The path at which the gateway has it, such as `/v2/core/accounts/acct_…`.
        public var url: String

        /// Names an object.
        public init(id: String, type: String, url: String) {
            self.id = id
            self.type = type
            self.url = url
        }
    }

    private struct Reason: Hashable, Sendable, Codable {
        struct Request: Hashable, Sendable, Codable {
            var id: String?
            var idempotencyKey: String?

            enum CodingKeys: String, CodingKey {
                case id
                case idempotencyKey = "idempotency_key"
            }
        }

        var type: String?
        var request: Request?
    }

    /// The ID, `evt_…`: the same event may be delivered more than once.
    public var id: String
    /// What happened, such as `v2.core.account[requirements].updated`.
    public var type: String
    /// When, in seconds since 1970; the order of deliveries says nothing.
    @TimestampText public var created: Int64
    /// Whether it belongs to live operation.
    @DefaultIfAbsent public var livemode: Bool
    /// The account in which it happened; `nil` for the key's own.
    public var context: String?
    /// What it is about; `nil` for nothing in particular.
    public var relatedObject: RelatedObject?
    /// What else there is to know; `nil` in a delivery.
    public var data: APIValue?
    private var reason: Reason?
    private var object = CheckedKind()

    /// Creates an event.
    public init(
        id: String, type: String, created: Int64 = 0, livemode: Bool = false, context: String? = nil,
        relatedObject: RelatedObject? = nil, data: APIValue? = nil, requestID: String? = nil,
        idempotencyKey: String? = nil
    ) {
        self.id = id
        self.type = type
        self.created = created
        self.livemode = livemode
        self.context = context
        self.relatedObject = relatedObject
        self.data = data
        let isOfRequest = requestID != nil || idempotencyKey != nil
        reason =
            isOfRequest ? Reason(type: "request", request: .init(id: requestID, idempotencyKey: idempotencyKey)) : nil
    }

    /// The request that made it happen.
    public var requestID: String? { reason?.request?.id }

    /// The key of that request.
    public var idempotencyKey: String? { reason?.request?.idempotencyKey }

    private enum CodingKeys: String, ObjectKey {
        case id, object, type, created, livemode, context, data, reason
        case relatedObject = "related_object"

        static let kind = "v2.core.event"
    }
}

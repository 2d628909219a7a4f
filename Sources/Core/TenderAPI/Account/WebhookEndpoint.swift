public import TenderModel

/// An address of the merchant to which the gateway sends events.
public struct WebhookEndpoint: Hashable, Sendable, Codable, Identifiable {
    /// Whether events are sent.
    public enum Status: OpenEnum {
        /// `enabled`.
        case enabled
        /// `disabled`.
        case disabled
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Status] = [.enabled, .disabled]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .enabled: "enabled"
            case .disabled: "disabled"
            case .unknown(let value): value
            }
        }
    }

    /// The id, `we_…`.
    public var id: String
    /// Where events are sent.
    public var url: String
    /// Which events; `*` for all.
    public var enabledEvents: [String]
    /// Whether events are sent.
    public var status: Status
    /// A text for people.
    public var description: String?
    /// The version in which events are written.
    public var apiVersion: String?
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    public var metadata: [String: String]

    /// Makes an endpoint.
    public init(
        id: String, url: String, enabledEvents: [String], status: Status = .enabled, description: String? = nil,
        apiVersion: String? = nil, created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.url = url
        self.enabledEvents = enabledEvents
        self.status = status
        self.description = description
        self.apiVersion = apiVersion
        self.created = created
        self.metadata = metadata
    }

    enum CodingKeys: String, CodingKey {
        case id, url, status, description, created, metadata
        case enabledEvents = "enabled_events"
        case apiVersion = "api_version"
    }
}

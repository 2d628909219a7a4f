public import TenderBytes

/// A short-lived key that may read and change one customer; never printed.
///
/// It is decoded from the JSON that the gateway returned to the merchant's own server, unchanged.
public struct EphemeralKey: Sendable {
    /// An object that the key is for.
    public struct Subject: Hashable, Sendable, Decodable {
        /// The object's ID.
        public var id: String
        /// The object's type, such as `customer`.
        public var type: String

        /// Creates a subject.
        public init(id: String, type: String) {
            self.id = id
            self.type = type
        }
    }

    /// The ID, `ephkey_…`.
    public let id: String
    /// The key itself.
    public let secret: SecretBytes
    /// The time of creation, in seconds since 1970 by the gateway's clock.
    public let created: Int64
    /// The time of expiry, in seconds since 1970 by the gateway's clock.
    public let expires: Int64
    /// Whether real money moves.
    public let livemode: Bool
    /// The objects that the key is for.
    public let associatedObjects: [Subject]

    /// Creates a key.
    public init(
        id: String, secret: SecretBytes, created: Int64, expires: Int64, livemode: Bool = false,
        associatedObjects: [Subject]
    ) {
        self.id = id
        self.secret = secret
        self.created = created
        self.expires = expires
        self.livemode = livemode
        self.associatedObjects = associatedObjects
    }

    /// The ID of the customer that the key is for.
    public var customer: String? { associatedObjects.first { $0.type == "customer" }?.id }
}

extension EphemeralKey: Decodable {
    enum CodingKeys: String, CodingKey {
        case id, secret, created, expires, livemode
        case associatedObjects = "associated_objects"
    }

    /// Decodes the API's object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            secret: SecretBytes(utf8: try container.decode(String.self, forKey: .secret)),
            created: try container.decode(Int64.self, forKey: .created),
            expires: try container.decode(Int64.self, forKey: .expires),
            livemode: try container.decode(Bool.self, forKey: .livemode),
            associatedObjects: try container.decodeIfPresent([Subject].self, forKey: .associatedObjects) ?? []
        )
    }
}

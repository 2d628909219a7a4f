public import TenderModel

/// A reference to a SetupIntent: the ID, and the secret if only a publishable key is available.
public struct SetupIntentReference: Hashable, Sendable {
    /// The intent's ID.
    public var id: String
    /// The intent's secret, if known.
    public var clientSecret: ClientSecret?

    /// Creates a reference.
    public init(id: String, clientSecret: ClientSecret? = nil) {
        self.id = id
        self.clientSecret = clientSecret
    }

    /// Creates a reference to an intent.
    public init(_ intent: SetupIntent) {
        self.init(id: intent.id, clientSecret: intent.clientSecret)
    }
}

public import TenderBytes

/// The short-lived secret for connecting a reader; single use, never printed.
public struct ConnectionToken: Sendable {
    /// The secret.
    public let secret: SecretBytes

    /// Creates a token from a secret.
    public init(secret: SecretBytes) { self.secret = secret }
}

public import TenderBytes

/// The short-lived secret with which a reader is connected; single use, never printed.
public struct ConnectionToken: Sendable {
    /// The secret.
    public let secret: SecretBytes

    /// Wraps a secret.
    public init(secret: SecretBytes) { self.secret = secret }
}

public import TenderBytes

/// The short-lived secret with which a page or an app shows one customer's payment methods; never printed.
public struct CustomerSession: Sendable {
    /// The customer's ID.
    public let customer: String
    /// The secret.
    public let clientSecret: SecretBytes
    /// The time of creation, in seconds since 1970.
    public let created: Int64
    /// The time of expiry, in seconds since 1970.
    public let expiresAt: Int64

    /// Creates a session.
    public init(customer: String, clientSecret: SecretBytes, created: Int64, expiresAt: Int64) {
        self.customer = customer
        self.clientSecret = clientSecret
        self.created = created
        self.expiresAt = expiresAt
    }
}

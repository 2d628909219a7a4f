public import TenderBytes

/// The short-lived secret with which a page or an app shows one customer's payment methods; never printed.
public struct CustomerSession: Sendable {
    /// The customer's id.
    public let customer: String
    /// The secret.
    public let clientSecret: SecretBytes
    /// When it was made, seconds since 1970.
    public let created: Int64
    /// When it ends, seconds since 1970.
    public let expiresAt: Int64

    /// Makes a session.
    public init(customer: String, clientSecret: SecretBytes, created: Int64, expiresAt: Int64) {
        self.customer = customer
        self.clientSecret = clientSecret
        self.created = created
        self.expiresAt = expiresAt
    }
}

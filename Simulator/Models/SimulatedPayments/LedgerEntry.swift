/// What the issuer really did for one PaymentIntent, in the gateway's smallest units.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// The number of approvals ever given.
    public var authorizations = 0
    /// The number of refusals.
    public var declines = 0
    /// The sum of the approvals.
    public var authorized: Int64 = 0
    /// What was taken.
    public var captured: Int64 = 0
    /// What was held and given up.
    public var released: Int64 = 0
    /// What was given back, without refunds that failed.
    public var refunded: Int64 = 0

    /// Makes an empty entry.
    public init() {}
}

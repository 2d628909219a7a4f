/// The issuer's actual bookings for one PaymentIntent, in the gateway's smallest units.
public struct LedgerEntry: Hashable, Sendable, Codable {
    /// The number of approvals.
    public var authorizations = 0
    /// The number of declines.
    public var declines = 0
    /// The sum of the approvals.
    public var authorized: Int64 = 0
    /// The captured amount.
    public var captured: Int64 = 0
    /// The amount that was held and released.
    public var released: Int64 = 0
    /// The refunded amount, without refunds that failed.
    public var refunded: Int64 = 0

    /// Creates an empty entry.
    public init() {}
}

/// An act of the issuer; amounts are in the gateway's smallest units.
struct IssuerEvent: Hashable, Sendable, Codable {
    enum Kind: Hashable, Sendable, Codable {
        /// A hold; `limit` is the most that may be captured of it.
        case approved(limit: Int64)
        /// A larger hold, by `amount`.
        case raised(limit: Int64)
        case declined(code: String)
        case captured
        case released
        case refunded
        case refundReturned
    }

    let sequence: Int
    let at: Int64
    let reference: String
    let paymentIntent: String
    let kind: Kind
    let amount: Int64
}

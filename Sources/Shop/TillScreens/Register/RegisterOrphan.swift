public import TenderModel

/// A payment that no ticket counts.
public struct RegisterOrphan: Hashable, Sendable {
    /// The PaymentIntent.
    public let intentID: String
    /// The leg that it was made for; `nil` for somebody else's payment.
    public let leg: String?
    /// The paid amount.
    public let amount: Amount

    /// Creates an orphan.
    public init(intentID: String, leg: String?, amount: Amount) {
        self.intentID = intentID
        self.leg = leg
        self.amount = amount
    }
}

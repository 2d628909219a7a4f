public import TenderModel

/// One line of the amount to pay, for the customer to read.
public struct PaymentSummaryItem: Hashable, Sendable, Codable {
    /// The line's text.
    public var label: String
    /// The line's amount; negative for a discount.
    public var amount: Amount

    /// Creates a line.
    public init(_ label: String, _ amount: Amount) {
        self.label = label
        self.amount = amount
    }
}

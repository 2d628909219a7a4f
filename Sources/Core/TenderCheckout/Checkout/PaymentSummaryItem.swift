public import TenderModel

/// One line of what is to be paid, for the customer to read.
public struct PaymentSummaryItem: Hashable, Sendable, Codable {
    /// What it is.
    public var label: String
    /// What it costs; below zero for a discount.
    public var amount: Amount

    /// Makes a line.
    public init(_ label: String, _ amount: Amount) {
        self.label = label
        self.amount = amount
    }
}

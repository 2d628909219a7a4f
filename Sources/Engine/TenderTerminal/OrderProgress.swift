public import TenderFlow
public import TenderModel

/// What is paid of an order, when the next card is asked for.
public struct OrderProgress: Sendable {
    /// The shop's order.
    public var order: String
    /// The amount to pay.
    public var total: Amount
    /// The amount that is not paid yet.
    public var balance: Amount
    /// The legs, oldest first.
    public var legs: [OrderLeg]
    /// How the last card ended; `nil` before the first.
    public var last: PaymentOutcome?
    /// Why the last card could not be asked for, if it could not.
    public var error: TenderError?
}

/// What comes next for an order that is not paid in full.
public enum OrderStep: Sendable {
    /// A card pays this much; all of the balance if it is `nil`.
    case pay(Amount? = nil, CollectConfiguration = CollectConfiguration())
    /// There is no further card.
    case stop
}

/// How paying an order with several cards ended.
public struct OrderOutcome: Hashable, Sendable {
    /// How it ended.
    public var end: OrderPayment.End
    /// The legs, oldest first.
    public var legs: [OrderLeg]
    /// The amount that is held or captured.
    public var paid: Amount
    /// The amount that is not paid.
    public var balance: Amount
}

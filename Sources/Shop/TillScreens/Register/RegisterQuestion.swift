public import TenderSale

/// A question that a register needs answered before it continues.
public enum RegisterQuestion: Hashable, Sendable {
    /// A manager's approval: `RegisterEvent.allowed`.
    case manager(Permission)
    /// One of these reasons: `RegisterEvent.reason`.
    case reason(Permission, choices: [ReasonCode])
    /// The price of an article without one: `RegisterEvent.price`.
    case price(of: Product, Quantity)
}

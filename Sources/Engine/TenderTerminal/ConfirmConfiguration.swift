public import TenderModel

/// The settings of a confirmation.
public struct ConfirmConfiguration: Hashable, Sendable {
    /// The surcharge on top of the amount, for a card that was collected with `updatePaymentIntent`; `nil` for none.
    public var surcharge: SurchargeConfiguration?

    /// Creates a configuration.
    public init(surcharge: SurchargeConfiguration? = nil) { self.surcharge = surcharge }
}

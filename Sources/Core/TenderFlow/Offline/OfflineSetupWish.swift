public import TenderModel

/// The saving of a card with a SetupIntent that the gateway has not heard of.
public struct OfflineSetupWish: Hashable, Sendable, Codable {
    /// The parameters of the SetupIntent, with the base of all its keys as their key.
    public var parameters: SetupIntentParameters
    /// Whether the saved card may be shown to the customer again.
    public var allowRedisplay: AllowRedisplay

    /// Creates the saving of a card.
    public init(_ parameters: SetupIntentParameters, allowRedisplay: AllowRedisplay) {
        self.parameters = parameters
        self.allowRedisplay = allowRedisplay
    }

    /// Returns whether a card would be saved in the same way for the same customer.
    func isSameWish(as other: OfflineSetupWish) -> Bool { setup(as: "").isSameWish(as: other.setup(as: "")) }

    /// Returns the saving of the card with this SetupIntent.
    public func setup(as setupIntent: String) -> CardSetup {
        CardSetup(setupIntent: setupIntent, customer: parameters.customer, allowRedisplay: allowRedisplay)
    }

    /// The base of all its keys.
    var base: String { parameters.idempotencyKey ?? "" }

    /// The ID of the local SetupIntent.
    var id: String { SetupIntent(offline: parameters, base: base).id }
}

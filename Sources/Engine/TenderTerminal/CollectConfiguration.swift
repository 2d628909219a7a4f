public import TenderModel

/// The settings of a card collection.
public struct CollectConfiguration: Hashable, Sendable {
    /// Whether to attach the card to the intent and return it for inspection before confirmation; confirm or cancel
    /// within 30 seconds.
    public var updatePaymentIntent: Bool
    /// Whether the customer may cancel on the reader.
    public var customerCancellation: Bool
    /// What the reader may ask the customer as a tip; `nil` for nothing.
    ///
    /// Readers that cannot ask, and payments that are stored offline, have no tip.
    public var tipping: TippingConfiguration?
    /// The keyed entry of the card's number, which only a certified reader takes; `nil` for a card that is presented.
    public var motoConfiguration: MotoConfiguration?

    /// What the reader shows about a surcharge before a card is read; needs `updatePaymentIntent`.
    public var surchargeNotice: String?

    /// Whether to ask for an offer to charge the card in its own currency (DCC); needs `updatePaymentIntent`.
    ///
    /// The offer is on the collected intent's card (`dynamicCurrencyConversion`). `confirmPaymentIntent` asks the customer
    /// on the reader; only a yes converts, and the shop is paid in its own currency either way.
    public var requestDynamicCurrencyConversion: Bool

    /// The customer's consent to be shown the card again, which a payment with `setupFutureUsage` needs: `always` or
    /// `limited`.
    public var allowRedisplay: AllowRedisplay

    /// Creates a configuration.
    public init(
        updatePaymentIntent: Bool = false, customerCancellation: Bool = true,
        tipping: TippingConfiguration? = nil, surchargeNotice: String? = nil,
        requestDynamicCurrencyConversion: Bool = false, motoConfiguration: MotoConfiguration? = nil,
        allowRedisplay: AllowRedisplay = .unspecified
    ) {
        self.surchargeNotice = surchargeNotice
        self.requestDynamicCurrencyConversion = requestDynamicCurrencyConversion
        self.updatePaymentIntent = updatePaymentIntent
        self.customerCancellation = customerCancellation
        self.tipping = tipping
        self.motoConfiguration = motoConfiguration
        self.allowRedisplay = allowRedisplay
    }
}

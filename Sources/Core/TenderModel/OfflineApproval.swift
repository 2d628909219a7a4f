/// The shop's own acceptance of a card that no issuer has been asked about: the money is not certain.
///
/// A type of its own, so that nobody takes it for an approval.
public struct OfflineApproval: Hashable, Sendable {
    /// What was stored.
    public var payment: OfflinePayment
    /// The local intent, which has no counterpart at the gateway yet.
    public var intent: PaymentIntent

    /// Makes an acceptance.
    public init(payment: OfflinePayment, intent: PaymentIntent) {
        self.payment = payment
        self.intent = intent
        self.intent.offlineDetails = OfflineDetails(
            storedAt: payment.storedAt, requiresUpload: payment.state.requiresUpload, card: payment.card)
    }
}

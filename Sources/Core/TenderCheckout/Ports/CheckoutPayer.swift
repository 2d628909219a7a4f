/// The party that creates and confirms the PaymentIntent of a checkout.
public protocol CheckoutPayer: Sendable {
    /// Pays once: every request that could charge uses a key derived from `payment.key`, and never any other.
    ///
    /// - Returns: The result; `failure` and `userCancellation` only if it is proved that nothing was charged.
    func pay(_ payment: PaymentResult) async -> CheckoutCompletion
}

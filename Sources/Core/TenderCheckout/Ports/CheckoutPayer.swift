/// Who creates and confirms the PaymentIntent of a checkout.
public protocol CheckoutPayer: Sendable {
    /// Pays once: every request that could charge goes under keys made of `payment.key`, and never another.
    ///
    /// - Returns: how it ended; `failure` and `userCancellation` only when it is proved that nothing was charged.
    func pay(_ payment: PaymentResult) async -> CheckoutCompletion
}

public import TenderModel

/// The outcome of a card payment or refund that was begun.
public enum LegOutcome: Hashable, Sendable {
    /// The money that was captured or held, or went back.
    public struct Settlement: Hashable, Sendable {
        /// The amount paid of the ticket: at most what was asked; negative for a refund.
        public var amount: Amount
        /// The tip on top, wherever it came from.
        public var tip: Amount
        /// Whether the money was already captured.
        public var isCaptured: Bool
        /// The payment intent of a sale, which is known once the payment was begun; `nil` keeps the one that the leg
        /// was started with.
        public var intentID: String?
        /// The refund that returned the money; `nil` for a hold that was released.
        public var refundID: String?
        /// The card, masked.
        public var card: CardDetails?
        /// A reference of the processor.
        public var reference: String?

        /// Creates a settlement.
        public init(
            amount: Amount, tip: Amount, isCaptured: Bool = false, intentID: String? = nil, refundID: String? = nil,
            card: CardDetails? = nil, reference: String? = nil
        ) {
            self.amount = amount
            self.tip = tip
            self.isCaptured = isCaptured
            self.intentID = intentID
            self.refundID = refundID
            self.card = card
            self.reference = reference
        }
    }

    /// The money is captured, or held.
    case settled(Settlement)
    /// Declined, with proof that nothing is held.
    case declined(reason: String)
    /// Canceled, with proof that nothing is held.
    case canceled
    /// The outcome is unknown.
    case unknown
    /// Stored on this till and not yet authorized by anybody.
    case offline(Settlement)
}

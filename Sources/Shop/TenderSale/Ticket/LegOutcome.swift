public import TenderModel

/// What was learned about a card payment or refund that was begun.
public enum LegOutcome: Hashable, Sendable {
    /// The money that is there or held, or went back.
    public struct Settlement: Hashable, Sendable {
        /// What it pays of the ticket: at most what was asked; negative for a refund.
        public var amount: Amount
        /// The tip on top, wherever it came from.
        public var tip: Amount
        /// Whether the money was captured already.
        public var isCaptured: Bool
        /// The payment intent of a sale, which is known once the payment was begun; nil keeps what the leg was started with.
        public var intentID: String?
        /// The refund by which money went back; nil for a hold that was released.
        public var refundID: String?
        /// The card, masked.
        public var card: CardDetails?
        /// A reference of the processor.
        public var reference: String?

        /// Describes a settlement.
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

    /// The money is there, or held.
    case settled(Settlement)
    /// Refused, with proof that nothing is held.
    case declined(reason: String)
    /// Given up, with proof that nothing is held.
    case canceled
    /// Nobody knows.
    case unknown
    /// Stored on this till and not yet authorised by anybody.
    case offline(Settlement)
}

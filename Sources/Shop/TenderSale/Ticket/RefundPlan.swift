public import TenderModel

/// The contents of a refund or void: created by `Refundable`, and never more than is left of the sale.
public struct RefundPlan: Hashable, Sendable, Codable {
    /// A payment of the sale by card or link that can be refunded.
    public struct Card: Hashable, Sendable, Codable {
        /// The leg of the sale.
        public let leg: String
        /// Its payment intent.
        public let intentID: String
        /// The rest of what it paid, without the tip; not negative.
        public internal(set) var left: Amount
        /// The tip on top, which only a void returns.
        public let tip: Amount
        /// The card, masked.
        public let card: CardDetails?
        /// The distribution of its money; `nil` when it is the shop's.
        public let sharing: LegSharing?
        /// The payment method if it was not a card; plans stored by earlier versions do not have it.
        private let otherMethod: LegRecord.Method?

        /// The payment method: a presented card, or a link.
        public var method: LegRecord.Method { otherMethod ?? .card }

        init(_ leg: LegRecord, intentID: String) {
            self.leg = leg.id
            self.intentID = intentID
            left = leg.amount
            tip = leg.tip
            card = leg.card
            sharing = leg.sharing
            otherMethod = leg.method == .card ? nil : leg.method
        }
    }

    /// The kind: a refund or a void.
    public let kind: TicketRecord.Kind
    /// The id of the sale.
    public let original: String
    /// Whether the sale was made in training mode.
    public let isTraining: Bool
    /// The refunded lines, negative; one that refunds only money has the quantity 0.
    public let lines: [SoldLine]
    /// The refunded taxes, negative.
    public let taxes: [TaxRow]
    /// The refund with tax, negative.
    public let total: Amount
    /// The card payments of the sale that are not fully refunded.
    public let cards: [Card]
    /// The cash of earlier refunds, and its rounding: the cash of all refunds is rounded as a whole.
    let earlierCash: Amount
    let earlierRounding: Amount
}

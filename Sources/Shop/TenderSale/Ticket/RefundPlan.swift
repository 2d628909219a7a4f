public import TenderModel

/// What a refund or void gives back: made by `Refundable`, and never more than is left of the sale.
public struct RefundPlan: Hashable, Sendable, Codable {
    /// A payment of the sale by card or link, to which money can go back.
    public struct Card: Hashable, Sendable, Codable {
        /// The leg of the sale.
        public let leg: String
        /// Its payment intent.
        public let intentID: String
        /// What is left of what it paid, the tip apart; not negative.
        public internal(set) var left: Amount
        /// The tip on top, which only a void gives back.
        public let tip: Amount
        /// The card, masked.
        public let card: CardDetails?
        /// Who has its money; nil when it is the shop's.
        public let sharing: LegSharing?
        /// How it was paid where that was not a card; plans that were kept by earlier versions tell nothing.
        private let otherMethod: LegRecord.Method?

        /// How it was paid: by a card that was presented, or by a link.
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

    /// A refund or a void.
    public let kind: TicketRecord.Kind
    /// The id of the sale.
    public let original: String
    /// Whether the sale was made while training.
    public let isTraining: Bool
    /// The lines that are given back, negative; one that gives back money only has the quantity 0.
    public let lines: [SoldLine]
    /// The taxes that are given back, negative.
    public let taxes: [TaxRow]
    /// What is given back with tax, negative.
    public let total: Amount
    /// The card payments of the sale of which something is left.
    public let cards: [Card]
    /// What earlier refunds gave back in cash, and how that was rounded: the cash of all of them is rounded as a whole.
    let earlierCash: Amount
    let earlierRounding: Amount
}

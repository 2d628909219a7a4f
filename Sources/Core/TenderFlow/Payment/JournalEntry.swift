public import TenderModel

/// One record of a payment or of the till, written before what it describes happens or is shown (money rule 2).
public struct JournalEntry: Hashable, Sendable, Codable {
    /// The recorded event.
    public enum Event: Hashable, Sendable, Codable {
        /// An attempt begins; no byte has left yet for reader or gateway.
        case attemptOpened(reader: String?, ChargeBefore)
        /// Somebody asked to stop.
        case cancelAsked(CancelMode, by: CancelOrigin)
        /// A request is about to leave, for the `send`th time.
        case requestLeaving(PaymentRequest, send: Int)
        /// A request ended with a result that can be shown; with the card's receipt data after an approval.
        indirect case settled(PaymentRequest, Conclusion, receipt: CardDetails?)
        /// The issuer approved, and the card that waited in the reader has yet to agree; until a later end is recorded,
        /// the approval is to be reversed.
        indirect case concluding(IntentFacts)
        /// The approval was returned to the caller who waited for it.
        case claimed
        /// A person has seen the outcome.
        case acknowledged(by: String)
        /// A refund is about to leave, for the `send`th time.
        indirect case refundLeaving(RefundParameters, IdempotencyKey, send: Int)
        /// A call that moves money is about to leave, for the `send`th time.
        indirect case callLeaving(MoneyCall, IdempotencyKey, send: Int)
        /// A presented card is about to leave, to be saved, for the `send`th time.
        indirect case setupLeaving(CardSetup, IdempotencyKey, send: Int)
        /// A refund, a call or the saving of a card ended with a result that can be shown.
        indirect case requestSettled(IdempotencyKey, RequestEnd)
        /// Whoever waited for a refund, a call or the saving of a card was told how it ended.
        case requestTold(IdempotencyKey)
        /// It was decided to finish a hold that nobody had finished, for this reason.
        case holdDecided(HoldRule)
        /// An event of a payment that was accepted offline.
        indirect case offline(OfflineEvent)
        /// An event of a payment that a semi-integrated terminal carries out.
        indirect case terminal(TerminalRecord)
        /// A record of the till that does not belong to a payment.
        indirect case shop(ShopRecord)
    }

    /// The intent's latest charge before an attempt: a newer failed one proves a decline.
    public enum ChargeBefore: Hashable, Sendable, Codable {
        /// There was none.
        case none
        /// The ID.
        case charge(String)
        /// It was not reported, so no charge proves anything.
        case unknown
    }

    /// The intent's ID; the key of a call that belongs to no payment; `ShopRecord.intentID` for a record of the till.
    public var intentID: String
    /// The card attempt, from 1.
    public var attempt: Int
    /// The requested terms, in every record that may be the first of a request.
    public var terms: PaymentTerms?
    /// The recorded event.
    public var event: Event

    /// Creates a record.
    public init(intentID: String, attempt: Int, terms: PaymentTerms? = nil, event: Event) {
        self.intentID = intentID
        self.attempt = attempt
        self.terms = terms
        self.event = event
    }

    /// Returns the record with what a receipt needs of the card, if it records an approval.
    ///
    /// The fingerprint and the name are left out: no receipt shows them, and they would tell customers apart.
    public func withReceipt(_ card: CardDetails?) -> JournalEntry {
        guard case .settled(let request, let conclusion, nil) = event, case .approved = conclusion else { return self }
        var entry = self
        entry.event = .settled(request, conclusion, receipt: card?.journaled)
        return entry
    }
}

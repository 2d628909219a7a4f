import SimulatedCard
import TenderModel

/// The issuer of every card: it approves, holds, pays and reverses, and keeps a ledger.
///
/// It knows nothing of the API's objects: a hold is identified by a reference, and its state comes only from the
/// events.
struct Issuer: Sendable {
    struct Request {
        let reference: String
        let paymentIntent: String
        /// The card; `nil` for a number that no test card has.
        let card: SimulatedCard?
        let hasPIN: Bool
        let amount: Int64
        let currency: Currency
        /// Whether it asks for the part that the card's issuer would approve.
        var isPart = false
        /// Whether the customer chose the card's currency, and so exactly this amount.
        var isConverted = false
        /// A decision already made; `nil` if the card and the amount decide.
        var decision: Decision?
    }

    enum Decision {
        case approved
        case declined(code: String, declineCode: String)
    }

    private struct Hold {
        let paymentIntent: String
        var approved: Int64
        var captureLimit: Int64
        var isOpen = true
        var captured: Int64 = 0
        var refunded: Int64 = 0
    }

    /// Whether the ending of an amount decides too.
    var decidesByAmount = true
    private(set) var events: [IssuerEvent] = []
    private var holds = ShardedDictionary<Hold>()
    private var entries = ShardedDictionary<LedgerEntry>()

    /// Returns the ledger entry of a PaymentIntent; `nil` if no card was ever presented for it.
    func entry(paymentIntent: String) -> LedgerEntry? { entries[paymentIntent] }

    mutating func authorize(_ request: Request, now: Int64) -> Decision {
        let decision = request.decision ?? decide(request)
        let kind: IssuerEvent.Kind =
            switch decision {
            case .approved: .approved(limit: request.captureLimit)
            case .declined(_, let code): .declined(code: code)
            }
        append(kind, request.amount, of: request.reference, request.paymentIntent, now: now)
        return decision
    }

    /// Raises a hold to the amount of the request; after a decline it stays as it is.
    mutating func raise(_ request: Request, now: Int64) -> Decision {
        guard let hold = holds[request.reference], hold.isOpen, request.amount > hold.approved else {
            return .declined(code: "card_declined", declineCode: "transaction_not_allowed")
        }
        let decision = request.decision ?? decide(request)
        if case .approved = decision {
            append(
                .raised(limit: request.captureLimit), request.amount - hold.approved, of: request.reference,
                hold.paymentIntent, now: now)
        }
        return decision
    }

    /// Captures `amount` of a hold and releases the rest; returns `false` if there is no such hold or it is too small.
    mutating func capture(_ amount: Int64, of reference: String, now: Int64) -> Bool {
        guard let hold = holds[reference], hold.isOpen, amount > 0, amount <= hold.captureLimit else { return false }
        append(.captured, amount, of: reference, hold.paymentIntent, now: now)
        if amount < hold.approved {
            append(.released, hold.approved - amount, of: reference, hold.paymentIntent, now: now)
        }
        return true
    }

    /// Releases a hold; returns `false` without one.
    mutating func release(_ reference: String, now: Int64) -> Bool {
        guard let hold = holds[reference], hold.isOpen else { return false }
        append(.released, hold.approved, of: reference, hold.paymentIntent, now: now)
        return true
    }

    /// Refunds an amount; returns `false` if less is left.
    mutating func refund(_ amount: Int64, of reference: String, now: Int64) -> Bool {
        guard let hold = holds[reference], amount > 0, amount <= hold.captured - hold.refunded else { return false }
        append(.refunded, amount, of: reference, hold.paymentIntent, now: now)
        return true
    }

    /// Returns a refund that the cardholder's account did not accept; returns `false` if no such sum was refunded.
    mutating func returnRefund(_ amount: Int64, of reference: String, now: Int64) -> Bool {
        guard let hold = holds[reference], amount > 0, amount <= hold.refunded else { return false }
        append(.refundReturned, amount, of: reference, hold.paymentIntent, now: now)
        return true
    }

    private mutating func append(
        _ kind: IssuerEvent.Kind, _ amount: Int64, of reference: String, _ paymentIntent: String, now: Int64
    ) {
        apply(
            IssuerEvent(
                sequence: events.count + 1, at: now, reference: reference, paymentIntent: paymentIntent, kind: kind,
                amount: amount))
    }

    /// Adds an event that just happened, or one from storage.
    mutating func apply(_ event: IssuerEvent) {
        events.append(event)
        var entry = entries[event.paymentIntent] ?? LedgerEntry()
        switch event.kind {
        case .approved(let limit):
            entry.authorizations += 1
            entry.authorized += event.amount
            holds[event.reference] = Hold(
                paymentIntent: event.paymentIntent, approved: event.amount, captureLimit: limit)
        case .raised(let limit):
            entry.authorized += event.amount
            holds[event.reference]?.approved += event.amount
            holds[event.reference]?.captureLimit = limit
        case .declined: entry.declines += 1
        case .captured:
            entry.captured += event.amount
            holds[event.reference]?.captured = event.amount
            holds[event.reference]?.isOpen = false
        case .released:
            entry.released += event.amount
            holds[event.reference]?.isOpen = false
        case .refunded:
            entry.refunded += event.amount
            holds[event.reference]?.refunded += event.amount
        case .refundReturned:
            entry.refunded -= event.amount
            holds[event.reference]?.refunded -= event.amount
        }
        entries[event.paymentIntent] = entry
    }
}

import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel

/// What the operations of a resource may use: the objects, the ids, the time, the issuer and what is due.
///
/// The answers under idempotency keys, the API keys, the faults and the log of requests belong to `SimulatedPayments`,
/// so that no operation of a resource depends on how a request came in.
struct ResourceContext: Sendable {
    var ids: IDGenerator
    private(set) var intents = Table<IntentRow>()
    private(set) var paymentMethods = Table<PaymentMethodRow>()
    private(set) var charges = Table<ChargeRow>()
    private(set) var refunds = Table<RefundRow>()
    private(set) var balanceTransactions = Table<BalanceTransactionRow>()
    /// The funds of each account, by currency.
    var funds: [String: [String: Funds]] = [:]
    private(set) var documents = Table<Document>()
    private(set) var events = Table<EventRow>()
    /// The number of reader changes in each account, which events do not fully report.
    var readerChanges: [String: Int] = [:]
    /// Changed by `put` and `remove`, except for deliveries in progress.
    var webhooks = WebhookQueues()
    private(set) var issuer = Issuer()
    /// The part of the issuer that knows chips.
    var chipIssuer = ChipIssuer()
    /// What the issuer tells the card of the request that is being answered; empty for nothing, and never stored.
    var issuerData: [UInt8] = []
    let recordsEvents: Bool
    /// The key of card fingerprints, so that nobody else can try all numbers.
    var fingerprintKey: SecretBytes {
        didSet { fingerprints = [:] }
    }
    /// The fingerprints of the named cards that were charged, by account and card: each takes two keyed hashes.
    var fingerprints: [String: [String: String]] = [:]

    /// The schedule of retries to webhook endpoints.
    var webhookSchedule = WebhookSchedule()
    /// The address where people reach the gateway's pages: scheme, host and port.
    var publicURL = "http://127.0.0.1"
    /// The seconds after which a refund that does not succeed at once succeeds or fails.
    var refundDelay = Self.refundDelay
    /// The seconds after which a bank pays a debit, or does not; test accounts that take their time take longer.
    var debitDelay = Self.debitDelay

    /// The seconds by which the gateway's time is ahead of its host's.
    var clockOffset: Int64 = 0
    /// The time up to which everything due was done.
    private(set) var settledUntil: Int64 = 0
    private var due = DueQueue<Due>()

    private var changes: Changes?

    init(seed: [UInt8], recordsChanges: Bool, recordsEvents: Bool) {
        ids = IDGenerator(seed: seed)
        fingerprintKey = Self.fingerprintKey(seed: seed)
        self.recordsEvents = recordsEvents
        changes = recordsChanges ? Changes() : nil
    }

    /// Returns the gateway's time at a time of the host.
    func time(_ now: Int64) -> Int64 { now + clockOffset }

    /// Does what is due up to a time of the gateway.
    mutating func settle(until now: Int64) {
        while let time = due.nextTime, let task = due.next(now: now) {
            // A late task has its own time, so that one long leap equals many short ones.
            settledUntil = max(settledUntil, time)
            task.run(&self, task.id, settledUntil)
        }
        settledUntil = max(settledUntil, now)
    }

    /// When something is due that webhook endpoints may want to know; `nil` without endpoints, or if nothing is.
    var nextTask: Int64? { webhooks.hasEndpoints ? due.nextTime.map { $0 - clockOffset } : nil }
}

// Rows enter the tables only here, so that storage misses none.
extension ResourceContext {
    @discardableResult mutating func put(_ row: IntentRow) -> Edition<IntentRow> {
        changes?.note(.paymentIntent, row.id)
        return intents.put(row)
    }

    mutating func put(_ row: PaymentMethodRow) {
        var row = row
        useUp(tokenOf: &row)
        paymentMethods.put(row)
        changes?.note(.paymentMethod, row.id)
    }

    @discardableResult mutating func put(_ row: ChargeRow) -> Edition<ChargeRow> {
        if !charges.contains(row.id) {
            if let time = row.captureBefore { due.add(row.intent.map(Due.hold) ?? .heldCharge(row.id), at: time) }
            if let time = row.pendingUntil { due.add(.debit(row.id), at: time) }
        }
        changes?.note(.charge, row.id)
        return charges.put(row)
    }

    mutating func put(_ row: RefundRow) {
        if !refunds.contains(row.id), let change = row.change { due.add(.refund(row.id), at: change.at) }
        refunds.put(row)
        changes?.note(.refund, row.id)
    }

    mutating func put(_ row: BalanceTransactionRow) {
        balanceTransactions.put(row)
        funds[row.account, default: [:]][row.currency.code, default: Funds()].pending += row.net
        due.add(.funds(row.id), at: row.availableOn)
        changes?.note(.balanceTransaction, row.id)
    }

    mutating func put(_ row: Document) {
        let resource = Resource.named(row.object)
        if let next = resource?.due(row, documents[row.id]) { due.add(next.task, at: next.time, isLast: next.isLast) }
        documents.put(row)
        changes?.note(.document, row.id)
        resource?.whenPut?(&self, row)
    }

    mutating func put(_ row: EventRow) {
        events.put(row)
        changes?.note(.event, row.id)
    }

    mutating func put(_ row: DeliveryRow) {
        webhooks.put(row)
        changes?.note(.delivery, row.id)
    }

    mutating func remove(_ row: DeliveryRow) {
        webhooks.remove(row)
        changes?.note(.delivery, row.id)
    }

    /// Lets the issuer act.
    mutating func withIssuer<Result>(_ body: (inout Issuer) -> Result) -> Result { body(&issuer) }
}

// Storage.
extension ResourceContext {
    /// Notes the change of a row that the context does not hold, in order with those of its own.
    mutating func note(_ kind: StoredRecord.Kind, _ id: String) { changes?.note(kind, id) }

    /// Records the changes from now on.
    mutating func recordChanges() { changes = Changes(keys: [], storedEvents: issuer.events.count) }

    /// Returns the changes since the last time; `nil` if they are not recorded.
    mutating func takeChanges() -> Changes? {
        guard let taken = changes else { return nil }
        recordChanges()
        return taken
    }

    /// Returns a row as it is now; `nil` if it was removed, or is not the context's.
    func row(_ kind: StoredRecord.Kind, _ id: String) -> (any Encodable & Sendable)? {
        switch kind {
        case .paymentIntent: intents.edition(of: id)
        case .paymentMethod: paymentMethods.edition(of: id)
        case .charge: charges.edition(of: id)
        case .refund: refunds.edition(of: id)
        case .balanceTransaction: balanceTransactions.edition(of: id)
        case .document: documents.edition(of: id)
        case .event: events.edition(of: id)
        case .delivery: webhooks[id]
        case .chipAccount: chipIssuer.accounts[id]
        case .answer, .issuerEvent: nil
        }
    }

    /// Takes a row from storage; one that only its table needs to know is decoded when it is needed.
    mutating func load(
        _ kind: StoredRecord.Kind, _ id: String, _ content: [UInt8], _ decoder: RowDecoder
    ) throws {
        switch kind {
        case .paymentIntent:
            if !intents.put(stored: content, id: id) { put(try decoder.decode(IntentRow.self, from: content)) }
        case .paymentMethod:
            if !paymentMethods.put(stored: content, id: id) {
                put(try decoder.decode(PaymentMethodRow.self, from: content))
            }
        case .charge: put(try decoder.decode(ChargeRow.self, from: content))
        case .refund: put(try decoder.decode(RefundRow.self, from: content))
        case .balanceTransaction: put(try decoder.decode(BalanceTransactionRow.self, from: content))
        case .document: put(try decoder.decode(Document.self, from: content))
        case .event:
            if !events.put(stored: content, id: id) { put(try decoder.decode(EventRow.self, from: content)) }
        case .delivery: put(try decoder.decode(DeliveryRow.self, from: content))
        case .issuerEvent: issuer.apply(try decoder.decode(IssuerEvent.self, from: content))
        case .chipAccount: chipIssuer.accounts[id] = try decoder.decode(ChipAccount.self, from: content)
        // Not the context's.
        case .answer: break
        }
    }
}

import SimulatedCard
import TenderBytes
import TenderCrypto
import TenderModel

/// The payments API's rules, the issuer behind them and its ledger, as a value.
///
/// It has no clock, randomness, file or socket: time comes with each request, ids from a seeded generator, and storage
/// takes rows out with `takeChanges()` and puts them back with `init(seed:records:)`. Equal seeds and requests give
/// equal answers, byte for byte.
public struct SimulatedPayments: Sendable {
    /// The lifetime of a card-present authorization, in seconds.
    public static let holdLifetime: Int64 = 2 * 24 * 3600
    /// The time that an idempotency key is remembered, in seconds.
    public static let keyLifetime: Int64 = 24 * 3600
    /// The seconds after which a refund that does not succeed at once succeeds or fails, by default.
    public static let refundDelay: Int64 = 60

    var ids: IDGenerator
    private(set) var intents = Table<IntentRow>()
    private(set) var paymentMethods = Table<PaymentMethodRow>()
    private(set) var charges = Table<ChargeRow>()
    private(set) var refunds = Table<RefundRow>()
    private(set) var balanceTransactions = Table<BalanceTransactionRow>()
    /// The funds of each account, by currency.
    private(set) var funds: [String: [String: Funds]] = [:]
    private(set) var documents = Table<Document>()
    private(set) var events = Table<EventRow>()
    /// The number of reader changes in each account, which events do not fully report.
    private(set) var readerChanges: [String: Int] = [:]
    /// Changed by `put` and `remove`, except for deliveries in progress.
    var webhooks = WebhookQueues()
    private(set) var answers = ShardedDictionary<Edition<AnswerRow>>()
    private(set) var issuer = Issuer()
    var keysInUse: Set<String> = []
    /// The accounts by the headers that named them with a permanent key, so that each is derived once.
    var credentials: [String: Credential] = [:]
    let recordsEvents: Bool
    /// The key of card fingerprints, so that nobody else can try all numbers.
    private(set) var fingerprintKey: SecretBytes {
        didSet { fingerprints = [:] }
    }
    /// The fingerprints of the named cards that were charged, by account and card: each takes two keyed hashes.
    var fingerprints: [String: [String: String]] = [:]
    /// The schedule of retries to webhook endpoints.
    public var webhookSchedule = WebhookSchedule()

    /// The newest requests over HTTP, for the curious; never stored.
    var requestLog = RequestLog()

    /// The faults of the next requests; the server takes them from here.
    public var faults = FaultPlan()
    /// The limit of requests per second for each account, for those who ask: the server enforces it.
    public var requestsPerSecond: Int?

    /// The address where people reach the gateway's pages: scheme, host and port.
    public var publicURL = "http://127.0.0.1"

    /// The seconds by which the gateway's time is ahead of its host's.
    private(set) var clockOffset: Int64 = 0
    /// The time up to which everything due was done.
    private(set) var settledUntil: Int64 = 0

    private var due = DueQueue<Due>()
    private var changes: Changes?

    /// Creates payments without objects.
    ///
    /// - Parameters:
    ///   - seed: The source of ids; at least 16 random bytes if they must differ between runs.
    ///   - recordsChanges: Whether rows are collected for `takeChanges()`.
    ///   - recordsEvents: Whether events are kept for `GET /v1/events` and webhooks.
    public init(seed: [UInt8], recordsChanges: Bool = false, recordsEvents: Bool = true) {
        ids = IDGenerator(seed: seed)
        fingerprintKey = Self.fingerprintKey(seed: seed)
        self.recordsEvents = recordsEvents
        changes = recordsChanges ? Changes() : nil
    }

    /// The seconds after which a refund that does not succeed at once succeeds or fails.
    public var refundDelay = Self.refundDelay

    /// The default number of seconds after which a bank pays a debit, or does not.
    public static let debitDelay: Int64 = 5
    /// The same for the test accounts that take their time.
    public static let slowDebitDelay: Int64 = 180

    /// The seconds after which a bank pays a debit, or does not; test accounts that take their time take longer.
    public var debitDelay = Self.debitDelay

    /// Whether amounts with certain endings are declined, as in the API's test mode; otherwise the card alone decides.
    public var decidesByAmount: Bool {
        get { issuer.decidesByAmount }
        set { issuer.decidesByAmount = newValue }
    }

    /// Returns the issuer's bookings for a PaymentIntent; `nil` if no card was presented for it.
    public func ledger(paymentIntent: String) -> LedgerEntry? { issuer.entry(paymentIntent: paymentIntent) }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: Any request; one that the API does not have gets an error object.
    ///   - now: The seconds since 1970.
    public mutating func handle(_ request: APIRequest, now: Int64) -> APIResponse {
        answer(request, now: now, held: nil, replacement: nil)
    }

    /// A task that is due at some time.
    enum Due {
        /// A hold of the intent that nobody captured.
        case hold(String)
        /// A hold of a charge without an intent.
        case heldCharge(String)
        /// A debit of the charge that the bank has not paid yet.
        case debit(String)
        /// A refund that was pending, or fails after it had succeeded.
        case refund(String)
        /// Money of the balance transaction that becomes available for payout.
        case funds(String)
        /// A payout that starts its transit or arrives.
        case payout(String)
        /// A Checkout Session that nobody completed.
        case checkout(String)
        /// An account's automatic payouts.
        case payouts(String)
        /// The answer under an idempotency key.
        case answer(String)
        /// A card of the reader that it has read and nobody asked to charge.
        case card(String)
    }

    /// Does what is due: expired holds are released, doomed refunds fail, old keys are forgotten.
    ///
    /// Every request does this first; call it before the ledger is read at a later time.
    ///
    /// - Parameter now: The seconds since 1970.
    public mutating func settle(now: Int64) { settle(until: time(now)) }

    /// Does what is due up to a time of the gateway.
    mutating func settle(until now: Int64) {
        while let time = due.nextTime, let task = due.next(now: now) {
            // A late task has its own time, so that one long leap equals many short ones.
            settledUntil = max(settledUntil, time)
            run(task, now: settledUntil)
        }
        settledUntil = max(settledUntil, now)
    }

    private mutating func run(_ task: Due, now: Int64) {
        switch task {
        case .hold(let id): expireHold(id, now: now)
        case .heldCharge(let id): expireCharge(id, now: now)
        case .debit(let id): settleDebit(id, now: now)
        case .refund(let id): settleRefund(id, now: now)
        case .funds(let id): releaseFunds(id)
        case .payout(let id): settlePayout(id, now: now)
        case .payouts(let account): payOut(account, now: now)
        case .checkout(let id): expireCheckout(id, now: now)
        case .answer(let id): forgetAnswer(id, now: now)
        case .card(let id): expireCard(of: id, now: now)
        }
    }

    /// When something is due that webhook endpoints may want to know; `nil` without endpoints, or if nothing is.
    public var nextTask: Int64? { webhooks.hasEndpoints ? due.nextTime.map { $0 - clockOffset } : nil }

    private mutating func forgetAnswer(_ id: String, now: Int64) {
        guard let row = answers[id]?.row, row.created + Self.keyLifetime <= now else { return }
        answers[id] = nil
        changes?.note(.answer, id)
    }

    private mutating func releaseFunds(_ id: String) {
        guard let row = balanceTransactions[id] else { return }
        funds[row.account, default: [:]][row.currency.code, default: Funds()].pending -= row.net
        funds[row.account, default: [:]][row.currency.code, default: Funds()].available += row.net
        planPayouts(of: row.account, forFundsOf: row.availableOn)
    }

    private mutating func expireHold(_ id: String, now: Int64) {
        guard var intent = intents[id], intent.status == .requiresCapture else { return }
        guard let charge = release(&intent, now: now) else { return }
        intent.status = .canceled
        intent.canceledAt = now
        intent.cancellationReason = "automatic"
        put(intent)
        emit("charge.expired", charge, by: nil, now: now)
        emit("payment_intent.canceled", intent, by: nil, now: now)
    }

    /// Releases the hold of an intent; the caller puts the intent itself.
    mutating func release(_ intent: inout IntentRow, now: Int64) -> ChargeRow? {
        guard let id = intent.latestCharge, var charge = charges[id], issuer.release(id, now: now) else { return nil }
        charge.amountReleased = charge.amount
        intent.amountCapturable = 0
        put(charge)
        return charge
    }
}

// Rows enter the tables only here, so that storage misses none.
extension SimulatedPayments {
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

    mutating func put(_ row: AnswerRow) {
        answers[row.id] = Edition(row)
        due.add(.answer(row.id), at: row.created + Self.keyLifetime)
        if !row.isSecret { changes?.note(.answer, row.id) }
    }

    mutating func put(_ row: BalanceTransactionRow) {
        balanceTransactions.put(row)
        funds[row.account, default: [:]][row.currency.code, default: Funds()].pending += row.net
        due.add(.funds(row.id), at: row.availableOn)
        changes?.note(.balanceTransaction, row.id)
    }

    mutating func put(_ row: Document) {
        if let key = Self.fingerprintKey(in: row) { fingerprintKey = key }
        if row.object == "terminal.reader" { readerChanges[row.account, default: 0] += 1 }
        if let next = Resource.named(row.object)?.due(row, documents[row.id]) {
            due.add(next.task, at: next.time, isLast: next.isLast)
        }
        documents.put(row)
        changes?.note(.document, row.id)
        reconsiderPayouts(after: row)
        if row.object == Self.clockObject { clockOffset = row["advanced"]?.number ?? 0 }
        guard row.object == WebhookEndpoint.object || row.object == EventDestination.object else { return }
        webhooks.note(row)
        if !WebhookEndpoint.isEnabled(row) { clearDeliveries(to: row) }
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
extension SimulatedPayments {
    /// The rows that were created, changed or removed and not yet taken.
    struct Changes {
        struct Key: Hashable {
            let kind: StoredRecord.Kind
            let id: String
        }

        var keys: [Key] = []
        var storedEvents = 0

        mutating func note(_ kind: StoredRecord.Kind, _ id: String) { keys.append(Key(kind: kind, id: id)) }
    }

    /// Returns the rows that changed since the last time, each once, with the issuer's events last.
    ///
    /// Empty if the value was created without `recordsChanges`.
    public mutating func takeChanges() -> [StoredRecord] {
        guard let taken = changes else { return [] }
        changes = Changes(keys: [], storedEvents: issuer.events.count)
        var seen: Set<Changes.Key> = []
        var records: [StoredRecord] = []
        for key in taken.keys where seen.insert(key).inserted {
            records.append(StoredRecord(kind: key.kind, id: key.id, row: row(key.kind, key.id)))
        }
        for event in issuer.events[taken.storedEvents...] {
            records.append(StoredRecord(kind: .issuerEvent, id: "\(event.sequence)", row: event))
        }
        return records
    }

    private func row(_ kind: StoredRecord.Kind, _ id: String) -> (any Encodable & Sendable)? {
        switch kind {
        case .paymentIntent: intents.edition(of: id)
        case .paymentMethod: paymentMethods.edition(of: id)
        case .charge: charges.edition(of: id)
        case .refund: refunds.edition(of: id)
        case .balanceTransaction: balanceTransactions.edition(of: id)
        case .document: documents.edition(of: id)
        case .event: events.edition(of: id)
        case .delivery: webhooks[id]
        case .answer: answers[id]
        case .issuerEvent: nil
        }
    }

    /// Continues with rows from storage, in the order in which they were first taken.
    ///
    /// - Throws: `StoredRecordError` that names a row which cannot be decoded.
    public init(seed: [UInt8], records: some Sequence<StoredRecord>) throws(StoredRecordError) {
        self.init(seed: seed)
        let decoder = RowDecoder()
        for record in records {
            guard let content = record.content else { continue }
            do {
                if !keep(record.kind, record.id, content) { try load(record.kind, content, decoder) }
            } catch {
                throw StoredRecordError(kind: record.kind, id: record.id)
            }
        }
        changes = Changes(keys: [], storedEvents: issuer.events.count)
    }

    /// Keeps a row that only its table needs to know, to be decoded later; returns whether it is one.
    private mutating func keep(_ kind: StoredRecord.Kind, _ id: String, _ content: [UInt8]) -> Bool {
        switch kind {
        case .paymentIntent: intents.put(stored: content, id: id)
        case .paymentMethod: paymentMethods.put(stored: content, id: id)
        case .event: events.put(stored: content, id: id)
        case .charge, .refund, .balanceTransaction, .document, .delivery, .answer, .issuerEvent: false
        }
    }

    private mutating func load(_ kind: StoredRecord.Kind, _ content: [UInt8], _ decoder: RowDecoder) throws {
        switch kind {
        case .paymentIntent: put(try decoder.decode(IntentRow.self, from: content))
        case .paymentMethod: put(try decoder.decode(PaymentMethodRow.self, from: content))
        case .charge: put(try decoder.decode(ChargeRow.self, from: content))
        case .refund: put(try decoder.decode(RefundRow.self, from: content))
        case .balanceTransaction: put(try decoder.decode(BalanceTransactionRow.self, from: content))
        case .document: put(try decoder.decode(Document.self, from: content))
        case .event: put(try decoder.decode(EventRow.self, from: content))
        case .delivery: put(try decoder.decode(DeliveryRow.self, from: content))
        case .answer: put(try decoder.decode(AnswerRow.self, from: content))
        case .issuerEvent: issuer.apply(try decoder.decode(IssuerEvent.self, from: content))
        }
    }
}

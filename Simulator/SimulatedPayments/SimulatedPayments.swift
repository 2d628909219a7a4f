import FoundationEssentials
import SimulatedCard
import TenderCrypto
import TenderModel

/// The payments API's rules, the issuer behind them and its ledger, as a value.
///
/// It has no clock, randomness, file or socket: time comes with each request, ids from a seeded generator, and storage
/// takes rows out with `takeChanges()` and puts them back with `init(seed:records:)`. Equal seeds and requests give
/// equal answers, byte for byte.
public struct SimulatedPayments: Sendable {
    /// How long a card-present authorisation is held, in seconds.
    public static let holdLifetime: Int64 = 2 * 24 * 3600
    /// How long an idempotency key is remembered, in seconds.
    public static let keyLifetime: Int64 = 24 * 3600
    /// After how many seconds a refund to a card that takes none fails.
    public static let refundFailureDelay: Int64 = 60

    var ids: IDGenerator
    private(set) var intents = Table<IntentRow>()
    private(set) var paymentMethods = Table<PaymentMethodRow>()
    private(set) var charges = Table<ChargeRow>()
    private(set) var refunds = Table<RefundRow>()
    private(set) var answers: [String: AnswerRow] = [:]
    private(set) var issuer = Issuer()
    var keysInUse: Set<String> = []

    private var expiringHolds = DueQueue()
    private var failingRefunds = DueQueue()
    private var expiringAnswers = DueQueue()
    private var changes: Changes?

    /// Starts without objects.
    ///
    /// - Parameters:
    ///   - seed: where ids come from; 16 random bytes or more when they must differ between runs.
    ///   - recordsChanges: whether rows are collected for `takeChanges()`.
    public init(seed: [UInt8], recordsChanges: Bool = false) {
        ids = IDGenerator(seed: seed)
        changes = recordsChanges ? Changes() : nil
    }

    /// Whether amounts with certain endings are refused, as by the API's test mode; otherwise the card alone decides.
    public var decidesByAmount: Bool {
        get { issuer.decidesByAmount }
        set { issuer.decidesByAmount = newValue }
    }

    /// What the issuer did for a PaymentIntent; `nil` when no card was presented for it.
    public func ledger(paymentIntent: String) -> LedgerEntry? { issuer.entry(paymentIntent: paymentIntent) }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: anything; what is no request of the API gets an error object.
    ///   - now: seconds since 1970.
    public mutating func handle(_ request: APIRequest, now: Int64) -> APIResponse {
        answer(request, now: now, held: nil, replacement: nil)
    }

    /// Does what time brings: expired holds are released, doomed refunds fail, old keys are forgotten.
    ///
    /// Every request does this first; call it before the ledger is read at a later time.
    public mutating func settle(now: Int64) {
        while let id = expiringHolds.next(now: now) { expireHold(id, now: now) }
        while let id = failingRefunds.next(now: now) { failRefund(id, now: now) }
        while let id = expiringAnswers.next(now: now) {
            if let row = answers[id], row.created + Self.keyLifetime <= now { forget(row) }
        }
    }

    private mutating func expireHold(_ id: String, now: Int64) {
        guard var intent = intents[id], intent.status == .requiresCapture else { return }
        release(&intent, now: now)
        intent.status = .canceled
        intent.canceledAt = now
        intent.cancellationReason = "automatic"
        put(intent)
    }

    /// Gives up the hold of an intent; the intent itself is put back by the caller.
    mutating func release(_ intent: inout IntentRow, now: Int64) {
        guard let id = intent.latestCharge, var charge = charges[id], issuer.release(id, now: now) else { return }
        charge.amountReleased = charge.amount
        intent.amountCapturable = 0
        put(charge)
    }

    private mutating func failRefund(_ id: String, now: Int64) {
        guard var refund = refunds[id], var charge = charges[refund.charge], refund.status == .succeeded,
            issuer.returnRefund(refund.amount, of: charge.id, now: now)
        else { return }
        refund.status = .failed
        charge.amountRefunded -= refund.amount
        put(refund)
        put(charge)
    }
}

// Rows enter the tables here only, so that none is missed by storage.
extension SimulatedPayments {
    mutating func put(_ row: IntentRow) {
        intents.put(row)
        changes?.note(.paymentIntent, row.id)
    }

    mutating func put(_ row: PaymentMethodRow) {
        paymentMethods.put(row)
        changes?.note(.paymentMethod, row.id)
    }

    mutating func put(_ row: ChargeRow) {
        if charges[row.id] == nil, let time = row.captureBefore { expiringHolds.add(row.intent, at: time) }
        charges.put(row)
        changes?.note(.charge, row.id)
    }

    mutating func put(_ row: RefundRow) {
        if refunds[row.id] == nil, let failure = row.failure { failingRefunds.add(row.id, at: failure.at) }
        refunds.put(row)
        changes?.note(.refund, row.id)
    }

    mutating func put(_ row: AnswerRow) {
        answers[row.id] = row
        expiringAnswers.add(row.id, at: row.created + Self.keyLifetime)
        changes?.note(.answer, row.id)
    }

    mutating func forget(_ row: AnswerRow) {
        answers[row.id] = nil
        changes?.note(.answer, row.id)
    }

    /// Lets the issuer act.
    mutating func withIssuer<Result>(_ body: (inout Issuer) -> Result) -> Result { body(&issuer) }
}

// Storage.
extension SimulatedPayments {
    /// The rows that were made, changed or removed and not yet taken.
    struct Changes {
        var keys: [(kind: StoredRecord.Kind, id: String)] = []
        var storedEvents = 0

        mutating func note(_ kind: StoredRecord.Kind, _ id: String) { keys.append((kind, id)) }
    }

    /// Takes the rows that changed since the last time, each once, the issuer's events last.
    ///
    /// Empty when the value was made without `recordsChanges`.
    public mutating func takeChanges() -> [StoredRecord] {
        guard let taken = changes else { return [] }
        changes = Changes(keys: [], storedEvents: issuer.events.count)
        var seen: Set<String> = []
        var records: [StoredRecord] = []
        for (kind, id) in taken.keys where seen.insert("\(kind.rawValue) \(id)").inserted {
            records.append(StoredRecord(kind: kind, id: id, content: content(of: kind, id)))
        }
        for event in issuer.events[taken.storedEvents...] {
            records.append(StoredRecord(kind: .issuerEvent, id: "\(event.sequence)", content: Self.encode(event)))
        }
        return records
    }

    private func content(of kind: StoredRecord.Kind, _ id: String) -> [UInt8]? {
        switch kind {
        case .paymentIntent: intents[id].flatMap(Self.encode)
        case .paymentMethod: paymentMethods[id].flatMap(Self.encode)
        case .charge: charges[id].flatMap(Self.encode)
        case .refund: refunds[id].flatMap(Self.encode)
        case .answer: answers[id].flatMap(Self.encode)
        case .issuerEvent: nil
        }
    }

    private static func encode(_ row: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(row)).map { [UInt8]($0) }
    }

    /// Continues with rows that storage kept, in the order in which they were first taken.
    ///
    /// - Throws: `StoredRecordError` that names a row which cannot be read.
    public init(seed: [UInt8], records: some Sequence<StoredRecord>) throws(StoredRecordError) {
        self.init(seed: seed)
        for record in records {
            guard let content = record.content else { continue }
            do {
                try load(record.kind, Data(content))
            } catch {
                throw StoredRecordError(kind: record.kind, id: record.id)
            }
        }
        changes = Changes(keys: [], storedEvents: issuer.events.count)
    }

    private mutating func load(_ kind: StoredRecord.Kind, _ content: Data) throws {
        let decoder = JSONDecoder()
        switch kind {
        case .paymentIntent: put(try decoder.decode(IntentRow.self, from: content))
        case .paymentMethod: put(try decoder.decode(PaymentMethodRow.self, from: content))
        case .charge: put(try decoder.decode(ChargeRow.self, from: content))
        case .refund: put(try decoder.decode(RefundRow.self, from: content))
        case .answer: put(try decoder.decode(AnswerRow.self, from: content))
        case .issuerEvent: issuer.apply(try decoder.decode(IssuerEvent.self, from: content))
        }
    }
}

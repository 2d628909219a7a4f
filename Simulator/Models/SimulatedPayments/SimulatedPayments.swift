/// The payments API's rules, the issuer behind them and its ledger, as a value.
///
/// It has no clock, randomness, file or socket: time comes with each request, ids from a seeded generator, and storage
/// takes rows out with `takeChanges()` and puts them back with `init(seed:records:)`. Equal seeds and requests give
/// equal answers, byte for byte.
///
/// It is the API's door: keys, idempotency, faults and the log of requests. The objects and their rules are in its
/// `ResourceContext`, which is all that an operation of a resource sees.
public struct SimulatedPayments: Sendable {
    var context: ResourceContext

    /// The answers under idempotency keys.
    private(set) var answers = ShardedDictionary<Edition<AnswerRow>>()
    /// The answers by the time at which they are forgotten.
    private var oldAnswers = DueQueue<String>()
    var keysInUse: Set<String> = []
    /// The accounts by the headers that named them with a permanent key, so that each is derived once.
    var credentials: [String: Credential] = [:]

    /// The newest requests over HTTP, for the curious; never stored.
    var requestLog = RequestLog()
    /// The faults of the next requests; the server takes them from here.
    public var faults = FaultPlan()
    /// The limit of requests per second for each account, for those who ask: the server enforces it.
    public var requestsPerSecond: Int?

    /// Creates payments without objects.
    ///
    /// - Parameters:
    ///   - seed: The source of ids; at least 16 random bytes if they must differ between runs.
    ///   - recordsChanges: Whether rows are collected for `takeChanges()`.
    ///   - recordsEvents: Whether events are kept for `GET /v1/events` and webhooks.
    public init(seed: [UInt8], recordsChanges: Bool = false, recordsEvents: Bool = true) {
        context = ResourceContext(seed: seed, recordsChanges: recordsChanges, recordsEvents: recordsEvents)
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: Any request; one that the API does not have gets an error object.
    ///   - now: The seconds since 1970.
    public mutating func handle(_ request: APIRequest, now: Int64) -> APIResponse {
        answer(request, now: now, held: nil, replacement: nil)
    }

    /// Does what is due: expired holds are released, doomed refunds fail, old keys are forgotten.
    ///
    /// Every request does this first; call it before the ledger is read at a later time.
    ///
    /// - Parameter now: The seconds since 1970.
    public mutating func settle(now: Int64) { settle(until: context.time(now)) }

    /// Does what is due up to a time of the gateway.
    mutating func settle(until now: Int64) {
        context.settle(until: now)
        while let scope = oldAnswers.next(now: now) { forgetAnswer(scope) }
    }

    private mutating func forgetAnswer(_ scope: String) {
        // Its key may have been used again.
        guard let row = answers[scope]?.row, row.created + Self.keyLifetime <= context.settledUntil else { return }
        answers[scope] = nil
        context.note(.answer, scope)
    }

    mutating func put(_ row: AnswerRow) {
        answers[row.id] = Edition(row)
        oldAnswers.add(row.id, at: row.created + Self.keyLifetime)
        if !row.isSecret { context.note(.answer, row.id) }
    }
}

// Storage.
extension SimulatedPayments {
    /// Returns the rows that changed since the last time, each once, with the issuer's events last.
    ///
    /// Empty if the value was created without `recordsChanges`.
    public mutating func takeChanges() -> [StoredRecord] {
        guard let taken = context.takeChanges() else { return [] }
        var seen: Set<Changes.Key> = []
        var records: [StoredRecord] = []
        for key in taken.keys where seen.insert(key).inserted {
            records.append(StoredRecord(kind: key.kind, id: key.id, row: row(key.kind, key.id)))
        }
        for event in context.issuer.events[taken.storedEvents...] {
            records.append(StoredRecord(kind: .issuerEvent, id: "\(event.sequence)", row: event))
        }
        return records
    }

    private func row(_ kind: StoredRecord.Kind, _ id: String) -> (any Encodable & Sendable)? {
        kind == .answer ? answers[id] : context.row(kind, id)
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
                if record.kind == .answer {
                    put(try decoder.decode(AnswerRow.self, from: content))
                } else {
                    try context.load(record.kind, record.id, content, decoder)
                }
            } catch {
                throw StoredRecordError(kind: record.kind, id: record.id)
            }
        }
        context.recordChanges()
    }
}

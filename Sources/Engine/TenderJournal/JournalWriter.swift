import TenderBytes
import TenderFlow
import TenderRecords
import TenderSQLite

/// The only writer of a journal, on its own queue.
actor JournalWriter {
    private let executor = SQLiteExecutor(label: "tender.journal")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let inbox = Guarded(JournalInbox())
    private let clock: any WallClock
    private let path: String
    private var store: JournalStore?
    /// The payments that earlier processes left without a result, until somebody takes them.
    private var leftUnresolved: [PaymentHistory] = []
    /// The reason that nothing is written any more, after an error that leaves the contents of the disk uncertain.
    private var failure: JournalError?

    init(_ path: String, _ clock: any WallClock) {
        self.path = path
        self.clock = clock
    }

    func open(_ binding: JournalBinding, rebinds: Bool) throws(JournalError) {
        let opened = try JournalStore(path, binding, rebinds: rebinds)
        leftUnresolved = opened.book.unresolved
        store = opened
    }

    /// Writes what waits, then releases the files.
    func close() {
        inbox.withLock { $0.close() }
        commitWaiting()
        store = nil
    }

    private func opened() throws(JournalError) -> JournalStore {
        guard let store else { throw Self.closed }
        return store
    }

    private static let closed = JournalError(message: "the journal is closed")

    private func reading<Value>(_ body: (JournalStore) throws -> Value) throws(JournalError) -> Value {
        let store = try opened()
        do {
            return try body(store)
        } catch {
            throw JournalError(error, store.paths.file)
        }
    }

    // MARK: - Reading

    func takeUnresolved() throws(JournalError) -> [PaymentHistory] {
        _ = try opened()
        defer { leftUnresolved = [] }
        return leftUnresolved
    }

    func openPayments() throws(JournalError) -> [PaymentHistory] { try opened().book.openPayments }

    func history(of intentID: String) throws(JournalError) -> PaymentHistory? {
        try reading { try $0.history(of: intentID) }
    }

    func histories(
        archived isWanted: @Sendable (ArchivedPayment) -> Bool
    ) throws(JournalError) -> [PaymentHistory] {
        try reading { try $0.histories(archived: isWanted) }
    }

    func shopRecords(after sequence: Int64 = 0, limit: Int64 = -1) throws(JournalError) -> [RecordedEntry] {
        try reading { try $0.shopRecords(after: sequence, limit: limit) }
    }

    func records(after sequence: Int64, limit: Int) throws(JournalError) -> [RecordedEntry] {
        try reading { try $0.records(after: sequence, limit: limit) }
    }

    func payload(_ key: String) throws(JournalError) -> [UInt8]? { try reading { try $0.payload(key) } }

    func check(_ entry: JournalEntry) throws(JournalError) {
        if let failure { throw failure }
        try opened().book.admit(entry, at: clock.now())
    }

    func identity() throws(JournalError) -> String { try opened().identity }

    func head() throws(JournalError) -> JournalHead { try opened().chain.head }

    func execute(_ sql: String) throws(JournalError) { try reading { try $0.execute(sql) } }

    func holdingBook() throws(JournalError) -> JournalBook { try opened().book }

    // MARK: - Writing

    /// Moves payments into an archive; what waits to be written follows.
    func archive(
        _ wish: ArchiveWish, reached: @Sendable (ArchiveStep) throws -> Void
    ) throws(JournalError) -> ArchiveReport {
        if let failure { throw failure }
        return try reading { try $0.archive(wish, reached: reached) }
    }

    /// Queues a record; all records queued while the disk is busy share the next sync.
    nonisolated func append(_ entry: JournalEntry, _ payload: PayloadChange?) async throws(JournalError) {
        let refusal = await withCheckedContinuation { answer in
            let request = JournalInbox.Request(entry: entry, payload: payload, answer: answer)
            switch inbox.withLock({ $0.accept(request) }) {
            case .call: callWriter()
            case .callBehindOthers: callWriterBehindOthers()
            case .wait: break
            case .closed: answer.resume(returning: Self.closed)
            }
        }
        if let refusal { throw refusal }
    }

    private nonisolated func callWriter() {
        executor.submit { self.assumeIsolated { $0.answerCall() } }
    }

    /// Lets the callers that the last batch answered run first: they are about to come back, and share the next sync.
    private nonisolated func callWriterBehindOthers() { Task.detached { self.callWriter() } }

    /// Writes one transaction; readers get their turn between two of them.
    private func answerCall() {
        commitWaiting()
        if inbox.withLock({ $0.endCall() }) { callWriterBehindOthers() }
    }

    private func commitWaiting() {
        let requests = inbox.withLock { $0.takeAll() }
        guard !requests.isEmpty else { return }
        let answers = commit(requests)
        for (request, answer) in zip(requests, answers) { request.answer.resume(returning: answer) }
    }

    /// Returns each request's error, or `nil` if its record is now on disk.
    private func commit(_ requests: [JournalInbox.Request]) -> [JournalError?] {
        guard let store, failure == nil else {
            return Array(repeating: failure ?? Self.closed, count: requests.count)
        }
        var refusals: [JournalError?] = []
        do {
            try store.commit { batch in
                for request in requests { refusals.append(try write(request, to: store, &batch)) }
            }
            return refusals
        } catch {
            let reason = JournalError(error, store.paths.file)
            if Self.leavesDoubt(error) { failure = reason }
            return requests.indices.map { (refusals.indices.contains($0) ? refusals[$0] : nil) ?? reason }
        }
    }

    /// Writes one request's record; a refused record affects no other, and any other error ends the transaction.
    private func write(
        _ request: JournalInbox.Request, to store: JournalStore, _ batch: inout JournalBatch
    ) throws -> JournalError? {
        do {
            try store.write(request.entry, request.payload, at: clock.now(), &batch)
            return nil
        } catch let refusal as JournalError {
            return refusal
        }
    }

    /// Returns whether an error leaves the contents of the disk uncertain.
    ///
    /// After a failed sync the kernel may have dropped what it could not write, and damage does not heal: only
    /// reopening the journal shows what it contains. The same is true if files are not in their places, the only other
    /// error that affects a whole batch.
    private static func leavesDoubt(_ error: any Error) -> Bool {
        if error is JournalError { return true }
        guard let error = error as? SQLiteError else { return false }
        return error.isInputOutput || error.isCorrupt
    }
}

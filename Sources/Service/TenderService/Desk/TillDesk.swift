import FoundationEssentials
import TenderAPI
import TenderBytes
import TenderCrypto
public import TenderFlow
public import TenderModel
public import TenderTerminal

/// A till of the service: a terminal with its journal, and the commands that front ends have given it.
///
/// A command goes on when the front end that gave it is gone; whoever gives it again under the same key gets its answer,
/// also after a restart.
public actor TillDesk {
    /// Does at a simulated reader what a customer would: presents a test card by its name in a way, or removes it;
    /// returns whether there is such a card, and a reader.
    public typealias Customer = @Sendable (_ card: String, _ way: String) -> Bool

    /// The parts of a till.
    public struct Configuration: Sendable {
        /// The name, such as `front`.
        public var name: String
        /// The terminal; it writes to a `WatchedJournal` around the same journal.
        public var terminal: Terminal
        /// The journal.
        public var journal: WatchedJournal
        /// Where its reader is looked for if a front end does not say.
        public var reader: DiscoveryConfiguration
        /// The customer of a simulated reader; `nil` for a real one.
        public var customer: Customer?
        /// The questions of its reader to the customer.
        public var questions = CustomerQuestions()
        /// Whether a front end claims an approval by a call; otherwise it is claimed once it was answered.
        public var claimsByCall = false
        /// Whether its gateway forgets with the process which payments were made that no card was asked for, as a terminal
        /// that sells by itself does.
        public var forgetsPayments = false
        /// How long a command that is repeated after a restart waits for what is being resolved.
        public var recoveryLimit: Duration = .seconds(30)
        /// Says why no new sale is begun; `nil` while one may be.
        public var sellingStop: @Sendable () async -> ErrorCode? = { nil }
        /// How many answers to keyed commands are kept at hand; older ones are read from the journal.
        var answerCapacity = 1000

        /// Creates a till's parts.
        public init(name: String, terminal: Terminal, journal: WatchedJournal, reader: DiscoveryConfiguration) {
            self.name = name
            self.terminal = terminal
            self.journal = journal
            self.reader = reader
        }
    }

    /// The name.
    public nonisolated let name: String
    nonisolated let terminal: Terminal
    nonisolated let journal: WatchedJournal
    nonisolated let configuration: Configuration
    private let journalIdentity: String
    private var book: CommandBook
    private var running: [String: (digest: String, task: Task<ServiceAnswer, Never>)] = [:]
    private var isStopping = false
    /// The commands at the reader that can be stopped.
    private var stoppable: [ObjectIdentifier: (id: String, handle: Cancelable)] = [:]
    /// The calls under way that need no key, such as the search for a reader.
    private var others: [UUID: Task<ServiceAnswer, Never>] = [:]
    /// The payments that were told last, because what is stored offline is known here alone.
    private var intents: [String: PaymentIntent] = [:]
    private var intentOrder: [String] = []
    private static let intentCapacity = 256

    /// Opens a till, and reads from its journal which commands it was given.
    ///
    /// - Throws: `JournalError` if the journal cannot be read.
    public init(_ configuration: Configuration) async throws(JournalError) {
        self.configuration = configuration
        name = configuration.name
        terminal = configuration.terminal
        journal = configuration.journal
        journalIdentity = try await journal.identity()
        var book = CommandBook(answerCapacity: configuration.answerCapacity)
        try await Self.each { last throws(JournalError) in
            try await configuration.journal.shopRecords(after: last, limit: 500)
        } _: { record in
            if let shop = record.entry.shopRecord { book.apply(shop, record.sequence) }
        }
        self.book = book
    }

    // MARK: - Answering

    /// Carries out a call, or returns what the same command was answered.
    ///
    /// Canceling the task does not withdraw a keyed command.
    /// - Parameters:
    ///   - call: The call.
    ///   - input: Its checked input.
    ///   - client: The front end's name.
    ///   - key: The idempotency key, for a call that needs one.
    public func answer(
        _ call: ServiceCall, _ input: ServiceInput, from client: String, key: String?
    ) async -> ServiceAnswer {
        guard call.needsKey else { return await other(call, input) }
        guard let key, CommandKey.isKey(key) else {
            return ServiceAnswer(
                ServiceError(
                    400, "idempotency_key_missing",
                    "\(call.name) takes an idempotency key: 1 to 255 printable characters without spaces, new for each "
                        + "command and the same when it is repeated", advice: .never))
        }
        return await command(call, input, CommandKey(journal: journalIdentity, client: client, key: key))
    }

    /// Carries out a call that needs no key; closing cancels one that waits for a reader.
    private func other(_ call: ServiceCall, _ input: ServiceInput) async -> ServiceAnswer {
        guard !isStopping else { return ServiceAnswer(Self.stopping) }
        guard call.right == .readers else { return await perform(call, input, nil) }
        let id = UUID()
        let task = Task { await perform(call, input, nil) }
        others[id] = task
        defer { others[id] = nil }
        return await task.value
    }

    private static let stopping = ServiceError(503, "stopping", "the service is stopping", advice: .sameCall)

    /// Carries out a command, joins the same one that is under way, or returns what it was answered.
    private func command(_ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey) async -> ServiceAnswer {
        let digest = input.digest
        if let other = running[key.id] {
            guard other.digest == call.name + digest else { return Self.keyIsTaken }
            var answer = await other.task.value
            answer.isRepeated = true
            return answer
        }
        switch book.verdict(key.id, call: call.name, digest: digest) {
        case .isTaken: return Self.keyIsTaken
        case .answered(let known): return ServiceAnswer(repeating: known)
        case .ended(let sequence): return await recordedAnswer(key, after: sequence)
        // What an earlier process began may have been carried out: that it is not asked now says nothing about that.
        case .begun where isStopping: return ServiceAnswer(.unknown(Self.stopping))
        case .begun(let command): return await start(call, input, key, digest, begun: command).value
        case .new where isStopping: return ServiceAnswer(Self.stopping)
        case .new: return await start(call, input, key, digest, begun: nil).value
        }
    }

    /// Reads the answer of a command that has ended from the journal: nothing is asked of a card or a gateway again.
    private func recordedAnswer(_ key: CommandKey, after sequence: Int64) async -> ServiceAnswer {
        do {
            var last = sequence
            while true {
                let records = try await journal.shopRecords(after: last, limit: 100)
                guard let newest = records.last else {
                    throw ServiceError(503, "journal_unavailable", "the answer is not in the journal")
                }
                let answers = records.lazy.compactMap(\.entry.shopRecord).compactMap(CommandBook.answer)
                if let answer = answers.first(where: { $0.id == key.id }) { return ServiceAnswer(repeating: answer) }
                last = newest.sequence
            }
        } catch {
            return ServiceAnswer(.unknown(error))
        }
    }

    private static let keyIsTaken = ServiceAnswer(
        ServiceError(
            409, "idempotency_key_taken", "the key belongs to another command: a new command takes a new key",
            advice: .never))

    /// Starts a command, so that whoever gives it from now on joins it.
    private func start(
        _ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey, _ digest: String, begun: CommandBook.Command?
    ) -> Task<ServiceAnswer, Never> {
        let task = Task {
            let answer = await carryOut(call, input, key, digest, begun)
            running[key.id] = nil
            return answer
        }
        running[key.id] = (call.name + digest, task)
        return task
    }

    private func carryOut(
        _ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey, _ digest: String, _ begun: CommandBook.Command?
    ) async -> ServiceAnswer {
        // What was begun under this key goes on.
        if begun == nil, call.beginsSale, let stop = await configuration.sellingStop() {
            return ServiceAnswer(ServiceError(stopped: stop))
        }
        do {
            if begun == nil {
                let command = CommandBook.Command(
                    id: key.id, call: call.name, digest: digest, attempts: try await attempts(of: input.id),
                    journal: key.journal)
                try await journal.append(CommandBook.record(command))
                book.begin(command)
            }
        } catch {
            return ServiceAnswer(ServiceError(error))
        }
        var answer: ServiceAnswer
        if let begun {
            var key = key
            key.journal = begun.journal
            answer = await goOn(begun, call, input, key)
            answer.isRepeated = true
        } else {
            answer = await perform(call, input, key)
        }
        await note(answer, key)
        return answer
    }

    /// Records an answer; one whose outcome is unknown leaves the command open, so that it is asked for again.
    private func note(_ answer: ServiceAnswer, _ key: CommandKey) async {
        guard answer.isSettled else { return }
        // What the engine notes after its answer, such as that it was claimed, comes first: whoever hears this answer
        // again after a kill would leave it unclaimed.
        await terminal.flushJournal()
        let body = answer.isFinal ? String(decoding: answer.body, as: UTF8.self) : nil
        let end = CommandBook.Answer(id: key.id, status: answer.status, outcome: answer.outcome, body: body)
        // What cannot be written leaves the command open: the engine's own records say what became of it.
        do {
            let last = try await journal.lastSequence()
            try await journal.append(CommandBook.record(end))
            book.end(end, after: last)
        } catch {}
    }

    private func perform(_ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey?) async -> ServiceAnswer {
        do {
            return ServiceAnswer(try await call.work(self, input, key))
        } catch {
            let mayBeDone = key != nil && (error as? TenderError)?.hasNoClearAnswer == true
            return ServiceAnswer(mayBeDone ? .unknown(error) : ServiceError(error))
        }
    }

    // MARK: - For the calls

    /// Reads the whole journal, page by page, so that what is written meanwhile need not wait.
    nonisolated func eachRecord(_ body: (RecordedEntry) -> Void) async throws(JournalError) {
        try await Self.each { last throws(JournalError) in
            try await self.journal.records(after: last, limit: 500)
        } _: {
            body($0)
        }
    }

    private static func each(
        _ page: (_ after: Int64) async throws(JournalError) -> [RecordedEntry], _ body: (RecordedEntry) -> Void
    ) async throws(JournalError) {
        var last: Int64 = 0
        while true {
            let records = try await page(last)
            guard let newest = records.last else { return }
            records.forEach(body)
            last = newest.sequence
        }
    }

    /// Remembers a payment as it was told last, and returns it.
    @discardableResult
    func remember(_ intent: PaymentIntent) -> PaymentIntent {
        if intents.updateValue(intent, forKey: intent.id) == nil { intentOrder.append(intent.id) }
        if intentOrder.count > Self.intentCapacity,
            let oldest = intentOrder.firstIndex(where: { !PaymentIntent.isOffline(id: $0) })
        {
            intents[intentOrder.remove(at: oldest)] = nil
        }
        return intent
    }

    /// Returns the payment of an ID as it was told last.
    func known(_ id: String) -> PaymentIntent? { intents[id] }

    /// Returns the payment of an ID as the answer told that made it; `nil` once that is no longer at hand.
    func made(_ id: String) -> PaymentIntent? { book.made(id) }

    /// Returns the payment of an ID: as it was told last, or from the gateway.
    func intent(_ id: String) async throws -> PaymentIntent {
        if let known = known(id) { return known }
        return remember(try await terminal.retrievePaymentIntent(id: id))
    }

    /// Runs a command at the reader, which `stop` can stop.
    ///
    /// - Parameter id: What it is about, such as the payment; empty for nothing.
    func atReader<Value: Sendable>(
        _ id: String, _ body: @Sendable (Cancelable) async throws -> Value
    ) async throws -> Value {
        // What begins after `close` has stopped the others would wait for its card for ever.
        guard !isStopping else { throw Self.stopping }
        let handle = Cancelable()
        stoppable[ObjectIdentifier(handle)] = (id, handle)
        defer { stoppable[ObjectIdentifier(handle)] = nil }
        return try await body(handle)
    }

    /// Stops what runs at the reader, or waits for it; returns `nil` if nothing does.
    ///
    /// - Parameter id: What alone is stopped, such as a payment; `nil` for whatever it is.
    func stopAtReader(_ id: String?, _ mode: CancelMode) async -> CancelResult? {
        var result: CancelResult?
        for (other, handle) in stoppable.values where id == nil || id == other {
            let told = await handle.cancel(mode)
            // What has not begun yet is canceled at once; the one that runs says more.
            if case .canceled? = result { result = told } else { result = result ?? told }
        }
        return result
    }

    /// Returns once the till and its terminal have had their turn: whoever watches the service knows that it is well.
    public func respond() async { _ = await terminal.connectionStatus }

    // MARK: - The end

    /// Ends the till: takes no further calls, stops what waits for a card, waits for what was sent, and closes reader
    /// and journal.
    public func close() async {
        isStopping = true
        for (_, handle) in stoppable.values { _ = await handle.cancel() }
        for call in others.values { call.cancel() }
        for call in others.values { _ = await call.value }
        for command in running.values { _ = await command.task.value }
        try? await terminal.disconnect()
        await terminal.flushJournal()
        await journal.close()
    }
}

extension ServiceInput {
    /// The hash of the input, the same for the same members in any order.
    var digest: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let parts = path.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
        let members = (try? encoder.encode(value)) ?? Data()
        return Hex.encode(SHA256.hash(Array(parts.utf8) + members)).lowercased()
    }
}

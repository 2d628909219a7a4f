import TenderBytes
import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// A payment terminal that sells by itself, over ZVT: it reads the card and asks the issuer, and takes the gateway's
/// place in a payment.
///
/// PaymentIntents are made here and live in the journal. A command leaves once under its key, after its record; what
/// the terminal tells is recorded before it is acknowledged. What nobody knows is asked for (`06 20`), and known only
/// when the terminal shows the next receipt with the same amount. Until then no other command leaves.
/// See `docs/decisions/semi-integrated.md`. Use `ZVTTerminal.policy`, or one whose `online` is longer than the
/// configuration's `completion`.
public actor ZVTTerminal {
    /// What the cashier may want to see.
    public enum Notice: Hashable, Sendable {
        /// What the terminal is doing.
        case progress(ZVTProgress)
        /// A receipt to print.
        case receipt(ZVTReceipt)
    }

    /// A policy for payments at a terminal: one exchange outlasts the terminal's longest silence, and none is hurried.
    public static let policy = PaymentPolicy(online: .seconds(240), maximumSends: 2)

    /// The scheme of the payload that stands for "the card is read by the terminal".
    public static let payloadScheme = "semi-integrated"

    /// Names it for people and journals.
    public nonisolated let name: String
    /// What the terminal says beside the outcome; the oldest are lost when nobody reads.
    ///
    /// One consumer.
    public nonisolated let notices: AsyncStream<Notice>

    let terminalID: String
    let currency: Currency
    let journal: any Journal
    private let configuration: ZVTConfiguration
    private let clock: any Clock<Duration>
    private let open: @Sendable () async throws(TransportError) -> any ByteTransport
    private let noticeSink: AsyncStream<Notice>.Continuation

    /// The intents that were made in this process.
    var intents: [String: PaymentIntent] = [:]
    /// In the order in which they were made.
    var intentOrder: [String] = []
    /// Which intent a refund belongs to.
    var refundIntents: [String: String] = [:]

    private var session: Session?
    /// The connection before, when it is about to end by itself.
    private var over: CoreRunner<ZVTCore>?
    private var sessions = 0
    /// The work under way; the terminal does one thing at a time.
    private var job: Job?
    private var display: AsyncStream<ReaderEvent>.Continuation?

    private struct Session {
        let number: Int
        let runner: CoreRunner<ZVTCore>
        /// The newest receipt number; nil when the terminal does not tell.
        var lastReceipt: Int?
        /// Whether it said that it is the terminal it should be.
        var isIdentified = false
        /// The request that is under way, and what is recorded of it.
        var exchange: Exchange?
    }

    private struct Exchange {
        let request: ZVTRequest
        let command: (JournalEntry, TerminalCommand)?
        var hasLeft = false
        var status: ZVTStatus?
        var journalError: JournalError?
        let waiter: CheckedContinuation<ZVTEnd, Never>
    }

    private struct Job {
        let key: IdempotencyKey?
        let task: Task<GatewayError?, Never>
    }

    /// Describes a terminal; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - terminalID: the terminal's id, eight digits: another terminal at the other end is refused.
    ///   - currency: the only currency.
    ///   - configuration: how it speaks.
    ///   - journal: where everything is written; the same journal as the `Terminal`'s.
    ///   - clock: what waiting is measured with.
    ///   - open: opens the line or the connection.
    public init(
        terminalID: String, currency: Currency = .eur, configuration: ZVTConfiguration, journal: any Journal,
        clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping @Sendable () async throws(TransportError) -> any ByteTransport
    ) {
        self.terminalID = terminalID
        self.currency = currency
        self.configuration = configuration
        self.journal = journal
        self.clock = clock
        self.open = open
        name = "ZVT terminal \(terminalID)"
        (notices, noticeSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    deinit {
        if let runner = session?.runner { Task { await runner.close() } }
    }

    // MARK: - One thing at a time

    /// Does something alone; a second call under the same key waits for the first and has its result.
    ///
    /// A caller that is cancelled stops waiting; the work goes on to its end, and the terminal is asked to stop.
    func alone(
        _ key: IdempotencyKey?, _ work: @escaping @Sendable (isolated ZVTTerminal) async -> GatewayError?
    ) async throws(GatewayError) {
        let running: Job
        if let job {
            guard let key, job.key == key else {
                throw GatewayError(.busy, fate: .notSent, message: "the terminal is busy with another command")
            }
            running = job
        } else {
            running = Job(
                key: key,
                task: Task {
                    let error = await work(self)
                    self.job = nil
                    return error
                })
            job = running
        }
        if let error = await wait(for: running) { throw error }
    }

    private func wait(for job: Job) async -> GatewayError? {
        let (stream, sink) = AsyncStream.makeStream(of: GatewayError?.self)
        let forward = Task {
            sink.yield(await job.task.value)
            sink.finish()
        }
        defer { forward.cancel() }
        for await error in stream { return error }
        if job.key != nil { await stop() }
        return GatewayError(.requestTimedOut, fate: .unknown, message: "nobody waits for the terminal any more")
    }

    /// Asks the terminal to stop, as a cashier's key would; the outcome is still the terminal's word.
    public func stop() async { await session?.runner.send(.abort) }

    // MARK: - The connection

    /// Opens the connection if there is none, makes the till known, and learns the newest receipt number.
    ///
    /// - Returns: why that is impossible; nothing that moves money has left then.
    func connect() async -> GatewayError? {
        if session != nil { return nil }
        await letGo()
        let transport: any ByteTransport
        do throws(TransportError) {
            transport = try await open()
        } catch {
            return .notReached(error.opening)
        }
        sessions += 1
        let number = sessions
        let runner = await CoreRunner(ZVTCore(configuration), on: transport, clock: clock)
        session = Session(number: number, runner: runner)
        Task { [weak self] in
            for await output in runner.outputs { await self?.take(output, number) }
            await self?.closed(number)
        }
        let limit = Task { [weak self, clock, configuration] in
            guard (try? await clock.sleep(for: configuration.opening)) != nil else { return }
            await self?.abandon(number)
        }
        defer { limit.cancel() }
        return await introduce()
    }

    /// Makes the till known, and learns who is at the other end.
    private func introduce() async -> GatewayError? {
        let status: ZVTStatus?
        switch await exchange(.register) {
        case .completed(let told): status = told
        case .refused(let result), .aborted(let result, _):
            await disconnect()
            return .notReached("it refuses the registration: \(result.sentence)")
        case .notSent, .busy, .unknown:
            await disconnect()
            return .notReached("it does not take the registration")
        }
        if let status, let error = await check(status) { return error }
        if case .completed(let status?) = await exchange(.repeatReceipt) {
            // A registration may be answered without the id.
            if let error = await check(status) { return error }
            session?.lastReceipt = status.receipt
        }
        if session?.isIdentified == false, case .completed(let status?) = await exchange(.status),
            let error = await check(status)
        {
            return error
        }
        guard session != nil else { return .notReached("the connection was cut, or it fell silent") }
        guard speaker == nil else { return nil }
        await disconnect()
        return .notReached("it does not say which terminal it is")
    }

    /// Ends a connection that takes too long to begin; runs in the task of the limit, which may have been canceled.
    private func abandon(_ number: Int) async {
        guard !Task.isCancelled, session?.number == number else { return }
        await disconnect()
    }

    /// Compares the id that a status tells; ends the connection to another terminal.
    ///
    /// What another one says in its place says nothing of a command: a plug may be moved at any time.
    private func check(_ status: ZVTStatus) async -> GatewayError? {
        guard let id = status.terminalID else { return nil }
        guard id == terminalID else {
            await disconnect()
            return .notReached("it is the terminal \(id)")
        }
        session?.isIdentified = true
        return nil
    }

    /// Which terminal speaks, as it said on this connection; nil before it has.
    var speaker: String? { session?.isIdentified == true ? terminalID : nil }

    /// Ends the connection; what is under way becomes unknown.
    func disconnect() async {
        await letGo()
        guard let runner = session?.runner else { return }
        await runner.close()
        closed(sessions)
    }

    /// Waits until the connection before has ended: a port can then be opened again.
    private func letGo() async {
        let runner = over
        over = nil
        await runner?.close()
    }

    private func closed(_ number: Int) {
        guard let session, session.number == number else { return }
        self.session = nil
        session.exchange?.waiter.resume(
            returning: session.exchange?.hasLeft == false && session.exchange?.command != nil
                ? .notSent : .unknown(.connectionLost, nil))
    }

    /// Opens a new connection for a question: the newest receipt as the terminal tells it, if it says who it is.
    func newestReceipt() async -> ZVTStatus? {
        guard await connect() == nil, case .completed(let status?) = await exchange(.repeatReceipt),
            await check(status) == nil, speaker != nil
        else { return nil }
        session?.lastReceipt = status.receipt
        return status
    }

    /// One request, from its sending to its end.
    func exchange(_ request: ZVTRequest) async -> ZVTEnd { await exchange(request, nil).end }

    /// A command that moves money; recorded before it leaves, and before what it tells is acknowledged.
    func exchange(
        _ request: ZVTRequest, _ command: (JournalEntry, TerminalCommand)?
    ) async -> (end: ZVTEnd, error: JournalError?) {
        guard let runner = session?.runner, session?.exchange == nil else { return (.notSent, nil) }
        journalError = nil
        let end = await withCheckedContinuation { continuation in
            session?.exchange = Exchange(request: request, command: command, waiter: continuation)
            Task { await runner.send(.run(request)) }
        }
        return (end, journalError)
    }

    /// Why the last record of an exchange was not written.
    private var journalError: JournalError?

    var lastReceipt: Int? { session?.lastReceipt }

    // MARK: - What the terminal says

    private func take(_ output: ZVTCore.Output, _ number: Int) async {
        guard let session, session.number == number else { return }
        switch output {
        case .askToSend: await record(session.runner, number) { .leaving($0) }
        case .askToAcknowledge(let status):
            guard await check(status) == nil else { return }
            let statement = TerminalStatement(status, from: speaker)
            await record(session.runner, number) { .told($0.key, statement) }
        case .status, .unreadable, .lost: break
        case .display(let message): display?.yield(.displayMessage(message))
        case .progress(let progress): noticeSink.yield(.progress(progress))
        // A repeated receipt is asked for its number, and may belong to an earlier payment.
        case .receipt(let receipt):
            if session.exchange?.request != .repeatReceipt { noticeSink.yield(.receipt(receipt)) }
        case .ended(let request, let end): ended(request, end)
        }
    }

    private func record(
        _ runner: CoreRunner<ZVTCore>, _ number: Int, _ make: (TerminalCommand) -> TerminalRecord
    ) async {
        guard let (template, command) = session?.exchange?.command else { return await runner.send(.recordFailed) }
        var entry = template
        entry.event = .terminal(make(command))
        do throws(JournalError) {
            try await journal.append(entry)
            if session?.number == number { session?.exchange?.hasLeft = true }
            await runner.send(.recorded)
        } catch {
            journalError = error
            await runner.send(.recordFailed)
        }
    }

    private func ended(_ request: ZVTRequest, _ end: ZVTEnd) {
        guard let exchange = session?.exchange, exchange.request == request else { return }
        session?.exchange = nil
        if request.movesMoney {
            // Only what proves the command has a receipt number to rely on; after anything else it is asked for again.
            if case .completed(let status?) = end, let command = exchange.command?.1,
                TerminalStatement(status, from: speaker).proof(of: command, original: nil) == .executed
            {
                session?.lastReceipt = status.receipt
            } else if case .notSent = end {
            } else {
                isReceiptDoubtful = true
            }
        }
        // Nothing more is asked on a connection on which something was lost: it is about to end.
        if case .unknown = end {
            over = session?.runner
            session = nil
        }
        exchange.waiter.resume(returning: end)
    }

    /// Whether the newest receipt number may be another by now.
    private var isReceiptDoubtful = false

    /// Learns the newest receipt number again where it is in doubt; before a command that moves money.
    ///
    /// - Returns: an error when another terminal answers.
    func refreshReceipt() async -> GatewayError? {
        guard isReceiptDoubtful || session?.lastReceipt == nil else { return nil }
        guard case .completed(let status?) = await exchange(.repeatReceipt) else {
            session?.lastReceipt = nil
            return nil
        }
        if let error = await check(status) { return error }
        session?.lastReceipt = status.receipt
        isReceiptDoubtful = false
        return nil
    }

    // MARK: - The reader's events

    func attach(_ sink: AsyncStream<ReaderEvent>.Continuation) { display = sink }

    func detach() async {
        display = nil
        if job == nil { await disconnect() }
    }
}

extension GatewayError {
    static func notReached(_ reason: String) -> GatewayError {
        GatewayError(.notConnectedToGateway, fate: .notSent, message: "the terminal was not reached: \(reason)")
    }

    static func undecided(_ intentID: String, _ misfit: TerminalProof.Misfit? = nil) -> GatewayError {
        let reason = misfit?.sentence ?? "it shows no receipt that proves it"
        return GatewayError(
            .outcomeUnknown, fate: .unknown,
            message: "what the terminal did for \(intentID) is not known: \(reason)")
    }

    init(_ error: JournalError) { self.init(.journalUnavailable, fate: .notSent, message: error.message) }
}

extension TerminalStatement {
    /// Takes what may be recorded of a status.
    ///
    /// - Parameter speaker: which terminal speaks, where the status does not say it.
    init(_ status: ZVTStatus, from speaker: String?) {
        self.init(
            isSuccess: status.result == .success, code: status.result?.hex ?? "", amount: status.amount,
            receipt: status.receipt, trace: status.trace, card: CardDetails(status),
            provenance: Provenance(
                terminal: status.terminalID ?? speaker, currency: status.currency, originalTrace: status.originalTrace))
    }
}

extension CardDetails {
    fileprivate init(_ status: ZVTStatus) {
        let name = status.cardName?.lowercased() ?? ""
        let brand = CardBrand.known.first { name.contains($0.rawValue) }
        self.init(
            brand: brand, last4: status.last4, network: status.cardName,
            receipt: ReceiptDetails(authorizationCode: status.approvalCode))
    }
}

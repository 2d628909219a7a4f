import TenderBytes
import TenderDevices
public import TenderFlow
public import TenderModel
public import TenderReaders

/// A payment terminal that sells by itself, over ZVT: it reads the card, asks the issuer, and replaces the gateway.
///
/// PaymentIntents are created here and live in the journal. A command leaves once under its key, after its record is
/// written; what the terminal reports is recorded before it is acknowledged. An unknown outcome is asked for (`06 20`),
/// and counts as known only if the terminal shows the next receipt with the same amount. Until then no other command
/// leaves. See `docs/decisions/semi-integrated.md`. Use `ZVTTerminal.policy`, or one whose `online` is longer than the
/// configuration's `completion`.
public actor ZVTTerminal {
    /// Something that the cashier may want to see.
    public enum Notice: Hashable, Sendable {
        /// The terminal's current activity.
        case progress(ZVTProgress)
        /// A receipt to print.
        case receipt(ZVTReceipt)
    }

    /// A policy for payments at a terminal: one exchange outlasts the terminal's longest silence, and none is rushed.
    public static let policy = PaymentPolicy(online: .seconds(240), maximumSends: 2)

    /// The scheme of the payload that stands for "the card is read by the terminal".
    public static let payloadScheme = "semi-integrated"

    /// The terminal's name for people and journals.
    public nonisolated let name: String
    /// What the terminal reports apart from the outcome; the oldest notices are lost if nobody reads them.
    ///
    /// Supports a single consumer.
    public nonisolated let notices: AsyncStream<Notice>

    let terminalID: String
    let currency: Currency
    let journal: any Journal
    private let configuration: ZVTConfiguration
    private let clock: any Clock<Duration>
    private let open: @Sendable () async throws(TransportError) -> any ByteTransport
    private let noticeSink: AsyncStream<Notice>.Continuation

    /// The intents that were created in this process.
    var intents: [String: PaymentIntent] = [:]
    /// The IDs of the intents, in the order of their creation.
    var intentOrder: [String] = []
    /// The intent that each refund belongs to.
    var refundIntents: [String: String] = [:]

    private var session: Session?
    /// The previous connection, while it is ending by itself.
    private var over: CoreRunner<ZVTCore>?
    private var sessions = 0
    /// The work in progress; the terminal does one thing at a time.
    private var job: Job?
    private var display: AsyncStream<ReaderEvent>.Continuation?

    private struct Session {
        let number: Int
        let runner: CoreRunner<ZVTCore>
        /// The newest receipt number; `nil` if the terminal does not report it.
        var lastReceipt: Int?
        /// Whether it has identified itself as the expected terminal.
        var isIdentified = false
        /// The request in progress, and what is recorded of it.
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

    /// Creates a terminal; opens nothing yet.
    ///
    /// - Parameters:
    ///   - terminalID: The terminal's ID, eight digits; a different terminal at the other end is refused.
    ///   - currency: The only currency.
    ///   - configuration: The protocol settings.
    ///   - journal: Where everything is recorded; the same journal as the `Terminal`'s.
    ///   - clock: The clock that measures time limits.
    ///   - open: Opens the line or the connection.
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

    /// Performs work exclusively; a second call under the same key waits for the first and shares its result.
    ///
    /// A caller that is canceled stops waiting; the work continues to its end, and the terminal is asked to stop.
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
        return GatewayError(.requestTimedOut, fate: .unknown, message: "nobody is waiting for the terminal any more")
    }

    /// Asks the terminal to stop, as a cashier's key would; the terminal still decides the outcome.
    public func stop() async { await session?.runner.send(.abort) }

    // MARK: - The connection

    /// Opens the connection if there is none, registers the till, and learns the newest receipt number.
    ///
    /// - Returns: The reason for a failure, in which case nothing that moves money has left.
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

    /// Registers the till, and learns who is at the other end.
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
            // The answer to a registration may lack the ID.
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

    /// Ends a connection that takes too long to begin; runs in the task of the time limit, which may have been
    /// canceled.
    private func abandon(_ number: Int) async {
        guard !Task.isCancelled, session?.number == number else { return }
        await disconnect()
    }

    /// Compares the ID in a status; ends the connection to a different terminal.
    ///
    /// What a different terminal reports says nothing about a command, because a plug may be moved at any time.
    private func check(_ status: ZVTStatus) async -> GatewayError? {
        guard let id = status.terminalID else { return nil }
        guard id == terminalID else {
            await disconnect()
            return .notReached("it is the terminal \(id)")
        }
        session?.isIdentified = true
        return nil
    }

    /// The terminal that has identified itself on this connection; `nil` if it has not.
    var speaker: String? { session?.isIdentified == true ? terminalID : nil }

    /// Ends the connection; the outcome of anything in progress becomes unknown.
    func disconnect() async {
        await letGo()
        guard let session else { return }
        await session.runner.close()
        // A newer connection may have begun meanwhile.
        closed(session.number)
    }

    /// Waits until the previous connection has ended, so that a port can be opened again.
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

    /// Opens a new connection for a query, and returns the terminal's newest receipt if the terminal identifies itself.
    func newestReceipt() async -> ZVTStatus? {
        guard await connect() == nil, case .completed(let status?) = await exchange(.repeatReceipt),
            await check(status) == nil, speaker != nil
        else { return nil }
        session?.lastReceipt = status.receipt
        return status
    }

    /// Performs one request, from its sending to its end.
    func exchange(_ request: ZVTRequest) async -> ZVTEnd { await exchange(request, nil).end }

    /// Performs a command that moves money; the command is recorded before it leaves, and its report before it is
    /// acknowledged.
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

    /// The reason that the last record of an exchange was not written.
    private var journalError: JournalError?

    var lastReceipt: Int? { session?.lastReceipt }

    // MARK: - What the terminal reports

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
        // A repeated receipt was requested for its number, and may belong to an earlier payment.
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
            // Whoever waited for a connection that is over was told that nothing left.
            guard session?.number == number else { return await runner.send(.recordFailed) }
            session?.exchange?.hasLeft = true
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
            // Only what proves the command has a reliable receipt number; after anything else the number is asked for
            // again.
            if case .completed(let status?) = end, let command = exchange.command?.1,
                TerminalStatement(status, from: speaker).proof(of: command, original: nil) == .executed
            {
                session?.lastReceipt = status.receipt
            } else if case .notSent = end {
            } else {
                isReceiptDoubtful = true
            }
        }
        // Once something was lost on a connection, nothing more is asked on it: it is about to end.
        if case .unknown = end {
            over = session?.runner
            session = nil
        }
        exchange.waiter.resume(returning: end)
    }

    /// Whether the newest receipt number may have changed.
    private var isReceiptDoubtful = false

    /// Queries the newest receipt number again if it is in doubt; call it before a command that moves money.
    ///
    /// - Returns: An error if a different terminal answers.
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
    /// Extracts what may be recorded of a status.
    ///
    /// - Parameter speaker: The terminal that sent it, in case the status does not say so.
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

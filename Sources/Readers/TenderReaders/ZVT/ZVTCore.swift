public import TenderBytes
import TenderFlow
public import TenderModel

/// The till's side of ZVT on a serial line or a socket, as a pure value: one request at a time.
///
/// A request that moves money waits for permission twice: before it leaves (`askToSend`) and before what came of it is
/// acknowledged (`askToAcknowledge`). Without the second one the terminal is told that the goods cannot be handed over
/// (`84 66`), and takes the payment back. A request that left is never sent again here. Nothing counts as the end of a
/// request before the terminal has accepted it: what is left of an earlier one must not be taken for it.
public struct ZVTCore: ProtocolCore {
    /// What its user asks of it.
    public enum Command: Hashable, Sendable {
        /// Ask the terminal for something; `busy` while another request runs.
        case run(ZVTRequest)
        /// Ask the terminal to stop; the request still ends with its own end.
        case abort
        /// What was asked to be recorded is on disk.
        case recorded
        /// It could not be recorded.
        case recordFailed
    }

    /// What it tells its user.
    public enum Output: Equatable, Sendable {
        /// A request that moves money is about to leave: record it, and answer.
        case askToSend(ZVTRequest)
        /// What came of it is about to be acknowledged: record it, and answer.
        case askToAcknowledge(ZVTStatus)
        /// A status of a request that moves no money, such as a repeated receipt.
        case status(ZVTStatus)
        /// What the customer is to do.
        case display(ReaderDisplayMessage)
        /// What the terminal is doing, where no message of the readers says it.
        case progress(ZVTProgress)
        /// A receipt to print.
        case receipt(ZVTReceipt)
        /// A message that cannot be read; kept for diagnosis, and secret since it may hold a card number.
        case unreadable(ZVTControl, SecretBytes)
        /// A request ended.
        case ended(ZVTRequest, ZVTEnd)
        /// The connection is over.
        case lost(TransportError)
    }

    enum State: Sendable {
        case idle
        /// Waits for the record of the request.
        case asking(ZVTRequest)
        /// The request left; the terminal has not answered.
        case sent(ZVTRequest, Serial)
        /// The terminal works, and speaks.
        case running(Run, Serial)
        /// Waits for the record of a status.
        case recording(Run, ZVTStatus, waiting: [ZVTAPDU])
        case over
    }

    /// A request that the terminal works on.
    struct Run: Sendable {
        var request: ZVTRequest
        /// The newest status.
        var status: ZVTStatus?
        /// Whether the till told that the goods cannot be handed over.
        var isRefused = false
    }

    /// How it speaks.
    public let configuration: ZVTConfiguration
    var link: ZVTLink
    var state = State.idle
    var receipt = ZVTReceipt()
    private var lastTimer: Serial = 0
    /// The timer of the whole request that is under way.
    private var limit: Serial?
    /// How many stops the terminal has not answered: an answer that comes later must not be taken for another's.
    var unansweredAborts = 0

    /// How many messages are kept while a status is being recorded; a terminal sends none.
    static let maximumWaiting = 16

    /// Begins without a connection.
    public init(_ configuration: ZVTConfiguration) {
        self.configuration = configuration
        link = ZVTLink(configuration.framing, timing: configuration.timing)
    }

    /// Takes one input and says what is to be done.
    public mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        if case .over = state { return ended(input) }
        switch input {
        case .opened: return []
        case .command(let command): return handle(command)
        case .received(let bytes): return follow(link.received(bytes))
        case .timerFired(let serial): return serial < 0 ? follow(link.timerFired(serial)) : timerFired(serial)
        case .lost(let error): return lose(error)
        }
    }

    /// A request after the end is answered all the same.
    private func ended(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        guard case .command(.run(let request)) = input else { return [] }
        return [.output(.ended(request, .notSent))]
    }

    private mutating func handle(_ command: Command) -> [ProtocolAction<Output>] {
        switch command {
        case .run(let request): run(request)
        case .abort: abort()
        case .recorded: permitted(true)
        case .recordFailed: permitted(false)
        }
    }

    private mutating func run(_ request: ZVTRequest) -> [ProtocolAction<Output>] {
        guard case .idle = state else { return [.output(.ended(request, .busy))] }
        guard request.movesMoney else { return send(request) }
        state = .asking(request)
        return [.output(.askToSend(request))]
    }

    private mutating func send(_ request: ZVTRequest) -> [ProtocolAction<Output>] {
        receipt = ZVTReceipt()
        let timer = nextTimer()
        state = .sent(request, timer)
        let limit = nextTimer()
        self.limit = limit
        return follow(link.send(request.message(configuration)))
            + [.startTimer(timer, configuration.answer), .startTimer(limit, configuration.longest)]
    }

    private mutating func abort() -> [ProtocolAction<Output>] {
        switch state {
        case .asking(let request):
            state = .idle
            return [.output(.ended(request, .notSent))]
        case .sent, .running:
            unansweredAborts += 1
            return follow(link.send(ZVTAPDU(.abort)))
        case .idle, .recording, .over: return []
        }
    }

    private mutating func permitted(_ isPermitted: Bool) -> [ProtocolAction<Output>] {
        switch state {
        case .asking(let request):
            if isPermitted { return send(request) }
            state = .idle
            return [.output(.ended(request, .notSent))]
        case .recording(var run, let status, let waiting):
            if !isPermitted { run.isRefused = true } else { run.status = status }
            let timed = keepRunning(run)
            let answer = follow(link.send(ZVTAPDU(isPermitted ? .accepted : .goodsNotIssued)))
            return answer + timed + waiting.flatMap { take($0) }
        case .idle, .sent, .running, .over: return []
        }
    }

    // MARK: - Ending

    mutating func end(_ request: ZVTRequest, _ end: ZVTEnd) -> [ProtocolAction<Output>] {
        state = unansweredAborts > 0 ? .over : .idle
        var outputs = flushReceipt()
        if let limit { outputs.append(.stopTimer(limit)) }
        limit = nil
        outputs.append(.output(.ended(request, end)))
        return outputs + (unansweredAborts > 0 ? [.hangUp] : [])
    }

    mutating func flushReceipt() -> [ProtocolAction<Output>] {
        defer { receipt = ZVTReceipt() }
        return receipt.lines.isEmpty ? [] : [.output(.receipt(receipt))]
    }

    /// The connection says nothing more that could be trusted: the request is unknown, and the connection ends.
    mutating func giveUp(_ reason: ZVTEnd.Unknown) -> [ProtocolAction<Output>] {
        let ended = endUnknown(reason)
        state = .over
        return ended + [.hangUp]
    }

    private mutating func lose(_ error: TransportError) -> [ProtocolAction<Output>] {
        let ended = endUnknown(.connectionLost)
        state = .over
        return ended + [.output(.lost(error))]
    }

    /// What left has an unknown end; what has not left was certainly not executed.
    private mutating func endUnknown(_ reason: ZVTEnd.Unknown) -> [ProtocolAction<Output>] {
        unansweredAborts = 0
        return switch state {
        case .idle, .over: []
        case .asking(let request): end(request, .notSent)
        case .sent(let request, let timer): [.stopTimer(timer)] + end(request, .unknown(reason, nil))
        case .running(let run, let timer):
            [.stopTimer(timer)] + end(run.request, .unknown(reason, run.isRefused ? nil : run.status))
        case .recording(let run, _, _): end(run.request, .unknown(reason, run.isRefused ? nil : run.status))
        }
    }

    // MARK: - Timers and the link

    mutating func nextTimer() -> Serial {
        lastTimer += 1
        return lastTimer
    }

    private mutating func timerFired(_ serial: Serial) -> [ProtocolAction<Output>] {
        if serial == limit { return giveUp(.noAnswer) }
        return switch state {
        case .sent(_, serial), .running(_, serial): giveUp(.noAnswer)
        case .idle, .asking, .sent, .running, .recording, .over: []
        }
    }

    /// Does what the link wants, up to the message that ends the connection: what came behind it is for nobody.
    mutating func follow(_ actions: [ZVTLink.Action]) -> [ProtocolAction<Output>] {
        var followed: [ProtocolAction<Output>] = []
        for action in actions {
            if case .over = state { break }
            switch action {
            case .send(let bytes): followed.append(.send(bytes))
            case .startTimer(let serial, let duration): followed.append(.startTimer(serial, duration))
            case .stopTimer(let serial): followed.append(.stopTimer(serial))
            case .deliver(let apdu): followed += take(apdu)
            case .failed: followed += giveUp(.noAnswer)
            }
        }
        return followed
    }
}

/// How a request ended.
public enum ZVTEnd: Hashable, Sendable {
    /// The terminal is done; with the last status that was acknowledged, if it sent one.
    case completed(ZVTStatus?)
    /// The terminal stopped; with the last status that was acknowledged, if it sent one.
    ///
    /// A status of success before contradicts it, unless the till refused that status.
    case aborted(ZVTResult, ZVTStatus?)
    /// The terminal did not take the request; nothing was executed.
    case refused(ZVTResult)
    /// Nothing left.
    case notSent
    /// Another request is running; nothing left.
    case busy
    /// Nobody can say; with the last status that was acknowledged, if the terminal sent one.
    case unknown(Unknown, ZVTStatus?)

    /// Why nobody can say.
    public enum Unknown: String, Hashable, Sendable {
        /// The terminal is silent.
        case noAnswer
        /// The connection is gone.
        case connectionLost
        /// The terminal says what cannot be.
        case protocolViolation
    }
}

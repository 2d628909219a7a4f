public import TenderBytes
import TenderFlow
public import TenderModel

/// The till's side of ZVT on a serial line or a socket, as a pure value: one request at a time.
///
/// A request that moves money waits for permission twice: before it leaves (`askToSend`) and before its result is
/// acknowledged (`askToAcknowledge`). Without the second permission, the terminal is told that the goods cannot be
/// handed over (`84 66`), and reverses the payment. A request that left is never sent again here. Nothing counts as the
/// end of a request before the terminal has accepted it, so that the remains of an earlier one are not mistaken for it.
public struct ZVTCore: ProtocolCore {
    /// The commands of its user.
    public enum Command: Hashable, Sendable {
        /// Sends a request to the terminal; `busy` while another one runs.
        case run(ZVTRequest)
        /// Asks the terminal to stop; the request still ends with its own result.
        case abort
        /// Confirms that what was to be recorded is on disk.
        case recorded
        /// Reports that it could not be recorded.
        case recordFailed
    }

    /// The reports to its user.
    public enum Output: Equatable, Sendable {
        /// A request that moves money is about to leave: record it, and answer.
        case askToSend(ZVTRequest)
        /// The result is about to be acknowledged: record it, and answer.
        case askToAcknowledge(ZVTStatus)
        /// A status of a request that moves no money, such as a repeated receipt.
        case status(ZVTStatus)
        /// What the customer should do.
        case display(ReaderDisplayMessage)
        /// What the terminal is doing, if no reader message says it.
        case progress(ZVTProgress)
        /// A receipt to print.
        case receipt(ZVTReceipt)
        /// A message that cannot be parsed; kept for diagnosis, and secret because it may contain a card number.
        case unreadable(ZVTControl, SecretBytes)
        /// A request ended.
        case ended(ZVTRequest, ZVTEnd)
        /// The connection has ended.
        case lost(TransportError)
    }

    enum State: Sendable {
        case idle
        /// The request waits to be recorded.
        case asking(ZVTRequest)
        /// The request left; the terminal has not answered.
        case sent(ZVTRequest, Serial)
        /// The terminal is processing it and sends messages.
        case running(Run, Serial)
        /// A status waits to be recorded.
        case recording(Run, ZVTStatus, waiting: [ZVTAPDU])
        /// The terminal has accepted its restart and has not closed the line yet.
        case restarting(ZVTRequest, Serial)
        case over
    }

    /// A request that the terminal is processing.
    struct Run: Sendable {
        var request: ZVTRequest
        /// The latest status.
        var status: ZVTStatus?
        /// Whether the till reported that the goods cannot be handed over.
        var isRefused = false
    }

    /// The protocol settings.
    public let configuration: ZVTConfiguration
    var link: ZVTLink
    var state = State.idle
    var receipt = ZVTReceipt()
    private var lastTimer: Serial = 0
    /// The timer that limits the whole current request.
    private var limit: Serial?
    /// The number of stops that the terminal has not answered: a late answer to one must not be mistaken for another's.
    var unansweredAborts = 0

    /// The number of messages to keep while a status is being recorded; a terminal sends none.
    static let maximumWaiting = 16

    /// Creates a core without a connection.
    public init(_ configuration: ZVTConfiguration) {
        self.configuration = configuration
        link = ZVTLink(configuration.framing, timing: configuration.timing)
    }

    /// Handles one input and returns the actions to perform.
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

    /// Handles an input after the end, when a request is still answered.
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
        case .idle, .recording, .restarting, .over: return []
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
        case .idle, .sent, .running, .restarting, .over: return []
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

    /// Waits for the terminal to close the line, so that no new connection finds it before it goes down; a serial line
    /// stays open, and is left after a while.
    mutating func awaitRestart(_ request: ZVTRequest) -> [ProtocolAction<Output>] {
        let timer = nextTimer()
        state = .restarting(request, timer)
        return [.startTimer(timer, configuration.restart)]
    }

    mutating func flushReceipt() -> [ProtocolAction<Output>] {
        defer { receipt = ZVTReceipt() }
        return receipt.lines.isEmpty ? [] : [.output(.receipt(receipt))]
    }

    /// Ends the connection, which can no longer be trusted, and the request with an unknown result.
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

    /// Ends the request: unknown if it has left, and otherwise certainly not executed; an accepted restart is done.
    private mutating func endUnknown(_ reason: ZVTEnd.Unknown) -> [ProtocolAction<Output>] {
        unansweredAborts = 0
        return switch state {
        case .idle, .over: []
        case .asking(let request): end(request, .notSent)
        case .sent(let request, let timer): [.stopTimer(timer)] + end(request, .unknown(reason, nil))
        case .running(let run, let timer):
            [.stopTimer(timer)] + end(run.request, .unknown(reason, run.isRefused ? nil : run.status))
        case .recording(let run, _, _): end(run.request, .unknown(reason, run.isRefused ? nil : run.status))
        case .restarting(let request, let timer): [.stopTimer(timer)] + end(request, .completed(nil))
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
        case .sent(_, serial), .running(_, serial), .restarting(_, serial): giveUp(.noAnswer)
        case .idle, .asking, .sent, .running, .recording, .restarting, .over: []
        }
    }

    /// Performs the link's actions, up to the message that ends the connection; nobody needs what came after it.
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

/// The result of a request.
public enum ZVTEnd: Hashable, Sendable {
    /// The terminal is done; with the last acknowledged status, if it sent one.
    case completed(ZVTStatus?)
    /// The terminal aborted; with the last acknowledged status, if it sent one.
    ///
    /// An earlier status of success contradicts it, unless the till refused that status.
    case aborted(ZVTResult, ZVTStatus?)
    /// The terminal did not accept the request; nothing was executed.
    case refused(ZVTResult)
    /// Nothing was sent.
    case notSent
    /// Another request is running; nothing was sent.
    case busy
    /// The result is unknown; with the last acknowledged status, if the terminal sent one.
    case unknown(Unknown, ZVTStatus?)

    /// The reason that the result is unknown.
    public enum Unknown: String, Hashable, Sendable {
        /// The terminal is silent.
        case noAnswer
        /// The connection is gone.
        case connectionLost
        /// The terminal's messages violate the protocol.
        case protocolViolation
    }
}

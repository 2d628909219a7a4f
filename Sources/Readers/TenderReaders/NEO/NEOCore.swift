public import TenderFlow
import TenderModel

/// The host's end of a NEO reader (ID TECH, "ViVOtech2" frames), on a serial line, a socket or HID.
///
/// It identifies the reader, lets it read a card, and passes on the result as masked details and ciphertext. If a
/// reader does not answer in time, a harmless command is repeated; a transaction never is: it is canceled first. In the
/// end the reader is idle, or plainly gone.
public struct NEOCore: ProtocolCore {
    /// The ID of a collection; the caller chooses it and never reuses it.
    public typealias CollectionID = UInt64

    /// The commands to a reader.
    public enum Command: Hashable, Sendable {
        /// Reads a card.
        case collect(CollectionID, NEOTransaction)
        /// Stops waiting for a card.
        case stop(CollectionID)
        /// Stops the reader and ends the connection.
        case disconnect
    }

    /// The outputs of a reader.
    public enum Output: Hashable, Sendable {
        /// The reader is there, and idle.
        case ready(NEOIdentity)
        /// The reader cannot be used; no further output follows.
        case failed(ReaderError)
        /// An event while the reader is connected; nothing follows `.disconnected`.
        case event(ReaderEvent)
        /// The single answer to a collection.
        case answer(CollectionID, Result<CollectedCard, ReaderError>)
    }

    /// The time limit for an answer, except for one that waits for a card.
    static let patience = Duration.seconds(1)
    /// The time limit for a result that was on its way when the transaction was canceled.
    static let settlingTime = Duration.milliseconds(200)
    /// The time that a reader may be silent beyond its own time limit for a card.
    static let grace = Duration.seconds(5)
    /// The number of times that a command is sent, and that a card is requested after failed reads.
    static let tries = 3

    enum Phase: Hashable {
        case opening(ArraySlice<Step>)
        case idle
        /// The transaction is active in the reader.
        case active(Collection)
        /// It is being canceled; the reader has not yet confirmed that.
        case stopping(Collection, Stop)
        /// The reader has confirmed the cancellation; its result may still be on the way.
        case settling(Collection, Stop)
        case over
    }

    struct Collection: Hashable {
        let id: CollectionID
        let transaction: NEOTransaction
        var ways = NEOInterfaces.all
        var failures = 0
        /// The card that came while the transaction was being canceled.
        var card: CollectedCard?
        /// Whether the reader has answered the transaction.
        var isAnswered = false
    }

    /// The reason for canceling a transaction.
    enum Stop: Hashable {
        /// The application requested it.
        case requested
        /// The reader was silent for longer than its own time limit.
        case silence
        /// The answer arrived damaged; the card is requested again.
        case damage
    }

    struct Exchange: Hashable {
        let frame: NEOFrame
        let patience: Duration
        var triesLeft: Int
    }

    let framing: NEOLink.Framing
    let secondsForCard: UInt8
    var phase = Phase.idle
    var identity = NEOIdentity(firmware: "", serialNumber: "")
    var exchange: Exchange?
    var answerTimer: Serial?
    var actions: [ProtocolAction<Output>] = []
    private var link: NEOLink
    private var gapTimer: Serial?
    private var timersStarted: Serial = 0
    private var passThroughOrder = NEOChecksum.Order.leastSignificantFirst

    /// Creates a core for a transport that is about to be opened.
    ///
    /// - Parameters:
    ///   - framing: The framing of the messages.
    ///   - secondsForCard: How long the reader waits for a card.
    public init(_ framing: NEOLink.Framing, secondsForCard: UInt8 = 120) {
        self.framing = framing
        self.secondsForCard = secondsForCard
        link = NEOLink(framing, receiving: .mostSignificantFirst)
    }

    /// Handles one input and returns the actions to perform.
    public mutating func handle(_ input: ProtocolInput<Command>) -> [ProtocolAction<Output>] {
        if phase != .over { take(input) }
        defer { actions = [] }
        return actions
    }

    private mutating func take(_ input: ProtocolInput<Command>) {
        switch input {
        case .opened: open()
        case .command(.collect(let id, let transaction)): collect(id, transaction)
        case .command(.stop(let id)): stop(id)
        case .command(.disconnect): disconnect()
        case .received(let bytes): receive(bytes)
        case .timerFired(let timer): fire(timer)
        case .lost(let error): lose(error)
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        stopTimer(\.gapTimer)
        take(link.receive(bytes))
        if link.isPartial, phase != .over { gapTimer = startTimer(NEOLink.longestGap) }
    }

    private mutating func take(_ elements: [NEOFrameParser.Element]) {
        for element in elements {
            switch element {
            case .frame(let frame): take(frame)
            case .damaged: takeDamage()
            }
        }
    }

    private mutating func take(_ frame: NEOFrame) {
        switch phase {
        case .opening(let steps): takeOpening(frame, steps)
        case .active(let collection): takeActive(frame, collection)
        case .stopping(let collection, let stop): takeStopping(frame, collection, stop)
        case .settling(let collection, let stop): takeSettling(frame, collection, stop)
        // Duplicate answers, and unsolicited messages of a reader.
        case .idle, .over: break
        }
    }

    private mutating func takeDamage() {
        switch phase {
        case .opening, .stopping: sendAgain()
        case .active(let collection): beginStop(collection, .damage)
        case .settling, .idle, .over: break
        }
    }

    private mutating func fire(_ timer: Serial) {
        switch timer {
        case gapTimer:
            gapTimer = nil
            take(link.endBurst())
        case answerTimer:
            answerTimer = nil
            runOutOfTime()
        default:
            // Stopped or replaced while the input was on its way.
            break
        }
    }

    private mutating func runOutOfTime() {
        switch phase {
        case .opening, .stopping: sendAgain()
        case .active(let collection): beginStop(collection, .silence)
        case .settling(let collection, let stop): conclude(collection, stop)
        case .idle, .over: break
        }
    }
}

// The sending of commands.
extension NEOCore {
    /// Sends a command and waits for its answer.
    mutating func send(_ frame: NEOFrame, patience: Duration = Self.patience, tries: Int = Self.tries) {
        exchange = Exchange(frame: frame, patience: patience, triesLeft: tries)
        sendAgain()
    }

    /// Sends the command again, or gives it up after the last try.
    mutating func sendAgain() {
        stopTimer(\.answerTimer)
        guard var exchange, exchange.triesLeft > 0 else { return giveUp() }
        exchange.triesLeft -= 1
        self.exchange = exchange
        transmit(exchange.frame)
        answerTimer = startTimer(exchange.patience)
    }

    /// Resends a command that the reader received with a wrong checksum.
    ///
    /// The guide contradicts itself about the byte order in pass-through commands; the other order is tried and kept.
    mutating func sendAgainAfterBadChecksum() {
        if exchange?.frame.command == NEOFrameParser.passThroughCommand { passThroughOrder = passThroughOrder.flipped }
        sendAgain()
    }

    mutating func transmit(_ frame: NEOFrame) {
        let isPassThrough = frame.command == NEOFrameParser.passThroughCommand
        let bytes = frame.encoded(isPassThrough ? passThroughOrder : .leastSignificantFirst)
        actions += link.pieces(bytes).map { .send($0) }
    }

    private mutating func giveUp() {
        exchange = nil
        switch phase {
        case .opening(let steps): skipSilence(steps)
        case .active(let collection): finish(collection, .failure(.communication("the reader does not understand")))
        case .stopping(let collection, _): die(collection)
        case .settling, .idle, .over: break
        }
    }

    mutating func startTimer(_ duration: Duration) -> Serial {
        timersStarted &+= 1
        actions.append(.startTimer(timersStarted, duration))
        return timersStarted
    }

    mutating func stopTimer(_ timer: WritableKeyPath<NEOCore, Serial?>) {
        if let running = self[keyPath: timer] { actions.append(.stopTimer(running)) }
        self[keyPath: timer] = nil
    }

    /// Removes the command that waits for its answer.
    mutating func endExchange() {
        exchange = nil
        stopTimer(\.answerTimer)
    }

    /// Ends everything; no further action follows.
    mutating func end() {
        endExchange()
        stopTimer(\.gapTimer)
        phase = .over
        actions.append(.hangUp)
    }
}

extension NEOCore: CardReaderCore {
    /// Returns the command that stops a collection.
    public static func stop(_ id: CollectionID) -> Command { .stop(id) }

    /// The command that stops the reader and ends the connection.
    public static var disconnect: Command { .disconnect }

    /// Returns what an output means for the application.
    public static func told(_ output: Output) -> CardReaderOutput? {
        switch output {
        case .event(let event): .event(event)
        case .answer(let id, let answer): .answer(id, answer)
        case .ready, .failed: nil
        }
    }
}

public import TenderFlow
import TenderModel

/// The host's end of a NEO reader (ID TECH, "ViVOtech2" frames), on a serial line, a socket or HID.
///
/// It makes sure who is there, lets the reader read a card, and hands on what came as masked details and ciphertext. A
/// reader that does not answer in time is asked again where that is harmless; a transaction never is: it is canceled
/// first. In the end the reader is idle, or plainly gone.
public struct NEOCore: ProtocolCore {
    /// Names a collection; the caller chooses it and never twice.
    public typealias CollectionID = UInt64

    /// What is asked of a reader.
    public enum Command: Hashable, Sendable {
        /// Read a card.
        case collect(CollectionID, NEOTransaction)
        /// Stop waiting for a card.
        case stop(CollectionID)
        /// Leave the reader idle and end.
        case disconnect
    }

    /// What a reader tells.
    public enum Output: Hashable, Sendable {
        /// It is there, and idle.
        case ready(NEOIdentity)
        /// It cannot be used; nothing follows.
        case failed(ReaderError)
        /// What it tells while it is connected; nothing follows `.disconnected`.
        case event(ReaderEvent)
        /// The one answer to a collection.
        case answer(CollectionID, Result<CollectedCard, ReaderError>)
    }

    /// How long an answer may take, but for a card.
    static let patience = Duration.seconds(1)
    /// How long the result may take that was on its way when the transaction was canceled.
    static let settlingTime = Duration.milliseconds(200)
    /// How much longer than its own time for a card a reader may be silent.
    static let grace = Duration.seconds(5)
    /// How often a command is sent, and how often a card is asked for after failed reads.
    static let tries = 3

    enum Phase: Hashable {
        case opening(ArraySlice<Step>)
        case idle
        /// The transaction is active in the reader.
        case active(Collection)
        /// It is canceled, and the reader is to say so.
        case stopping(Collection, Stop)
        /// The reader has said so; its result may still be on the way.
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

    /// Why a transaction is canceled.
    enum Stop: Hashable {
        /// The application wants that.
        case requested
        /// The reader was silent for longer than its own time.
        case silence
        /// Its answer came damaged; the card is asked for again.
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

    /// Makes a core for a transport that is about to be opened.
    ///
    /// - Parameters:
    ///   - framing: what the frames travel in.
    ///   - secondsForCard: how long the reader waits for a card.
    public init(_ framing: NEOLink.Framing, secondsForCard: UInt8 = 120) {
        self.framing = framing
        self.secondsForCard = secondsForCard
        link = NEOLink(framing, receiving: .mostSignificantFirst)
    }

    /// Takes one input and says what is to be done.
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
        // Second answers, and what a reader tells unasked.
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

// Sending.
extension NEOCore {
    /// Sends a command, and waits for its answer.
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

    /// Sends the command again that the reader received with a wrong checksum.
    ///
    /// The guide contradicts itself about the order in pass-through commands; the other one is tried and kept.
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

    /// Forgets the command that waits for its answer.
    mutating func endExchange() {
        exchange = nil
        stopTimer(\.answerTimer)
    }

    /// Ends everything; nothing follows.
    mutating func end() {
        endExchange()
        stopTimer(\.gapTimer)
        phase = .over
        actions.append(.hangUp)
    }
}

extension NEOCore: CardReaderCore {
    /// The command that stops a collection.
    public static func stop(_ id: CollectionID) -> Command { .stop(id) }

    /// The command that leaves the reader idle and ends.
    public static var disconnect: Command { .disconnect }

    /// What an output tells the application.
    public static func told(_ output: Output) -> CardReaderOutput? {
        switch output {
        case .event(let event): .event(event)
        case .answer(let id, let answer): .answer(id, answer)
        case .ready, .failed: nil
        }
    }
}

import SimulatedCard
public import TenderFlow
public import TenderModel

/// A simulated reader as a pure value: requests and fired timers go in, answers and timers to start come out.
///
/// It has no clock. A collection is answered exactly once; when a stop and a card race, the one that comes first wins.
/// A collection fails to end by itself in only two states: a missing customer, which a stop ends, and a muted reader,
/// which a disconnect ends.
public struct ReaderScriptMachine: Hashable, Sendable {
    /// The id of a collection, which the caller chooses and never reuses.
    public typealias CollectionID = UInt64

    /// The id of a timer; a fired timer that was replaced or canceled meanwhile is ignored.
    public struct TimerID: Hashable, Sendable {
        /// The purpose of a timer.
        public enum Purpose: Hashable, Sendable {
            /// The next step of the script is due.
            case step
            /// The card has been read.
            case read
            /// The reader has stopped.
            case stop
        }

        /// The purpose.
        public let purpose: Purpose
        /// The number that distinguishes timers of one purpose.
        public let generation: UInt64

        /// Creates a timer id.
        public init(purpose: Purpose, generation: UInt64) {
            self.purpose = purpose
            self.generation = generation
        }
    }

    /// An event for a reader.
    public enum Event: Hashable, Sendable {
        /// The host has opened the reader.
        case connected
        /// The host wants a card.
        case collect(CollectionID, CollectRequest)
        /// The host wants to read a card that does not pay.
        case collectData(CollectionID, CollectDataConfiguration)
        /// The host stops the collection.
        case stop(CollectionID)
        /// A timer fired.
        case timerFired(TimerID)
        /// An act outside of the script happens now.
        case played(ReaderStep.Action)
        /// The host closes the reader.
        case disconnect
    }

    /// An action of a reader.
    public enum Action: Hashable, Sendable {
        /// Start a timer; report `timerFired` when it fires.
        case startTimer(TimerID, Duration)
        /// Cancel a timer.
        case cancelTimer(TimerID)
        /// Notify the host.
        case emit(ReaderEvent)
        /// Give the one answer to a collection; a failure also ends one of data.
        case answer(CollectionID, Result<CollectedCard, ReaderError>)
        /// Give the one answer to a collection of data that succeeded.
        case answerData(CollectionID, CollectedData)
    }

    /// The phase of a reader.
    public enum Phase: Hashable, Sendable {
        /// Idle: a collection can start.
        case idle
        /// Waiting for a card.
        case armed(Collection)
        /// Reading a card.
        case reading(Collection, Presented)
        /// Waiting for the card to be removed; the answer is settled.
        case awaitingRemoval(Collection, Result<CollectedCard, ReaderError>)
        /// Disconnected.
        case disconnected(DisconnectReason)
    }

    /// A running collection.
    public struct Collection: Hashable, Sendable {
        let id: CollectionID
        /// What the card is collected for; data is collected as a card that is saved.
        let request: CollectRequest
        /// What is read of a card that does not pay; `nil` for one that does.
        let dataType: CollectDataType?
        var options: ReaderInputOptions
        var failedInserts = 0
        var failedSwipes = 0
        var earlyRemovals = 0
        /// The tip that the customer chose, in minor units; no tip is one of zero.
        var tip: Int64 = 0

        init(_ id: CollectionID, _ request: CollectRequest) {
            (self.id, self.request, dataType) = (id, request, nil)
            options = [.swipeCard, .insertCard, .tapCard]
        }

        init(_ id: CollectionID, _ configuration: CollectDataConfiguration) {
            self.id = id
            request = CollectRequest(
                .setup, amount: Amount(minorUnits: 0, currency: .usd),
                customerCancellation: configuration.customerCancellation)
            dataType = configuration.type
            options = configuration.type == .magstripe ? .swipeCard : .tapCard
        }

        /// What the card is read for; `nil` if that is too large for a number.
        var amount: Amount? {
            try? request.amount.adding(Amount(minorUnits: tip, currency: request.amount.currency))
        }
    }

    /// A card that is being read.
    public struct Presented: Hashable, Sendable {
        let card: SimulatedCard
        let way: ReaderStep.Way
        let readable: Bool
    }

    /// The number of failures of one kind after which a reader stops asking for the same again.
    static let tries = 3

    /// The phase.
    public internal(set) var phase = Phase.disconnected(.unknown)
    /// Whether the reader has fallen silent.
    public internal(set) var isMuted = false

    let script: ReaderScript
    let device: UInt32
    var counter: UInt64
    /// The update that is not installed yet.
    private(set) var update: ScriptedUpdate?
    /// The version of the software, once an update was installed.
    private(set) var softwareVersion: String?
    var hasBeenConnected = false
    var collectionsStarted = 0
    var cardIsInSlot = false
    var steps: ArraySlice<ReaderStep> = []
    var stepTimer: TimerID?
    var readTimer: TimerID?
    var stopTimer: TimerID?
    var timersStarted: UInt64 = 0
    var actions: [Action] = []

    /// Creates a reader that is not connected.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - device: The reader's number, the first half of each payload's nonce.
    ///   - counter: The second half of the first nonce; it grows by one with each card that is read.
    public init(script: ReaderScript, device: UInt32, counter: UInt64) {
        self.script = script
        self.device = device
        self.counter = counter
        update = script.update
    }

    /// Installs the update, outside of the script.
    mutating func installUpdate() {
        softwareVersion = update?.update.softwareVersion ?? softwareVersion
        update = nil
    }

    /// Handles one event and returns the actions; every event has an answer in every state.
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .connected: connect()
        case .collect(let id, let request): collect(Collection(id, request))
        case .collectData(let id, let configuration): collect(Collection(id, configuration))
        case .stop(let id): stop(id)
        case .timerFired(let timer): fire(timer)
        case .played(let action):
            perform(action)
            scheduleStep()
        case .disconnect: disconnect(.disconnectRequested)
        }
        defer { actions = [] }
        return actions
    }

    /// The running collection.
    var collection: Collection? {
        switch phase {
        case .idle, .disconnected: nil
        case .armed(let collection), .reading(let collection, _), .awaitingRemoval(let collection, _): collection
        }
    }

    /// The tips that the customer can choose from on the reader now.
    public var tipChoices: [TipChoice] {
        guard case .armed(let collection) = phase else { return [] }
        return collection.request.tipping?.choices ?? []
    }

    private mutating func connect() {
        guard case .disconnected = phase else { return }
        phase = .idle
        isMuted = false
        cardIsInSlot = false
        steps = hasBeenConnected ? [] : script.whenFirstConnected[...]
        hasBeenConnected = true
        scheduleStep()
    }

    private mutating func collect(_ collection: Collection) {
        if case .disconnected(let reason) = phase {
            actions.append(.answer(collection.id, .failure(.disconnected(reason))))
            return
        }
        guard self.collection == nil else {
            actions.append(.answer(collection.id, .failure(.busy)))
            return
        }
        takeCardOut()
        cancel(\.stepTimer)
        phase = .armed(collection)
        steps = isMuted ? [] : script.steps(ofCollection: collectionsStarted)[...]
        collectionsStarted += 1
        guard !isMuted else { return }
        actions.append(.emit(.inputOptions(collection.options)))
        scheduleStep()
    }

    private mutating func stop(_ id: CollectionID) {
        guard let collection, collection.id == id, !isMuted, stopTimer == nil else { return }
        if script.stopDuration > .zero {
            stopTimer = startTimer(.stop, script.stopDuration)
        } else {
            finish(collection, .failure(.canceled(by: .application)))
        }
    }

    private mutating func fire(_ timer: TimerID) {
        switch timer {
        case stepTimer:
            stepTimer = nil
            if let step = steps.popFirst() { perform(step.action) }
            scheduleStep()
        case readTimer:
            readTimer = nil
            endRead()
            scheduleStep()
        case stopTimer:
            stopTimer = nil
            if let collection { finish(collection, .failure(.canceled(by: .application))) }
        default:
            // Canceled or replaced while the event was on its way.
            break
        }
    }

    /// Answers the collection and makes the reader idle.
    mutating func finish(_ collection: Collection, _ result: Result<CollectedCard, ReaderError>) {
        finish(.answer(collection.id, result))
    }

    /// Gives the answer to the collection, and makes the reader idle.
    mutating func finish(_ answer: Action) {
        phase = .idle
        cancel(\.readTimer)
        cancel(\.stopTimer)
        actions.append(.emit(.inputOptions([])))
        actions.append(answer)
        // A step that waited for the end of the read may go on.
        scheduleStep()
    }

    mutating func disconnect(_ reason: DisconnectReason) {
        if case .disconnected = phase { return }
        let interrupted = collection
        phase = .disconnected(reason)
        steps = []
        cancel(\.stepTimer)
        cancel(\.readTimer)
        cancel(\.stopTimer)
        if let interrupted { actions.append(.answer(interrupted.id, .failure(.disconnected(reason)))) }
        actions.append(.emit(.disconnected(reason)))
    }

    /// Starts the timer of the next step, unless one runs or the step waits for the end of a read.
    private mutating func scheduleStep() {
        guard stepTimer == nil, let next = steps.first else { return }
        if case .reading = phase, !next.duringRead, !isMuted { return }
        stepTimer = startTimer(.step, next.delay)
    }

    mutating func startTimer(_ purpose: TimerID.Purpose, _ duration: Duration) -> TimerID {
        timersStarted &+= 1
        let timer = TimerID(purpose: purpose, generation: timersStarted)
        actions.append(.startTimer(timer, duration))
        return timer
    }

    mutating func cancel(_ timer: WritableKeyPath<ReaderScriptMachine, TimerID?>) {
        if let running = self[keyPath: timer] { actions.append(.cancelTimer(running)) }
        self[keyPath: timer] = nil
    }

    mutating func takeCardOut() {
        guard cardIsInSlot else { return }
        cardIsInSlot = false
        if !isMuted { actions.append(.emit(.cardRemoved)) }
    }
}

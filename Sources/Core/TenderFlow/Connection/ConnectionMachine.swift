public import TenderModel

/// The connection to one reader as a pure state machine: discovering, connecting, connected, reconnecting.
///
/// After a loss, the machine tries to reopen the reader within a limit of tries and time, but not after a requested
/// disconnect (the industry's numbers: 20 tries, 60 s). One that restarts has minutes, and is not tried at once: it may
/// not have gone down yet. Every search and every opening has its own serial: results
/// under an old serial are ignored, and a reader that opens too late is closed again.
public struct ConnectionMachine: Hashable, Sendable, Codable {
    /// How to reconnect to a lost reader.
    public struct Policy: Hashable, Sendable, Codable {
        /// Whether to reconnect at all.
        public var reconnects: Bool
        /// The total time limit.
        public var budget: Duration
        /// The maximum number of tries.
        public var maximumTries: Int
        /// The pause between two tries.
        public var pause: Duration
        /// The total time limit for a reader that restarts.
        public var restartBudget: Duration
        /// The pause before each try to reach a reader that restarts.
        public var restartPause: Duration

        /// Creates a policy.
        public init(
            reconnects: Bool = true, budget: Duration = .seconds(60), maximumTries: Int = 20,
            pause: Duration = .seconds(3), restartBudget: Duration = .seconds(300),
            restartPause: Duration = .seconds(10)
        ) {
            self.reconnects = reconnects
            self.budget = budget
            self.maximumTries = maximumTries
            self.pause = pause
            self.restartBudget = restartBudget
            self.restartPause = restartPause
        }
    }

    /// The state of the connection.
    public enum Phase: Hashable, Sendable, Codable {
        /// There is no reader.
        case notConnected
        /// The search for readers is running.
        case discovering(Serial)
        /// A reader is being opened.
        case connecting(Reader, Serial)
        /// A reader is open.
        case connected(Reader, Serial)
        /// The reader was lost and is being reopened, or the pause before the next try is running.
        case reconnecting(Reader, Reconnection)
    }

    /// An attempt to get a lost reader back.
    public struct Reconnection: Hashable, Sendable, Codable {
        /// The reason for its loss.
        public var reason: DisconnectReason
        /// The number of tries so far.
        public var tries: Int
        /// The serial of the try in progress.
        var opening: Serial?
        /// The timer of the pause between tries.
        var pauseTimer: Serial?
        /// The timer of the total time limit.
        var budgetTimer: Serial
    }

    /// The inputs of a connection.
    public enum Event: Hashable, Sendable, Codable {
        /// A search for readers was requested.
        case discoverRequested
        /// The search ended by itself or was stopped.
        case discoveryEnded(Serial)
        /// The opening of a reader was requested.
        case connectRequested(Reader)
        /// The reader is open.
        case opened(Serial)
        /// The reader could not be opened.
        case openFailed(Serial)
        /// The application no longer wants a reader; this also ends a reconnection.
        case disconnectRequested
        /// The reader that was opened under this serial is gone.
        case readerLost(Serial, DisconnectReason)
        /// A timer expired.
        case timerFired(Serial)
    }

    /// The actions that a connection requests, to be performed in order, and an opening only after the closing before
    /// it.
    public enum Action: Hashable, Sendable, Codable {
        /// Searches for readers; answer with `discoveryEnded` when the search ends.
        case startDiscovery(Serial)
        /// Stops the search.
        case stopDiscovery(Serial)
        /// Opens the reader; answer with `opened` or `openFailed`.
        case open(Serial, Reader)
        /// Closes the reader that was opened under this serial, or gives up its opening.
        case close(Serial)
        /// Starts a timer; answer with `timerFired` unless it is stopped.
        case startTimer(Serial, Duration)
        /// Stops a timer.
        case stopTimer(Serial)
        /// Publishes the state of the connection.
        case publish(ConnectionStatus)
        /// Reports that the requested connect succeeded.
        case connectSucceeded
        /// Reports that the requested connect failed.
        case connectFailed
        /// Refuses a command that is invalid in this phase; nothing was changed.
        case refused(Event)
        /// Reports that a reconnection to a lost reader has begun.
        case reconnectStarted(DisconnectReason)
        /// Reports that the lost reader is back.
        case reconnectSucceeded
        /// Reports that the lost reader did not come back in time.
        case reconnectFailed(DisconnectReason)
        /// Reports that there is no longer a reader.
        case disconnected(DisconnectReason)
    }

    /// The state of the connection.
    public private(set) var phase = Phase.notConnected
    /// How to reconnect to a lost reader.
    public let policy: Policy
    private var lastSerial: Serial = 0

    /// Starts without a reader.
    public init(policy: Policy = Policy()) { self.policy = policy }

    /// Handles one event and returns the actions to perform.
    public mutating func handle(_ event: Event) -> [Action] {
        switch phase {
        case .notConnected: notConnected(event)
        case .discovering(let search): discovering(search, event)
        case .connecting(let reader, let opening): connecting(reader, opening, event)
        case .connected(let reader, let opening): connected(reader, opening, event)
        case .reconnecting(let reader, let search): reconnecting(reader, search, event)
        }
    }

    /// The phase in the terms of the public API.
    public var status: ConnectionStatus {
        switch phase {
        case .notConnected: .notConnected
        case .discovering: .discovering
        case .connecting: .connecting
        case .connected: .connected
        case .reconnecting: .reconnecting
        }
    }

    private mutating func enter(_ phase: Phase) -> [Action] {
        let before = status
        self.phase = phase
        return status == before ? [] : [.publish(status)]
    }

    private mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    /// Closes a reader that nobody waits for any more.
    private func late(_ event: Event) -> [Action] {
        if case .opened(let serial) = event { [.close(serial)] } else { [] }
    }

    private mutating func discover() -> [Action] {
        let serial = nextSerial()
        return enter(.discovering(serial)) + [.startDiscovery(serial)]
    }

    private mutating func connect(_ reader: Reader) -> [Action] {
        let serial = nextSerial()
        return enter(.connecting(reader, serial)) + [.open(serial, reader)]
    }

    private mutating func notConnected(_ event: Event) -> [Action] {
        switch event {
        case .discoverRequested: discover()
        case .connectRequested(let reader): connect(reader)
        case .disconnectRequested: [.refused(event)]
        case .opened, .discoveryEnded, .openFailed, .readerLost, .timerFired: late(event)
        }
    }

    private mutating func discovering(_ search: Serial, _ event: Event) -> [Action] {
        switch event {
        case .discoverRequested: [.stopDiscovery(search)] + discover()
        case .discoveryEnded(search): enter(.notConnected)
        case .connectRequested(let reader): [.stopDiscovery(search)] + connect(reader)
        case .disconnectRequested: [.refused(event)]
        case .opened, .discoveryEnded, .openFailed, .readerLost, .timerFired: late(event)
        }
    }

    private mutating func connecting(_ reader: Reader, _ opening: Serial, _ event: Event) -> [Action] {
        switch event {
        case .opened(opening): enter(.connected(reader, opening)) + [.connectSucceeded]
        case .openFailed(opening): enter(.notConnected) + [.connectFailed]
        case .disconnectRequested: [.close(opening)] + enter(.notConnected) + [.connectFailed]
        case .discoverRequested, .connectRequested: [.refused(event)]
        case .opened, .discoveryEnded, .openFailed, .readerLost, .timerFired: late(event)
        }
    }

    private mutating func connected(_ reader: Reader, _ opening: Serial, _ event: Event) -> [Action] {
        switch event {
        case .disconnectRequested:
            [.close(opening)] + enter(.notConnected) + [.disconnected(.disconnectRequested)]
        case .readerLost(opening, let reason): lost(reader, reason)
        case .discoverRequested, .connectRequested: [.refused(event)]
        case .opened(opening): []
        case .opened, .discoveryEnded, .openFailed, .readerLost, .timerFired: late(event)
        }
    }

    private mutating func lost(_ reader: Reader, _ reason: DisconnectReason) -> [Action] {
        guard policy.reconnects, policy.maximumTries > 0, reason.allowsReconnection else {
            return enter(.notConnected) + [.disconnected(reason)]
        }
        let search = Reconnection(reason: reason, tries: 0, budgetTimer: nextSerial())
        let budget = reason.isRestart ? policy.restartBudget : policy.budget
        let begun =
            enter(.reconnecting(reader, search))
            + [.reconnectStarted(reason), .startTimer(search.budgetTimer, budget)]
        return begun + (reason.isRestart ? pause(reader, search) : tryAgain(reader, search))
    }

    private mutating func reconnecting(_ reader: Reader, _ search: Reconnection, _ event: Event) -> [Action] {
        switch event {
        case .opened(let serial) where serial == search.opening:
            return stopTimers(of: search) + enter(.connected(reader, serial)) + [.reconnectSucceeded]
        case .openFailed(let serial) where serial == search.opening: return tryFailed(reader, search)
        case .timerFired(search.budgetTimer): return giveUp(search)
        case .timerFired(let serial) where serial == search.pauseTimer: return tryAgain(reader, search)
        case .disconnectRequested:
            return close(search) + stopTimers(of: search) + enter(.notConnected)
                + [.disconnected(.disconnectRequested)]
        case .discoverRequested, .connectRequested: return [.refused(event)]
        case .opened, .discoveryEnded, .openFailed, .readerLost, .timerFired: return late(event)
        }
    }

    private mutating func tryFailed(_ reader: Reader, _ search: Reconnection) -> [Action] {
        var search = search
        search.opening = nil
        return search.tries < policy.maximumTries ? pause(reader, search) : giveUp(search)
    }

    private mutating func pause(_ reader: Reader, _ search: Reconnection) -> [Action] {
        var search = search
        let timer = nextSerial()
        search.pauseTimer = timer
        phase = .reconnecting(reader, search)
        return [.startTimer(timer, search.reason.isRestart ? policy.restartPause : policy.pause)]
    }

    private mutating func tryAgain(_ reader: Reader, _ search: Reconnection) -> [Action] {
        var search = search
        let opening = nextSerial()
        search.tries += 1
        search.opening = opening
        search.pauseTimer = nil
        phase = .reconnecting(reader, search)
        return [.open(opening, reader)]
    }

    private mutating func giveUp(_ search: Reconnection) -> [Action] {
        close(search) + stopTimers(of: search) + enter(.notConnected)
            + [.reconnectFailed(search.reason), .disconnected(search.reason)]
    }

    private func close(_ search: Reconnection) -> [Action] { search.opening.map { [.close($0)] } ?? [] }

    private func stopTimers(of search: Reconnection) -> [Action] {
        [.stopTimer(search.budgetTimer)] + (search.pauseTimer.map { [.stopTimer($0)] } ?? [])
    }
}

extension DisconnectReason {
    /// Whether the reader restarts, which takes it minutes.
    fileprivate var isRestart: Bool { self == .rebootRequested || self == .securityReboot }

    /// Whether the reader may come back by itself: not if somebody requested the end or the battery is empty.
    var allowsReconnection: Bool {
        switch self {
        case .disconnectRequested, .criticallyLowBattery: false
        case .unknown, .rebootRequested, .securityReboot, .poweredOff, .idlePowerDown, .usbDisconnected, .linkLost: true
        }
    }
}

public import TenderModel

/// The connection to one reader as a pure state machine: discovering, connecting, connected, reconnecting.
///
/// A lost reader is looked for again within a budget of tries and time; a requested disconnect is not (the field's
/// numbers: 20 tries, 60 s).
public struct ConnectionMachine: Hashable, Sendable, Codable {
    /// How a lost reader is looked for.
    public struct Policy: Hashable, Sendable, Codable {
        /// Whether it is looked for at all.
        public var reconnects: Bool
        /// How long in all.
        public var budget: Duration
        /// How often.
        public var maximumTries: Int
        /// The pause between two tries.
        public var pause: Duration

        /// Makes a policy.
        public init(
            reconnects: Bool = true, budget: Duration = .seconds(60), maximumTries: Int = 20,
            pause: Duration = .seconds(3)
        ) {
            self.reconnects = reconnects
            self.budget = budget
            self.maximumTries = maximumTries
            self.pause = pause
        }
    }

    /// Where the connection stands.
    public enum Phase: Hashable, Sendable, Codable {
        /// No reader.
        case notConnected
        /// Readers are being looked for.
        case discovering
        /// A reader is being opened.
        case connecting(Reader)
        /// A reader is open.
        case connected(Reader)
        /// The reader was lost; it is being opened again, or the pause before that runs.
        case reconnecting(Reader, Reconnection)
    }

    /// One search for a lost reader.
    public struct Reconnection: Hashable, Sendable, Codable {
        /// Why it was lost.
        public var reason: DisconnectReason
        /// The tries so far.
        public var tries: Int
        /// Whether a try is under way.
        var isTrying: Bool
        /// The timer of the pause.
        var pauseTimer: Serial?
        /// The timer of the whole budget.
        var budgetTimer: Serial
    }

    /// What can happen to a connection.
    public enum Event: Hashable, Sendable, Codable {
        /// Readers are to be looked for.
        case discoverRequested
        /// The search ended by itself or was stopped.
        case discoveryEnded
        /// A reader is to be opened.
        case connectRequested(Reader)
        /// The reader is open.
        case opened
        /// The reader could not be opened.
        case openFailed
        /// The application wants no reader any more; ends a reconnection too.
        case disconnectRequested
        /// The reader is gone.
        case readerLost(DisconnectReason)
        /// A timer ran out.
        case timerFired(Serial)
    }

    /// What a connection asks of the world.
    public enum Action: Hashable, Sendable, Codable {
        /// Look for readers.
        case startDiscovery
        /// Stop looking.
        case stopDiscovery
        /// Open the reader; answer with `opened` or `openFailed`.
        case open(Reader)
        /// Close the reader that is open or being opened.
        case close
        /// Start a timer; answer with `timerFired` unless it is stopped.
        case startTimer(Serial, Duration)
        /// Stop a timer.
        case stopTimer(Serial)
        /// Tell everybody where the connection stands.
        case publish(ConnectionStatus)
        /// The connect that was asked for succeeded.
        case connectSucceeded
        /// The connect that was asked for failed.
        case connectFailed
        /// The command has no place in this phase; nothing was changed.
        case refused(Event)
        /// A lost reader is being looked for.
        case reconnectStarted(DisconnectReason)
        /// The lost reader is back.
        case reconnectSucceeded
        /// The lost reader did not come back in time.
        case reconnectFailed(DisconnectReason)
        /// There is no reader any more.
        case disconnected(DisconnectReason)
    }

    /// Where the connection stands.
    public private(set) var phase = Phase.notConnected
    /// How a lost reader is looked for.
    public let policy: Policy
    private var lastSerial: Serial = 0

    /// Starts without a reader.
    public init(policy: Policy = Policy()) { self.policy = policy }

    /// Takes one event and says what is to be done.
    public mutating func handle(_ event: Event) -> [Action] {
        switch phase {
        case .notConnected: notConnected(event)
        case .discovering: discovering(event)
        case .connecting(let reader): connecting(reader, event)
        case .connected(let reader): connected(reader, event)
        case .reconnecting(let reader, let search): reconnecting(reader, search, event)
        }
    }

    /// The phase in the public words.
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
        self.phase = phase
        return [.publish(status)]
    }

    private mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    private mutating func notConnected(_ event: Event) -> [Action] {
        switch event {
        case .discoverRequested: return enter(.discovering) + [.startDiscovery]
        case .connectRequested(let reader): return enter(.connecting(reader)) + [.open(reader)]
        case .disconnectRequested: return [.refused(event)]
        case .opened: return [.close]
        case .discoveryEnded, .openFailed, .readerLost, .timerFired: return []
        }
    }

    private mutating func discovering(_ event: Event) -> [Action] {
        switch event {
        case .discoverRequested: return [.stopDiscovery, .startDiscovery]
        case .discoveryEnded: return enter(.notConnected)
        case .connectRequested(let reader): return [.stopDiscovery] + enter(.connecting(reader)) + [.open(reader)]
        case .disconnectRequested: return [.refused(event)]
        case .opened: return [.close]
        case .openFailed, .readerLost, .timerFired: return []
        }
    }

    private mutating func connecting(_ reader: Reader, _ event: Event) -> [Action] {
        switch event {
        case .opened: return enter(.connected(reader)) + [.connectSucceeded]
        case .openFailed: return enter(.notConnected) + [.connectFailed]
        case .disconnectRequested: return [.close] + enter(.notConnected) + [.connectFailed]
        case .discoverRequested, .connectRequested: return [.refused(event)]
        case .discoveryEnded, .readerLost, .timerFired: return []
        }
    }

    private mutating func connected(_ reader: Reader, _ event: Event) -> [Action] {
        switch event {
        case .disconnectRequested:
            return [.close] + enter(.notConnected) + [.disconnected(.disconnectRequested)]
        case .readerLost(let reason): return lost(reader, reason)
        case .discoverRequested, .connectRequested: return [.refused(event)]
        case .discoveryEnded, .opened, .openFailed, .timerFired: return []
        }
    }

    private mutating func lost(_ reader: Reader, _ reason: DisconnectReason) -> [Action] {
        guard policy.reconnects, reason.allowsReconnection else {
            return enter(.notConnected) + [.disconnected(reason)]
        }
        let timer = nextSerial()
        let search = Reconnection(reason: reason, tries: 1, isTrying: true, pauseTimer: nil, budgetTimer: timer)
        return enter(.reconnecting(reader, search))
            + [.reconnectStarted(reason), .startTimer(timer, policy.budget), .open(reader)]
    }

    private mutating func reconnecting(_ reader: Reader, _ search: Reconnection, _ event: Event) -> [Action] {
        switch event {
        case .opened:
            let stopped = stopTimers(of: search)
            return stopped + enter(.connected(reader)) + [.reconnectSucceeded]
        case .openFailed: return tryFailed(reader, search)
        case .timerFired(search.budgetTimer): return giveUp(search)
        case .timerFired(let serial) where serial == search.pauseTimer: return tryAgain(reader, search)
        case .disconnectRequested:
            return [.close] + stopTimers(of: search) + enter(.notConnected) + [.disconnected(.disconnectRequested)]
        case .discoverRequested, .connectRequested: return [.refused(event)]
        case .discoveryEnded, .readerLost, .timerFired: return []
        }
    }

    private mutating func tryFailed(_ reader: Reader, _ search: Reconnection) -> [Action] {
        guard search.tries < policy.maximumTries else { return giveUp(search) }
        var search = search
        let timer = nextSerial()
        search.isTrying = false
        search.pauseTimer = timer
        phase = .reconnecting(reader, search)
        return [.startTimer(timer, policy.pause)]
    }

    private mutating func tryAgain(_ reader: Reader, _ search: Reconnection) -> [Action] {
        var search = search
        search.tries += 1
        search.isTrying = true
        search.pauseTimer = nil
        phase = .reconnecting(reader, search)
        return [.open(reader)]
    }

    private mutating func giveUp(_ search: Reconnection) -> [Action] {
        let closed: [Action] = search.isTrying ? [.close] : []
        return closed + stopTimers(of: search) + enter(.notConnected)
            + [.reconnectFailed(search.reason), .disconnected(search.reason)]
    }

    private func stopTimers(of search: Reconnection) -> [Action] {
        [.stopTimer(search.budgetTimer)] + (search.pauseTimer.map { [.stopTimer($0)] } ?? [])
    }
}

extension DisconnectReason {
    /// Whether the reader may come back by itself: not when somebody asked for the end or the battery is empty.
    var allowsReconnection: Bool {
        switch self {
        case .disconnectRequested, .criticallyLowBattery: false
        case .unknown, .rebootRequested, .securityReboot, .poweredOff, .idlePowerDown, .usbDisconnected, .linkLost: true
        }
    }
}

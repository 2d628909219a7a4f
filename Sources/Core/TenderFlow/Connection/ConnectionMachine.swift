public import TenderModel

/// The connection to one reader as a pure state machine: discovering, connecting, connected, reconnecting.
///
/// A lost reader is looked for again within a budget of tries and time; a requested disconnect is not (the field's
/// numbers: 20 tries, 60 s). Every search and every opening has a serial of its own: what comes back under an old one
/// belongs to nobody, and a reader that opens too late is closed again.
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
        case discovering(Serial)
        /// A reader is being opened.
        case connecting(Reader, Serial)
        /// A reader is open.
        case connected(Reader, Serial)
        /// The reader was lost; it is being opened again, or the pause before that runs.
        case reconnecting(Reader, Reconnection)
    }

    /// One search for a lost reader.
    public struct Reconnection: Hashable, Sendable, Codable {
        /// Why it was lost.
        public var reason: DisconnectReason
        /// The tries so far.
        public var tries: Int
        /// The try that is under way.
        var opening: Serial?
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
        case discoveryEnded(Serial)
        /// A reader is to be opened.
        case connectRequested(Reader)
        /// The reader is open.
        case opened(Serial)
        /// The reader could not be opened.
        case openFailed(Serial)
        /// The application wants no reader any more; ends a reconnection too.
        case disconnectRequested
        /// The reader that was opened under this serial is gone.
        case readerLost(Serial, DisconnectReason)
        /// A timer ran out.
        case timerFired(Serial)
    }

    /// What a connection asks of the world; carried out in the order given, an opening after the closing before it.
    public enum Action: Hashable, Sendable, Codable {
        /// Look for readers; answer with `discoveryEnded` when that comes to an end.
        case startDiscovery(Serial)
        /// Stop looking.
        case stopDiscovery(Serial)
        /// Open the reader; answer with `opened` or `openFailed`.
        case open(Serial, Reader)
        /// Close the reader that was opened under this serial, or give its opening up.
        case close(Serial)
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
        case .discovering(let search): discovering(search, event)
        case .connecting(let reader, let opening): connecting(reader, opening, event)
        case .connected(let reader, let opening): connected(reader, opening, event)
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
        let before = status
        self.phase = phase
        return status == before ? [] : [.publish(status)]
    }

    private mutating func nextSerial() -> Serial {
        lastSerial += 1
        return lastSerial
    }

    /// A reader that nobody waits for any more is closed.
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
        let timer = nextSerial()
        let opening = nextSerial()
        let search = Reconnection(reason: reason, tries: 1, opening: opening, pauseTimer: nil, budgetTimer: timer)
        return enter(.reconnecting(reader, search))
            + [.reconnectStarted(reason), .startTimer(timer, policy.budget), .open(opening, reader)]
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
        guard search.tries < policy.maximumTries else { return giveUp(search) }
        let timer = nextSerial()
        search.pauseTimer = timer
        phase = .reconnecting(reader, search)
        return [.startTimer(timer, policy.pause)]
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
    /// Whether the reader may come back by itself: not when somebody asked for the end or the battery is empty.
    var allowsReconnection: Bool {
        switch self {
        case .disconnectRequested, .criticallyLowBattery: false
        case .unknown, .rebootRequested, .securityReboot, .poweredOff, .idlePowerDown, .usbDisconnected, .linkLost: true
        }
    }
}

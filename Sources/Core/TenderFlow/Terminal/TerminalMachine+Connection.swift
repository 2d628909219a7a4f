import TenderModel

/// Finding, opening and losing a reader.
extension TerminalMachine {
    /// The state of the reader: what is open, and what is in progress.
    struct ReaderLink: Hashable, Sendable, Codable {
        /// The current opening; any other one was given up.
        var opening: Serial?
        /// Whether it has succeeded.
        var isOpen = false
        /// The open reader, as it describes itself.
        var reader: Reader?
        /// The timer that gives up an opening that takes too long.
        var limit: Errand?
        /// The readers that are being closed; the next opening waits for them, because a port is exclusive.
        var closing: [Serial] = []
        /// The opening that waits for that.
        var deferred: Opening?
        /// The current search for readers.
        var discovery: Serial?
        /// The command that waits for a reader.
        var connecting: CommandID?
        /// The reason that the last opening failed.
        var failure = TerminalMachine.Answer.ConnectFailure.givenUp
        /// The commands that wait until the reader is closed.
        var disconnecting: [Disconnecting] = []
    }

    /// An opening that has not begun.
    struct Opening: Hashable, Sendable, Codable {
        var serial: Serial
        var reader: Reader
    }

    /// A command that waits until the reader is closed.
    struct Disconnecting: Hashable, Sendable, Codable {
        var command: CommandID
        var wasConnected: Bool
        var limit: Errand
    }

    // MARK: - Commands

    mutating func discover(_ id: CommandID) {
        guard connection.status == .notConnected || connection.status == .discovering else {
            return end(id, .refused(.alreadyConnected("disconnect the reader first")))
        }
        deliver(.discoverRequested)
        if let serial = link.discovery { emit(.startDiscovery(serial, id)) }
        end(id, .done)
    }

    mutating func connect(_ id: CommandID, _ reader: Reader) {
        guard link.connecting == nil else {
            return end(id, .refused(.alreadyConnected("a reader is being connected")))
        }
        link.connecting = id
        link.failure = .givenUp
        deliver(.connectRequested(reader))
    }

    mutating func disconnect(_ id: CommandID) {
        let wasConnected = connection.status != .notConnected && connection.status != .discovering
        if wasConnected { deliver(.disconnectRequested) }
        guard !link.closing.isEmpty else { return disconnected(id, wasConnected) }
        let limit = startTimer(configuration.readerStopLimit, for: .closeLimit(id))
        link.disconnecting.append(Disconnecting(command: id, wasConnected: wasConnected, limit: limit))
    }

    private mutating func disconnected(_ id: CommandID, _ wasConnected: Bool) {
        end(id, wasConnected ? .done : .refused(.noReader))
    }

    /// Answers a command that has waited long enough for a reader to close.
    mutating func closeLimitReached(_ id: CommandID) {
        guard let index = link.disconnecting.firstIndex(where: { $0.command == id }) else { return }
        let waiting = link.disconnecting.remove(at: index)
        stopTimer(waiting.limit)
        disconnected(id, waiting.wasConnected)
    }

    // MARK: - The connection machine

    mutating func deliver(_ event: ConnectionMachine.Event) {
        for action in connection.handle(event) { perform(action) }
    }

    private mutating func perform(_ action: ConnectionMachine.Action) {
        switch action {
        case .startDiscovery(let serial): link.discovery = serial
        case .stopDiscovery(let serial):
            link.discovery = nil
            emit(.stopDiscovery(serial))
        case .open(let serial, let reader): open(serial, reader)
        case .close(let serial): close(serial)
        case .startTimer(let serial, let duration): emit(.startTimer(Errand(.connection, serial), duration))
        case .stopTimer(let serial): emit(.stopTimer(Errand(.connection, serial)))
        case .publish(let status): publish(.connectionStatus(status))
        case .connectSucceeded: answerConnect(.done)
        case .connectFailed: answerConnect(.refused(.notConnected(link.failure)))
        case .refused(.connectRequested):
            answerConnect(.refused(.alreadyConnected("not possible while \(connection.status.rawValue)")))
        case .refused: break
        case .reconnectStarted(let reason): publish(.reconnectStarted(reason))
        case .reconnectSucceeded: publish(.reconnectSucceeded)
        case .reconnectFailed(let reason): publish(.reconnectFailed(reason))
        case .disconnected(let reason): publish(.disconnected(reason))
        }
    }

    private mutating func answerConnect(_ answer: TerminalMachine.Answer) {
        guard let id = link.connecting else { return }
        link.connecting = nil
        end(id, answer)
    }

    // MARK: - The reader

    private mutating func open(_ serial: Serial, _ reader: Reader) {
        link.opening = serial
        link.limit = startTimer(configuration.connectLimit, for: .connectLimit(serial))
        guard link.closing.isEmpty else {
            link.deferred = Opening(serial: serial, reader: reader)
            return
        }
        emit(.open(serial, reader))
    }

    /// Handles an opened reader; one whose opening was given up in the meantime is closed again.
    mutating func opened(_ serial: Serial, _ reader: Reader) {
        guard serial == link.opening, !link.isOpen else { return emit(.close(serial)) }
        endOpening()
        link.isOpen = true
        link.reader = reader
        deliver(.opened(serial))
        if let update = reader.availableUpdate { publish(.updateAvailable(update)) }
    }

    mutating func openFailed(_ serial: Serial) {
        guard serial == link.opening else { return closed(serial) }
        endOpening()
        giveOpeningUp(serial, .failed)
    }

    mutating func openingTimedOut(_ serial: Serial) {
        guard serial == link.opening, !link.isOpen else { return }
        link.limit = nil
        letGo(serial)
        giveOpeningUp(serial, .timedOut)
    }

    private mutating func giveOpeningUp(_ serial: Serial, _ failure: TerminalMachine.Answer.ConnectFailure) {
        link.opening = nil
        link.failure = failure
        deliver(.openFailed(serial))
    }

    private mutating func endOpening() {
        stopTimer(link.limit)
        link.limit = nil
    }

    private mutating func close(_ serial: Serial) {
        guard serial == link.opening else { return }
        link.opening = nil
        link.isOpen = false
        link.reader = nil
        endOpening()
        letGo(serial)
        waitingCardIsGone(serial)
        for number in payments.map(\.number) { deliver(.readerLost, to: number) }
        for number in requests.map(\.number) { stopPresenting(number, nil) }
        stopWork(nil)
        passTurn()
    }

    private mutating func letGo(_ serial: Serial) {
        guard link.deferred?.serial != serial else {
            link.deferred = nil
            return
        }
        link.closing.append(serial)
        emit(.close(serial))
    }

    mutating func closed(_ serial: Serial) {
        link.closing.removeAll { $0 == serial }
        guard link.closing.isEmpty else { return }
        if let opening = link.deferred {
            link.deferred = nil
            emit(.open(opening.serial, opening.reader))
        }
        let waiting = link.disconnecting
        link.disconnecting = []
        for one in waiting {
            stopTimer(one.limit)
            disconnected(one.command, one.wasConnected)
        }
    }

    mutating func readerTold(_ serial: Serial, _ news: ReaderEvent) {
        guard serial == link.opening, link.isOpen else { return }
        guard case .disconnected(let reason) = news else { return publish(.reader(news)) }
        readerIsGone(reason)
    }

    mutating func readerIsGone(_ reason: DisconnectReason) {
        guard let serial = link.opening else { return }
        close(serial)
        deliver(.readerLost(serial, reason))
    }
}

import TenderBytes
import TenderFlow
public import TenderModel

/// Finding and opening a reader.
extension Terminal {
    /// Looks for readers, and yields those that are there now and again whenever that changes.
    ///
    /// One discovery at a time: a second one ends the first. Connecting ends it too. Ending the iteration or
    /// cancelling the task stops it.
    /// - Returns: a stream that keeps the newest list and throws `TenderError`: connected already, nothing found in time, looking impossible.
    public nonisolated func discoverReaders(
        _ configuration: DiscoveryConfiguration
    ) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [Reader].self, bufferingPolicy: .bufferingNewest(1)
        )
        let task = Task { await self.startDiscovery(configuration, continuation) }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Connects a reader that was discovered.
    ///
    /// - Returns: the reader as it is now.
    /// - Throws: `TenderError`: connected already, no token, the reader does not open.
    ///
    /// Cancelling the task gives the opening up.
    public func connect(_ reader: Reader) async throws -> Reader {
        guard link.waiter == nil else {
            throw TenderError(
                .alreadyConnectedToReader, phase: .connect, message: "a reader is being connected", advice: .never)
        }
        link.connects += 1
        let number = link.connects
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                link.waiter = continuation
                deliver(.connectRequested(reader))
            }
        } onCancel: {
            Task { await self.giveUpConnect(number) }
        }
        return try result.get()
    }

    /// Gives up the opening that this connect waits for, and no other.
    private func giveUpConnect(_ number: Int) {
        guard link.waiter != nil, link.connects == number else { return }
        deliver(.disconnectRequested)
    }

    /// Ends the connection, or gives a reconnection up, and returns when the reader is closed.
    ///
    /// A process that ends earlier would leave a USB reader without the kernel's driver that it had before. A reader
    /// that does not close is waited for as long as `readerStopLimit` says. Cancelling the task ends the wait alone.
    ///
    /// - Throws: `TenderError.notConnectedToReader` when there is nothing to end.
    public func disconnect() async throws {
        let isConnected = connection.status != .notConnected && connection.status != .discovering
        if isConnected { deliver(.disconnectRequested) }
        await waitForClosing()
        guard isConnected else {
            throw TenderError(.notConnectedToReader, phase: .connect, message: "no reader is connected", advice: .never)
        }
    }

    /// Shows a text on the reader, for its customer; a reader without a screen ignores it.
    ///
    /// - Throws: `TenderError.notConnectedToReader`.
    public func setReaderDisplay(_ text: String) async throws { try await show(text) }

    /// Shows on the reader what is bought; nothing is summed or checked.
    ///
    /// A reader with one line of text shows the total.
    ///
    /// - Throws: `TenderError`: no reader is connected, or it could not be reached.
    public func setReaderDisplay(_ cart: ReaderCart) async throws {
        guard let reader = link.reader else { throw TenderError.noReader(.connect) }
        do {
            try await reader.show(cart)
        } catch {
            throw TenderError(
                .readerCommunicationError, phase: .connect, message: error.sentence, advice: .sameCall)
        }
    }

    /// Clears what the reader shows.
    ///
    /// - Throws: `TenderError.notConnectedToReader`.
    public func clearReaderDisplay() async throws { try await show(nil) }

    private func show(_ text: String?) async throws {
        guard let reader = link.reader else { throw TenderError.noReader(.connect) }
        await reader.show(text)
    }

    // MARK: - Discovery

    private func startDiscovery(
        _ configuration: DiscoveryConfiguration, _ continuation: AsyncThrowingStream<[Reader], any Error>.Continuation
    ) async {
        guard connection.status == .notConnected || connection.status == .discovering else {
            return continuation.finish(
                throwing: TenderError(
                    .alreadyConnectedToReader, phase: .discover, message: "disconnect the reader first", advice: .never
                )
            )
        }
        deliver(.discoverRequested)
        guard let serial = link.discovery else { return continuation.finish() }
        let source = self.configuration.readerSource
        let clock = self.configuration.clock
        let task = Task {
            await Self.discover(configuration, source: source, clock: clock, into: continuation)
            self.deliver(.discoveryEnded(serial))
        }
        link.discoveryTask = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private static func discover(
        _ configuration: DiscoveryConfiguration, source: any ReaderSource, clock: any Clock<Duration>,
        into continuation: AsyncThrowingStream<[Reader], any Error>.Continuation
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    for try await readers in source.discover(configuration) { continuation.yield(readers) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: TenderError(discovery: error))
                }
            }
            if let timeout = configuration.timeout {
                group.addTask {
                    guard (try? await clock.sleep(for: timeout)) != nil else { return }
                    continuation.finish(
                        throwing: TenderError(
                            .discoveryTimedOut, phase: .discover, message: "the discovery ended after \(timeout)",
                            advice: .sameCall
                        )
                    )
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    // MARK: - The connection machine

    func deliver(_ event: ConnectionMachine.Event) {
        for action in connection.handle(event) { perform(action) }
        publishPaymentStatus()
    }

    private func perform(_ action: ConnectionMachine.Action) {
        switch action {
        case .startDiscovery(let serial): link.discovery = serial
        case .stopDiscovery:
            link.discovery = nil
            link.discoveryTask?.cancel()
        case .open(let serial, let reader): open(reader, serial)
        case .close(let serial): close(serial)
        case .startTimer(let serial, let duration):
            link.timers[serial] = timer(duration) { $0.connectionTimerFired(serial) }
        case .stopTimer(let serial): link.timers.removeValue(forKey: serial)?.cancel()
        case .publish(let status): hub.publish(.connectionStatus(status))
        case .connectSucceeded: answerConnect(link.reader.map { .success($0.reader) } ?? .failure(.openingGivenUp))
        case .connectFailed: answerConnect(.failure(link.lastError ?? .openingGivenUp))
        case .refused(.connectRequested):
            answerConnect(
                .failure(
                    TenderError(
                        .alreadyConnectedToReader, phase: .connect,
                        message: "not possible while \(connection.status.rawValue)", advice: .never
                    )
                )
            )
        case .refused: break
        case .reconnectStarted(let reason): hub.publish(.reconnectStarted(reason))
        case .reconnectSucceeded: hub.publish(.reconnectSucceeded)
        case .reconnectFailed(let reason): hub.publish(.reconnectFailed(reason))
        case .disconnected(let reason): hub.publish(.disconnected(reason))
        }
    }

    private func answerConnect(_ result: Result<Reader, TenderError>) {
        let waiter = link.waiter
        link.waiter = nil
        waiter?.resume(returning: result)
    }

    private func connectionTimerFired(_ serial: Serial) {
        guard link.timers.removeValue(forKey: serial) != nil else { return }
        deliver(.timerFired(serial))
    }

    // MARK: - The reader

    private func open(_ reader: Reader, _ serial: Serial) {
        link.opening = serial
        let configuration = configuration
        let closing = link.closing
        link.openTask = Task {
            await closing?.value
            let result = await Self.open(reader, configuration)
            await self.opened(result, serial)?.disconnect()
        }
        link.openLimit = timer(configuration.connectLimit) { _ = $0.opened(.failure(.openingTimedOut), serial) }
    }

    private static func open(
        _ reader: Reader, _ configuration: Configuration
    ) async -> Result<any CardReader, TenderError> {
        do {
            let token = try await token(configuration)
            return .success(try await configuration.readerSource.connect(reader, token: token))
        } catch let error as ReaderError {
            return .failure(TenderError(opening: error))
        } catch {
            return .failure(TenderError(token: error))
        }
    }

    /// The gateway's permission; without an answer of it, and where payments are taken offline, the reader opens without.
    private static func token(_ configuration: Configuration) async throws(GatewayError) -> ConnectionToken {
        do {
            return try await configuration.gateway.createConnectionToken()
        } catch {
            let reply = GatewayReply(error)
            guard configuration.offline != .none, reply == .notSent || reply == .noAnswer else { throw error }
            return ConnectionToken(secret: SecretBytes(utf8: ""))
        }
    }

    /// - Returns: a reader whose opening was given up in the meantime, to be closed again.
    private func opened(_ result: Result<any CardReader, TenderError>, _ serial: Serial) -> (any CardReader)? {
        guard serial == link.opening else { return try? result.get() }
        link.openLimit?.cancel()
        switch result {
        case .success(let reader):
            link.reader = reader
            link.eventTask = Task { [weak self] in
                for await event in reader.events { await self?.take(event, serial) }
                await self?.take(.disconnected(.unknown), serial)
            }
            deliver(.opened(serial))
        case .failure(let error):
            link.opening = nil
            link.lastError = error
            leave(nil)
            deliver(.openFailed(serial))
        }
        return nil
    }

    private func close(_ serial: Serial) {
        guard serial == link.opening else { return }
        link.opening = nil
        link.openLimit?.cancel()
        link.eventTask?.cancel()
        leave(link.reader)
        link.reader = nil
        for id in lanes.keys.sorted() { deliver(.readerLost, to: id) }
    }

    /// Closes a reader, and gives its opening up; the next opening waits for both, since a port is for one alone.
    private func leave(_ reader: (any CardReader)?) {
        let opening = link.openTask
        opening?.cancel()
        link.closing = Task {
            await opening?.value
            await reader?.disconnect()
        }
    }

    private func waitForClosing() async {
        guard let closing = link.closing else { return }
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            await closing.value
            end.finish()
        }
        let limit = timer(configuration.readerStopLimit) { _ in end.finish() }
        for await _ in ended {}
        limit.cancel()
    }

    private func take(_ event: ReaderEvent, _ serial: Serial) {
        guard serial == link.opening else { return }
        switch event {
        case .displayMessage(let message): hub.publish(.displayMessage(message))
        case .inputOptions(let options): hub.publish(.inputOptions(options))
        case .cardInserted: hub.publish(.cardInserted)
        case .cardRemoved: hub.publish(.cardRemoved)
        case .batteryLevel(let level): hub.publish(.batteryLevel(level))
        case .disconnected(let reason): readerIsGone(reason)
        }
    }

    func readerIsGone(_ reason: DisconnectReason) {
        guard let serial = link.opening else { return }
        close(serial)
        deliver(.readerLost(serial, reason))
    }

    /// Sleeps on the terminal's clock and then calls back; cancelling the task prevents the call.
    func timer(
        _ duration: Duration, _ fire: @escaping @Sendable (isolated Terminal) -> Void
    ) -> Task<Void, Never> {
        let clock = configuration.clock
        return Task { [weak self] in
            guard (try? await clock.sleep(for: duration)) != nil, let self else { return }
            await fire(self)
        }
    }
}

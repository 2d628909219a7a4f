import TenderFlow
public import TenderReaders

/// A runner of a protocol core on a transport: the thin shell around every driver and every simulated byte-line device.
///
/// A driver's core runs once, from `init` until the transport is lost, the core hangs up, or `close()` is called. A
/// device's core runs on one transport after another (`serve`); its timers and commands continue in between.
public actor CoreRunner<Core: ProtocolCore> {
    /// The outputs of the core; ends when the run is over and its transport closed.
    ///
    /// Supports a single consumer.
    public nonisolated let outputs: AsyncStream<Core.Output>

    /// A transport as the core sees it: from `.opened` until it is lost or hung up.
    private struct Session {
        let number: Int
        let transport: any ByteTransport
        let outgoing: AsyncStream<[UInt8]>.Continuation
        let chunks: AsyncStream<[UInt8]>
    }

    private var core: Core
    private let sink: AsyncStream<Core.Output>.Continuation
    private let endsWithSession: Bool
    private var session: Session?
    private var sessionCount = 0
    private var failure: TransportError?
    /// The current transport; after a hang-up there may be bytes left to send on it.
    private var transport: (any ByteTransport)?
    private var deadlines: Deadlines
    private var hasEnded = false

    /// The number of messages that may wait to be sent; a peer that accepts none is given up then.
    private static var queueLimit: Int { 4096 }

    /// Starts a driver's core.
    ///
    /// - Parameters:
    ///   - core: The core that decides.
    ///   - transport: An open transport; the runner closes it.
    ///   - clock: The clock that measures timers.
    public init(_ core: Core, on transport: any ByteTransport, clock: any Clock<Duration> = ContinuousClock()) async {
        self.core = core
        deadlines = Deadlines(clock)
        endsWithSession = true
        (outputs, sink) = AsyncStream.makeStream()
        let session = open(transport)
        Task { await play(session) }
    }

    /// Prepares a device's core, which `serve` runs.
    ///
    /// - Parameters:
    ///   - core: The core that decides.
    ///   - clock: The clock that measures timers.
    public init(device core: Core, clock: any Clock<Duration> = ContinuousClock()) async {
        self.core = core
        deadlines = Deadlines(clock)
        endsWithSession = false
        (outputs, sink) = AsyncStream.makeStream()
    }

    /// Runs the core on a transport until that is lost, the core hangs up, the task is canceled, or `close()` is
    /// called.
    ///
    /// - Parameter transport: An open transport, which is closed in the end. Only one at a time: a second one is closed
    ///   immediately.
    /// - Returns: The reason that the transport was lost; `nil` if the core hung up or the run was closed.
    @discardableResult
    public func serve(_ transport: any ByteTransport) async -> TransportError? {
        guard !hasEnded, self.transport == nil else {
            await transport.close()
            return nil
        }
        return await play(open(transport))
    }

    /// Sends a command to the core; does nothing after the end.
    public func send(_ command: Core.Command) { deliver(.command(command)) }

    /// Ends the run and closes the transport; the core is not notified, and unsent bytes are dropped.
    public func close() async {
        stop()
        session?.outgoing.finish()
        session = nil
        await transport?.close()
        sink.finish()
    }

    // MARK: - A session

    private func open(_ transport: any ByteTransport) -> Session {
        let (chunks, outgoing) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.queueLimit))
        sessionCount += 1
        let session = Session(number: sessionCount, transport: transport, outgoing: outgoing, chunks: chunks)
        self.session = session
        self.transport = transport
        failure = nil
        deliver(.opened)
        return session
    }

    @discardableResult
    private func play(_ session: Session) async -> TransportError? {
        await withTaskGroup { group in
            group.addTask { await self.sendAll(session) }
            group.addTask { await self.receiveAll(session) }
        }
        transport = nil
        if endsWithSession {
            stop()
            sink.finish()
        }
        return failure
    }

    private nonisolated func sendAll(_ session: Session) async {
        for await bytes in session.chunks {
            do throws(TransportError) {
                try await session.transport.send(bytes)
            } catch {
                return await lose(session, error)
            }
        }
        // Everything is sent: the core hung up, or nobody wants the rest.
        await session.transport.close()
    }

    private nonisolated func receiveAll(_ session: Session) async {
        while true {
            do throws(TransportError) {
                let bytes = try await session.transport.receive()
                await receive(bytes, on: session)
            } catch {
                return await lose(session, error)
            }
        }
    }

    private func receive(_ bytes: [UInt8], on session: Session) {
        if self.session?.number == session.number { deliver(.received(bytes)) }
    }

    private func lose(_ session: Session, _ error: TransportError) async {
        if self.session?.number == session.number {
            failure = error
            self.session = nil
            deliver(.lost(error))
            if endsWithSession { stop() }
        }
        session.outgoing.finish()
        await session.transport.close()
    }

    /// Ignores the transport from now on, but first sends what is still queued.
    private func hangUp() {
        session?.outgoing.finish()
        session = nil
        if endsWithSession { stop() }
    }

    // MARK: - The core

    private func deliver(_ input: ProtocolInput<Core.Command>) {
        guard !hasEnded else { return }
        let actions = core.handle(input)
        // Timers first, so that they already run when somebody hears what is sent.
        for action in actions { setTimer(action) }
        for action in actions {
            switch action {
            case .send(let bytes): enqueue(bytes)
            case .output(let output): sink.yield(output)
            case .hangUp: return hangUp()
            case .startTimer, .stopTimer: break
            }
        }
    }

    private func enqueue(_ bytes: [UInt8]) {
        guard let session, case .dropped = session.outgoing.yield(bytes) else { return }
        Task { await lose(session, .failed("the other side does not accept what is sent")) }
    }

    private func setTimer(_ action: ProtocolAction<Core.Output>) {
        switch action {
        case .startTimer(let serial, let duration):
            deadlines.start(serial, duration)
            setAlarm()
        case .stopTimer(let serial): deadlines.stop(serial)
        case .send, .output, .hangUp: break
        }
    }

    private func setAlarm() { deadlines.setAlarm { [weak self] in await self?.ring() } }

    private func ring() {
        guard deadlines.beginRinging() else { return }
        while let serial = deadlines.takeExpired() { deliver(.timerFired(serial)) }
        setAlarm()
    }

    private func stop() {
        hasEnded = true
        deadlines.stopAll()
    }
}

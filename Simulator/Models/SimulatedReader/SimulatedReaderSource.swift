import TenderBytes
public import TenderFlow
public import TenderModel

/// A source of simulated readers, one per script, that are discovered and connected like real ones.
///
/// Their serial numbers are `SIM-0001`, `SIM-0002` and so on. A reader that was disconnected can be connected again:
/// its script goes on with the next collection.
public final class SimulatedReaderSource: ReaderSource {
    private typealias Discovery = AsyncThrowingStream<[Reader], any Error>

    fileprivate struct Device {
        let reader: Reader
        let script: ReaderScript
        var machine: ReaderScriptMachine
        var connectionsTried = 0
        var isInUse = false
        var isPluggedIn = true
        weak var open: SimulatedReader?
    }

    private struct State {
        var devices: [Device]
        /// The discoveries of simulated readers, and those that find none.
        var discoveries: [UInt64: Discovery.Continuation] = [:]
        var others: [UInt64: Discovery.Continuation] = [:]
        var discoveriesStarted: UInt64 = 0

        var readers: [Reader] { devices.filter(\.isPluggedIn).map(\.reader) }
    }

    private let state: Guarded<State>
    private let clock: any Clock<Duration>

    /// Creates one reader per script.
    ///
    /// - Parameters:
    ///   - scripts: The scripts of the readers.
    ///   - clock: The clock of the scripts' delays.
    ///   - firstCounter: The second half of the first payload's nonce; `nil` takes a random one that no earlier run
    ///     used.
    public init(
        _ scripts: [ReaderScript] = [.default], clock: any Clock<Duration> = ContinuousClock(),
        firstCounter: UInt64? = nil
    ) {
        self.clock = clock
        let counter = firstCounter ?? SimulatedReader.freshCounter()
        state = Guarded(
            State(
                devices: scripts.enumerated().map { index, script in
                    let number = index + 1
                    let digits = String(number)
                    let serialNumber = "SIM-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                    return Device(
                        reader: .simulated(serialNumber: serialNumber), script: script,
                        machine: ReaderScriptMachine(
                            script: script, device: UInt32(truncatingIfNeeded: number), counter: counter
                        )
                    )
                }))
    }

    deinit {
        let discoveries = state.withLock { Array($0.discoveries.values) + Array($0.others.values) }
        for discovery in discoveries { discovery.finish() }
    }

    /// The readers that are plugged in, in the order of their scripts.
    public var readers: [Reader] { state.withLock { $0.readers } }

    /// Returns the reader of the script with this index while it is connected, to see and answer its questions.
    public func connected(at index: Int = 0) -> SimulatedReader? { state.withLock { $0.devices[index].open } }

    /// Makes an act happen at a reader now, outside of its script.
    ///
    /// - Parameters:
    ///   - action: The act; one that makes no sense at this moment is ignored.
    ///   - index: The index of the reader's script.
    /// - Returns: Whether the reader is connected.
    @discardableResult
    public func play(_ action: ReaderStep.Action, at index: Int = 0) -> Bool {
        guard let reader = state.withLock({ $0.devices[index].open }) else { return false }
        reader.play(action)
        return true
    }

    /// Unplugs a reader, or plugs it in again: while unplugged the reader is lost, undiscoverable, and cannot be
    /// connected.
    public func setPluggedIn(_ isPluggedIn: Bool, at index: Int = 0) {
        let lost = state.withLock { state in
            guard state.devices[index].isPluggedIn != isPluggedIn else { return nil as SimulatedReader? }
            state.devices[index].isPluggedIn = isPluggedIn
            for discovery in state.discoveries.values { discovery.yield(state.readers) }
            return isPluggedIn ? nil : state.devices[index].open
        }
        lost?.play(.disconnect(.usbDisconnected))
    }

    /// Yields the readers, again whenever one is plugged in or unplugged, until the consumer stops.
    ///
    /// Any method other than `.simulated` finds none. The caller enforces the configuration's timeout.
    public func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = Discovery.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.discoveriesStarted += 1
            if configuration.method == .simulated {
                state.discoveries[state.discoveriesStarted] = continuation
                continuation.yield(state.readers)
            } else {
                state.others[state.discoveriesStarted] = continuation
                continuation.yield([])
            }
            return state.discoveriesStarted
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.discoveries[id] = nil
                state.others[id] = nil
            }
        }
        return stream
    }

    /// Opens a reader, as its script says; ignores the token.
    ///
    /// - Throws: `.communication` for an unknown reader and for a scripted failure, `.busy` while the reader is in use,
    ///   `.canceled` when the task is canceled before the end.
    public func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        let (index, attempt) = try state.withLock { (state) throws(ReaderError) in
            guard let index = state.devices.firstIndex(where: { $0.reader.id == reader.id }) else {
                throw .communication("no simulated reader is called '\(reader.id)'")
            }
            return (index, try state.devices[index].startConnecting())
        }
        do {
            if attempt.delay > .zero { try await clock.sleep(for: attempt.delay) }
            try await installRequiredUpdate(index)
            try Task.checkCancellation()
        } catch {
            state.withLock { $0.devices[index].isInUse = false }
            throw error as? ReaderError ?? .canceled(by: .application)
        }
        if let failure = attempt.failure {
            state.withLock { $0.devices[index].isInUse = false }
            throw .communication(failure)
        }
        return try open(index)
    }

    /// Installs an update that the reader does not connect without.
    private func installRequiredUpdate(_ index: Int) async throws {
        let update = state.withLock { $0.devices[index].machine.update }
        guard let update, update.isRequired else { return }
        if let failure = update.failure { throw failure }
        try await clock.sleep(for: update.duration)
        state.withLock { $0.devices[index].machine.installUpdate() }
    }

    private func open(_ index: Int) throws(ReaderError) -> SimulatedReader {
        let device = state.withLock { $0.devices[index] }
        let reader = SimulatedReader(machine: device.machine, reader: device.reader, clock: clock) {
            [weak self] machine in
            self?.state.withLock { state in
                state.devices[index].machine = machine
                state.devices[index].isInUse = false
            }
        }
        let isThere = state.withLock { state in
            state.devices[index].open = reader
            return state.devices[index].isPluggedIn
        }
        guard !isThere else { return reader }
        reader.play(.disconnect(.usbDisconnected))
        throw .communication("\(device.reader.id) is not plugged in")
    }
}

extension SimulatedReaderSource.Device {
    /// Takes the next scripted attempt, unless the reader is in use.
    fileprivate mutating func startConnecting() throws(ReaderError) -> ReaderScript.ConnectionAttempt {
        guard isPluggedIn else { throw .communication("\(reader.id) is not plugged in") }
        guard !isInUse else { throw .busy }
        isInUse = true
        defer { connectionsTried += 1 }
        return connectionsTried < script.connections.count
            ? script.connections[connectionsTried] : ReaderScript.ConnectionAttempt()
    }
}

import Tender
import TillScreens

/// A desk that finds the reader, connects it, and reconnects it after a loss.
actor ReaderDesk {
    private let terminal: Terminal
    private let source: any ReaderSource
    private let configuration: DiscoveryConfiguration
    private let address: ReaderAddress
    private let line: TillLine
    private var condition = ReaderCondition(status: .notConnected)
    private var found: [Reader] = []
    private var search: Task<Void, Never>?
    /// Whether the cashier disconnected the reader: it is then not reconnected automatically.
    private var isLeft = false

    /// The pause after which a reader that did not open is tried again.
    private static let pause = Duration.seconds(5)

    init(terminal: Terminal, source: any ReaderSource, address: ReaderAddress, line: TillLine) {
        self.terminal = terminal
        self.source = source
        self.address = address
        configuration = DiscoveryConfiguration(address)
        self.line = line
    }

    /// Connects the reader and reports its condition, until the terminal ends.
    func listen(_ events: AsyncStream<TerminalEvent>) async {
        look()
        for await event in events { await take(event.kind) }
        search?.cancel()
    }

    private func take(_ kind: TerminalEvent.Kind) async {
        switch kind {
        case .connectionStatus(let status):
            condition.status = status
            if status == .connected {
                condition.problem = nil
                condition.name = await terminal.connectedReader.map(Self.name)
            }
        case .batteryLevel(let level): condition.battery = level
        case .reconnectStarted: condition.problem = "the reader was lost: looking for it"
        case .reconnectSucceeded: condition.problem = nil
        case .disconnected:
            condition.battery = nil
            if !isLeft {
                condition.problem = "the reader was lost: plug it in"
                look()
            }
        default: return
        }
        tell()
    }

    func perform(_ request: ReaderRequest) {
        switch request {
        case .discover: Task { await discover() }
        case .connect(let id): Task { await connect(id) }
        case .disconnect: Task { await leave() }
        case .diagnose: Task { await diagnose() }
        }
    }

    private func tell() { line.tell(.reader(condition)) }

    // MARK: - Automatic connection

    /// Waits for the configured reader and connects it; ends once it is connected.
    private func look() {
        guard search == nil else { return }
        search = Task {
            while !Task.isCancelled, await !isConnectedNow() {
                guard (try? await Task.sleep(for: Self.pause)) != nil else { break }
            }
            if !Task.isCancelled { search = nil }
        }
    }

    private func stopLooking() {
        search?.cancel()
        search = nil
    }

    /// Searches once, until a reader was tried.
    private func isConnectedNow() async -> Bool {
        guard await terminal.connectionStatus != .connected else { return true }
        do {
            for try await readers in source.discover(configuration) {
                found = readers
                guard let reader = address.choice(of: readers) else {
                    complain("no reader was found: plug it in and switch it on")
                    continue
                }
                if let problem = reader.problem, problem.preventsUse {
                    complain(problem.message)
                    continue
                }
                _ = try await terminal.connect(reader)
                return true
            }
        } catch {
            complain(CardDesk.sentence(error))
        }
        return false
    }

    private func complain(_ problem: String) {
        guard condition.problem != problem else { return }
        condition.problem = problem
        tell()
    }

    // MARK: - For the cashier

    private func discover() async {
        do {
            for try await readers in source.discover(configuration) {
                found = readers
                break
            }
            line.tell(.readersFound(found.map(FoundReader.init)))
        } catch {
            line.tell(.failed(CardDesk.sentence(error)))
        }
    }

    private func connect(_ id: String) async {
        guard let reader = found.first(where: { $0.id == id }) else {
            return line.tell(.failed("this reader is gone: look again"))
        }
        isLeft = false
        stopLooking()
        try? await terminal.disconnect()
        do {
            let connected = try await terminal.connect(reader)
            line.tell(.done("connected: \(Self.name(connected))"))
        } catch {
            line.tell(.failed(CardDesk.sentence(error)))
            look()
        }
    }

    private func leave() async {
        isLeft = true
        stopLooking()
        do {
            try await terminal.disconnect()
        } catch {
            line.tell(.failed(CardDesk.sentence(error)))
        }
    }

    private func diagnose() async {
        var lines = ["reader \(address): \(condition.status.words)"]
        if let problem = condition.problem { lines.append(problem) }
        if let readers = await Self.first(source.discover(configuration)) {
            if readers.isEmpty { lines.append("none is attached: plug one in; check cable and power") }
            lines += readers.map { "\(Self.name($0)): \($0.problem?.message ?? "no problem found")" }
        } else {
            lines.append("cannot look for readers: see tender doctor")
        }
        line.tell(.diagnosis(lines))
    }

    private static func first(_ stream: AsyncThrowingStream<[Reader], any Error>) async -> [Reader]? {
        var iterator = stream.makeAsyncIterator()
        return (try? await iterator.next()) ?? nil
    }

    fileprivate static func name(_ reader: Reader) -> String { "\(reader.model) \(reader.serialNumber)" }
}

extension ConnectionStatus {
    fileprivate var words: String {
        switch self {
        case .notConnected: "not connected"
        case .discovering: "being looked for"
        case .connecting: "being connected"
        case .connected: "connected"
        case .reconnecting: "lost, and being looked for"
        }
    }
}

extension FoundReader {
    fileprivate init(_ reader: Reader) {
        self.init(id: reader.id, name: ReaderDesk.name(reader), problem: reader.problem?.message)
    }
}

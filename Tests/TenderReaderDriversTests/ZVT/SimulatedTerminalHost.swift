import SimulatedCard
import SimulatedDevices
import TenderBytes
import TenderFlow
import TenderReaders

/// A simulated terminal in this process that takes one connection after another and keeps its ledger.
final class SimulatedTerminalHost: Sendable {
    private struct State {
        var model: SimulatedZVTTerminal
        var isReachable = true
        var connection = 0
        var inbox: AsyncStream<[UInt8]>.Continuation?
        var timers: [Serial: Task<Void, Never>] = [:]
        var watchers: [Watcher] = []
    }

    private struct Watcher {
        let condition: @Sendable (SimulatedZVTTerminal) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state: Guarded<State>

    init(_ configuration: SimulatedZVTTerminal.Configuration = .init(.stream)) {
        state = Guarded(State(model: SimulatedZVTTerminal(configuration)))
    }

    func change<Value: Sendable>(_ body: (inout SimulatedZVTTerminal) -> Value) -> Value {
        state.withLock { body(&$0.model) }
    }

    var entries: [SimulatedZVTTerminal.Entry] { change { $0.entries } }
    var moved: Int64 { entries.map(\.moved).reduce(0, +) }
    var sales: Int { change { $0.taken.filter { $0 == .authorization }.count } }
    var connections: Int { state.withLock { $0.connection } }

    /// Waits until the terminal is as described, after a message of the till.
    func wait(until condition: @escaping @Sendable (SimulatedZVTTerminal) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if condition(state.model) { return true }
                state.watchers.append(Watcher(condition: condition, continuation: continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    /// Adds a fault at a message from now on, when the till's answers so far have come: the last one of an exchange may
    /// still be on its way when the till has its result.
    ///
    /// - Returns: which message of all it is.
    @discardableResult
    func add(_ kind: DeviceFault.Kind, at message: Int = 1) async -> Int {
        await wait(until: { $0.isIdle })
        return change { model in
            model.add(DeviceFault(kind, at: message), fromNow: true)
            return model.messageCount + message
        }
    }

    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    func counter(_ event: CounterEvent) { feed { $0.handle(.command(event)) } }

    /// Cuts the connection as a pulled cable does.
    func cut() {
        feed { model in
            _ = model.handle(.lost(.disconnected))
            return [.hangUp]
        }
    }

    func open() throws(TransportError) -> any ByteTransport {
        let (stream, inbox) = AsyncStream.makeStream(of: [UInt8].self)
        let number: Int? = state.withLock { state in
            guard state.isReachable else { return nil }
            state.inbox?.finish()
            if state.inbox != nil { _ = state.model.handle(.lost(.disconnected)) }
            state.inbox = inbox
            state.connection += 1
            _ = state.model.handle(.opened)
            return state.connection
        }
        guard let number else { throw .failed("unplugged") }
        return Transport(host: self, number: number, stream: stream)
    }

    private func feed(_ body: (inout SimulatedZVTTerminal) -> [ProtocolAction<Never>]) {
        let met = state.withLock { state in
            for action in body(&state.model) {
                switch action {
                case .send(let bytes): state.inbox?.yield(bytes)
                case .startTimer(let serial, let duration):
                    state.timers[serial] = Task { [weak self] in
                        guard (try? await Task.sleep(for: duration)) != nil else { return }
                        self?.feed { $0.handle(.timerFired(serial)) }
                    }
                case .stopTimer(let serial): state.timers.removeValue(forKey: serial)?.cancel()
                case .hangUp:
                    state.inbox?.finish()
                    state.inbox = nil
                }
            }
            let model = state.model
            defer { state.watchers.removeAll { $0.condition(model) } }
            return state.watchers.filter { $0.condition(model) }
        }
        for watcher in met { watcher.continuation.resume() }
    }

    private struct Transport: StreamTransport {
        let host: SimulatedTerminalHost
        let number: Int
        let stream: AsyncStream<[UInt8]>

        func receive() async throws(TransportError) -> [UInt8] {
            for await bytes in stream { return bytes }
            throw Task.isCancelled ? .canceled : .disconnected
        }

        func send(_ bytes: [UInt8]) async throws(TransportError) {
            guard host.connections == number else { throw .disconnected }
            host.feed { $0.handle(.received(bytes)) }
        }

        func close() async {
            guard host.connections == number else { return }
            host.cut()
        }
    }
}

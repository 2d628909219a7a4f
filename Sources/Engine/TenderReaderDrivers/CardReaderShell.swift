import TenderBytes
import TenderDevices
import TenderFlow
import TenderModel
import TenderReaders

/// What every driver of a card reader keeps beside its core: the waiting callers and the event stream.
final class CardReaderShell<Core: CardReaderCore>: Sendable {
    /// The events of the reader while it is connected; ends after `.disconnected`.
    let events: AsyncStream<ReaderEvent>

    /// The time that a line may take to send what is left when the connection ends.
    private static var closingTime: Duration { .seconds(1) }

    private enum Collected {
        case card(CollectedCard)
        case data(CollectedData)
    }

    private typealias Answer = Result<Collected, ReaderError>

    private struct State {
        var callers: [UInt64: CheckedContinuation<Answer, Never>] = [:]
        var collectionsAsked: UInt64 = 0
        var end: DisconnectReason?
        var closing: Task<Void, Never>?
    }

    private let runner: CoreRunner<Core>
    private let clock: any Clock<Duration>
    private let state = Guarded(State())
    private let eventSink: AsyncStream<ReaderEvent>.Continuation
    private let commands: AsyncStream<Core.Command>.Continuation
    private let listening = Guarded<Task<Void, Never>?>(nil)

    /// Takes over a running core; nobody else may consume its outputs from now on.
    init(_ runner: CoreRunner<Core>, _ clock: any Clock<Duration>) {
        self.runner = runner
        self.clock = clock
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        // A single inbox keeps a stop behind the collection that it stops.
        let (inbox, commands) = AsyncStream.makeStream(of: Core.Command.self)
        self.commands = commands
        Task {
            for await command in inbox { await runner.send(command) }
        }
        let task = Task { [weak self] in
            for await output in runner.outputs { self?.take(output) }
            self?.end(.linkLost)
            self?.state.withLock { $0.closing }?.cancel()
        }
        listening.withLock { $0 = task }
    }

    deinit {
        commands.finish()
        eventSink.finish()
        state.withLock { $0.closing }?.cancel()
        Task { [runner] in await runner.close() }
    }

    /// Collects a card; canceling the task stops the collection, and the call returns when the core answers.
    ///
    /// - Parameter command: Creates the command of a collection.
    func collect(_ command: (UInt64) -> Core.Command) async throws(ReaderError) -> CollectedCard {
        guard case .card(let card) = try await run(command) else { throw .communication("data in place of a card") }
        return card
    }

    /// Collects data of a card that does not pay, as `collect` does a card.
    func collectData(_ command: (UInt64) -> Core.Command) async throws(ReaderError) -> CollectedData {
        guard case .data(let data) = try await run(command) else { throw .communication("a card in place of data") }
        return data
    }

    private func run(_ command: (UInt64) -> Core.Command) async throws(ReaderError) -> Collected {
        let id = state.withLock { state in
            state.collectionsAsked += 1
            return state.collectionsAsked
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                guard enter(id, caller) else { return }
                commands.yield(command(id))
                // The cancellation handler may have run before there was a collection to stop.
                if Task.isCancelled { commands.yield(Core.stop(id)) }
            }
        } onCancel: {
            commands.yield(Core.stop(id))
        }
        return try answer.get()
    }

    /// Ends the connection and waits until the line is closed.
    func disconnect() async {
        commands.yield(Core.disconnect)
        await listening.withLock { $0 }?.value
    }

    /// Registers a caller that waits for its answer; returns `false` if the reader is gone.
    private func enter(_ id: UInt64, _ caller: CheckedContinuation<Answer, Never>) -> Bool {
        let end = state.withLock { state in
            if state.end == nil { state.callers[id] = caller }
            return state.end
        }
        if let end { caller.resume(returning: .failure(.disconnected(end))) }
        return end == nil
    }

    private func take(_ output: Core.Output) {
        switch Core.told(output) {
        case .event(.disconnected(let reason)):
            end(reason)
            closeSoon()
        case .event(let event): eventSink.yield(event)
        case .answer(let id, let answer): resume(id, answer.map { .card($0) })
        case .data(let id, let data): resume(id, .success(.data(data)))
        case nil: break
        }
    }

    private func resume(_ id: UInt64, _ answer: Answer) {
        state.withLock { $0.callers.removeValue(forKey: id) }?.resume(returning: answer)
    }

    private func end(_ reason: DisconnectReason) {
        let callers = state.withLock { state -> [CheckedContinuation<Answer, Never>]? in
            guard state.end == nil else { return nil }
            state.end = reason
            defer { state.callers = [:] }
            return state.callers.sorted { $0.key < $1.key }.map(\.value)
        }
        guard let callers else { return }
        eventSink.yield(.disconnected(reason))
        eventSink.finish()
        for caller in callers { caller.resume(returning: .failure(.disconnected(reason))) }
    }

    /// Closes the line if it does not accept what is left to be sent.
    private func closeSoon() {
        let task = Task { [runner, clock] in
            guard (try? await clock.sleep(for: Self.closingTime)) != nil else { return }
            await runner.close()
        }
        state.withLock { $0.closing = task }
    }
}

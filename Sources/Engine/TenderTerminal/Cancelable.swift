import TenderBytes
public import TenderModel

/// A handle that stops the operation that it was passed to; use a new one for each operation.
public final class Cancelable: Sendable {
    private enum State {
        case unused
        /// The stop was requested before there was anything to stop.
        case asked(CancelMode)
        case running(@Sendable (CancelMode) async -> CancelResult)
        case ended(PaymentOutcome?)
    }

    private let state = Guarded(State.unused)

    /// Creates a handle; pass it to the call that it should be able to stop.
    public init() {}

    /// Asks the operation to stop, and returns once the reader is idle and the outcome is known, saying who won.
    ///
    /// May be called from any task, more than once, and before the operation begins, which then ends as soon as it
    /// begins. Canceling the calling task does not withdraw the request.
    /// - Parameter mode: Whether to refund or release an approval that can no longer be stopped.
    public func cancel(_ mode: CancelMode = .stop) async -> CancelResult {
        switch state.withLock({ Self.ask(&$0, mode) }) {
        case .unused, .asked: .canceled(by: .application)
        case .running(let ask): await ask(mode)
        case .ended(let outcome): outcome.map(CancelResult.tooLate) ?? .notCancellable(nil)
        }
    }

    private static func ask(_ state: inout State, _ mode: CancelMode) -> State {
        if case .unused = state { state = .asked(mode) }
        return state
    }

    /// Whether the operation has ended.
    public var isCompleted: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Marks the beginning of the operation; returns the stop that was requested before it, if any.
    func begin(_ ask: @escaping @Sendable (CancelMode) async -> CancelResult) -> CancelMode? {
        state.withLock { state in
            defer { state = .running(ask) }
            if case .asked(let mode) = state { return mode }
            return nil
        }
    }

    func end(_ outcome: PaymentOutcome?) {
        state.withLock { $0 = .ended(outcome) }
    }
}

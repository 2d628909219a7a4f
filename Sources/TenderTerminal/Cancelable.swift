import TenderBytes
public import TenderModel

/// Stops the operation that it was handed to; one object an operation.
public final class Cancelable: Sendable {
    private enum State {
        case unused
        case running(@Sendable (CancelMode) async -> CancelResult)
        case ended(PaymentOutcome?)
    }

    private let state = Guarded(State.unused)

    /// Makes one; hand it to the call that it shall be able to stop.
    public init() {}

    /// Asks to stop, and answers once: when the reader is idle and the outcome is known, saying who won.
    ///
    /// May be called from any task, more than once. Cancelling the calling task does not take the request back.
    /// - Parameter mode: whether an approval that cannot be stopped any more is given back.
    public func cancel(_ mode: CancelMode = .stop) async -> CancelResult {
        let (ask, outcome) = state.withLock {
            state -> ((@Sendable (CancelMode) async -> CancelResult)?, PaymentOutcome?) in
            switch state {
            case .unused: (nil, nil)
            case .running(let ask): (ask, nil)
            case .ended(let outcome): (nil, outcome)
            }
        }
        if let ask { return await ask(mode) }
        return outcome.map(CancelResult.tooLate) ?? .notCancellable(nil)
    }

    /// Whether the operation has ended.
    public var isCompleted: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    func begin(_ ask: @escaping @Sendable (CancelMode) async -> CancelResult) {
        state.withLock { $0 = .running(ask) }
    }

    func end(_ outcome: PaymentOutcome?) {
        state.withLock { $0 = .ended(outcome) }
    }
}

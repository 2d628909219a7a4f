import TenderBytes
public import TenderModel

/// Stops the operation that it was handed to; one object an operation.
public final class Cancelable: Sendable {
    private enum State {
        case unused
        /// Asked to stop before there was anything to stop.
        case asked(CancelMode)
        case running(@Sendable (CancelMode) async -> CancelResult)
        case ended(PaymentOutcome?)
    }

    private let state = Guarded(State.unused)

    /// Makes one; hand it to the call that it shall be able to stop.
    public init() {}

    /// Asks to stop, and answers once: when the reader is idle and the outcome is known, saying who won.
    ///
    /// May be called from any task, more than once, and before the operation begins: it then ends as soon as it begins.
    /// Cancelling the calling task does not take the request back.
    /// - Parameter mode: whether an approval that cannot be stopped any more is given back.
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

    /// The operation begins; returns what was asked before it did.
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

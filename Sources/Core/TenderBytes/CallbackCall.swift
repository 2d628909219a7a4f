/// A call whose result comes in a callback, for a task that waits for it and may be canceled.
package final class CallbackCall<ID: Sendable, Value: Sendable>: Sendable {
    private struct State {
        var id: ID?
        var isCanceled = false
    }

    private let state = Guarded(State())

    /// Creates a call that has not begun.
    package init() {}

    /// Begins the call and waits for its result.
    ///
    /// - Parameters:
    ///   - canceled: The result if the task is canceled before the call has begun, in which case it does not begin.
    ///   - begin: Begins the call; what it is given must be called once.
    ///   - cancel: Requests the end of the call, whose result comes all the same; a call that is over must be ignored.
    ///   - isolation: The isolation of the caller, whose executor is not left: the closure of a cancellation handler would
    ///     otherwise run on the global one (Swift 6.3), which takes two thread switches.
    package func wait(
        canceled: Value, begin: (@escaping @Sendable (Value) -> Void) -> ID, cancel: @escaping @Sendable (ID) -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Value {
        await withTaskCancellationHandler {
            _ = isolation
            return await withCheckedContinuation { continuation in
                guard !state.withLock({ $0.isCanceled }) else { return continuation.resume(returning: canceled) }
                let id = begin { continuation.resume(returning: $0) }
                let isCanceled = state.withLock { state in
                    state.id = id
                    return state.isCanceled
                }
                if isCanceled { cancel(id) }
            }
        } onCancel: {
            let id = state.withLock { state in
                state.isCanceled = true
                return state.id
            }
            if let id { cancel(id) }
        }
    }
}

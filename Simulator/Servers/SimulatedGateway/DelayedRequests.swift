import Dispatch
import TenderBytes

/// The requests that wait for their time; stopping ends all their waiting at once.
final class DelayedRequests: Sendable {
    /// A handler that is called when the time has passed, or with `false` if the gateway stopped before.
    typealias Completion = @Sendable (_ hasPassed: Bool) -> Void

    private struct State: Sendable {
        var waiting: [Int: Completion] = [:]
        var number = 0
        var isStopped = false
    }

    private let state = Guarded(State())

    func wait(_ milliseconds: Int64, then completion: @escaping Completion) {
        let number = state.withLock { state -> Int? in
            guard !state.isStopped else { return nil }
            state.number += 1
            state.waiting[state.number] = completion
            return state.number
        }
        guard let number else { return completion(false) }
        let end = DispatchTime.now() + .milliseconds(Int(milliseconds))
        DispatchQueue.global().asyncAfter(deadline: end) { [weak self] in self?.end(number) }
    }

    private func end(_ number: Int) { state.withLock { $0.waiting.removeValue(forKey: number) }?(true) }

    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for completion in waiting.values { completion(false) }
    }
}

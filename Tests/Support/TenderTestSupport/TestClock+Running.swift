extension TestClock {
    /// Runs `body` while the clock moves from deadline to deadline, as soon as anybody sleeps.
    ///
    /// Which of several sleepers comes first is left to chance: where that matters, advance by hand.
    public func running<Success: Sendable>(
        _ body: () async throws -> sending Success
    ) async rethrows -> sending Success {
        let pump = Task {
            while !Task.isCancelled { await advanceToNextDeadline() }
        }
        defer { pump.cancel() }
        return try await body()
    }

    /// Runs `body` while the clock moves from deadline to deadline, but to none later than `limit`.
    ///
    /// For code that must end by then whoever else sleeps longer: if it does not end, it hangs, so the test needs a
    /// time limit.
    public func running<Success: Sendable>(
        noLongerThan limit: Duration, _ body: () async throws -> sending Success
    ) async rethrows -> sending Success {
        let pump = Task {
            while !Task.isCancelled {
                await Task.yield()
                if let next = nextDeadline, next.sinceStart <= limit, next > now { advance(by: now.duration(to: next)) }
            }
        }
        defer { pump.cancel() }
        return try await body()
    }
}

extension TestClock {
    /// Runs `body` while the clock moves on from deadline to deadline, as soon as anybody sleeps.
    ///
    /// Which of several sleepers is there first is left to chance: where that matters, advance by hand.
    public func running<Success: Sendable>(
        _ body: () async throws -> sending Success
    ) async rethrows -> sending Success {
        let pump = Task {
            while !Task.isCancelled { await advanceToNextDeadline() }
        }
        defer { pump.cancel() }
        return try await body()
    }

    /// Runs `body` while the clock moves on from deadline to deadline, but to none that is later than `limit`.
    ///
    /// For what must end by then whoever else sleeps longer: what does not end hangs, so the test needs a limit of time.
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

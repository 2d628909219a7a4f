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
}

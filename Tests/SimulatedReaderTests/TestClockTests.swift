import TenderTestSupport
import Testing

@Suite struct TestClockTests {
    private let clock = TestClock()

    @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
        let (woken, sink) = AsyncStream.makeStream(of: Int.self)
        for (index, delay) in [30, 10, 20].enumerated() {
            Task {
                try await clock.sleep(for: .seconds(delay))
                sink.yield(delay)
            }
            await clock.waitForSleepers(index + 1)
        }
        var order: [Int] = []
        var left: [Int] = []
        var next = woken.makeAsyncIterator()
        for _ in 0..<3 {
            await clock.advanceToNextDeadline()
            left.append(clock.sleeperCount)
            if let delay = await next.next() { order.append(delay) }
        }
        #expect(order == [10, 20, 30])
        #expect(left == [2, 1, 0])
        #expect(clock.now.sinceStart == .seconds(30))
    }

    @Test func nobodyWakesBeforeTheDeadline() async throws {
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        try await sleeper.value
    }

    @Test func aPassedDeadlineNeedsNoAdvance() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(sinceStart: .seconds(5)))
        try await clock.sleep(for: .zero)
    }

    @Test func cancelingEndsASleepBeforeDuringAndNotAfterIt() async throws {
        let during = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        during.cancel()
        await #expect(throws: CancellationError.self) { try await during.value }
        #expect(clock.sleeperCount == 0)
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .zero)
        }
        await #expect(throws: CancellationError.self) { try await before.value }
        let after = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        try await after.value
        after.cancel()
    }

    @Test func cancelAndAdvanceThatRaceGiveOneResult() async {
        for _ in 0..<300 {
            let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
            await clock.waitForSleepers(1)
            async let canceled: Void = sleeper.cancel()
            clock.advance(by: .seconds(1))
            await canceled
            _ = await sleeper.result
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func waitingForSleepersEndsWhenItIsCanceled() async {
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
    }

    @Test func runningMovesTheClockFromDeadlineToDeadline() async throws {
        try await clock.running {
            for _ in 0..<100 { try await clock.sleep(for: .seconds(60)) }
        }
        #expect(clock.now.sinceStart == .seconds(6000))
    }
}

import TenderBytes
import TenderDevices
import TenderReaders
import TenderTestSupport
import Testing

/// A test clock that counts who sleeps on it.
private final class CountingClock: Clock {
    let base = TestClock()
    let sleeps = Guarded(0)

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        sleeps.withLock { $0 += 1 }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}

@Suite struct CoreRunnerTests {
    private typealias Output = EchoCore.Output

    @Test func theCoreIsToldOfBytesAndOfTheEnd() async throws {
        let (near, far) = try makePair()
        let runner = await CoreRunner(EchoCore(), on: near)
        try await far.send([1, 2, 3])
        #expect(try await far.receive(3) == [1, 2, 3])
        await far.close()
        #expect(await runner.outputs.collected() == [.opened(1), .received([1, 2, 3]), .lost(.disconnected)])
        #expect(await failure(of: { () throws(TransportError) in try await near.send([1]) }) == .canceled)
    }

    @Test func aHangUpSendsFirstWhatIsPending() async throws {
        let (near, far) = try makePair()
        let clock = TestClock()
        let runner = await CoreRunner(EchoCore(), on: near, clock: clock)
        // More than the sockets hold.
        let messages = (0..<300).map { [UInt8](repeating: UInt8($0 % 251), count: 10_000) }
        await runner.send(.hangUp(after: messages))
        // Nothing follows a hang-up.
        await runner.send(.say([[1]]))
        await runner.send(.start(1, .seconds(1)))
        try await far.send([5])
        #expect(clock.sleeperCount == 0)
        #expect(await far.receiveAll() == messages.flatMap { $0 })
        #expect(await runner.outputs.collected() == [.opened(1)])
    }

    @Test func aHangUpThatCannotFinishEndsWithClose() async throws {
        let (near, far) = try makePair()
        let runner = await CoreRunner(EchoCore(), on: near)
        await runner.send(.hangUp(after: Array(repeating: [UInt8](repeating: 7, count: 100_000), count: 40)))
        _ = try await far.receive(1)
        await runner.close()
        #expect(await runner.outputs.collected() == [.opened(1)])
        #expect(await far.receiveAll().count < 4_000_000)
    }

    @Test func timersFireOnceUnlessStopped() async throws {
        let (near, far) = try makePair()
        let clock = TestClock()
        let runner = await CoreRunner(EchoCore(), on: near, clock: clock)
        await runner.send(.start(1, .seconds(5)))
        await runner.send(.start(2, .seconds(1)))
        await runner.send(.start(3, .seconds(9)))
        await clock.waitForSleepers(1)
        await runner.send(.stop(1))
        // Starting again replaces.
        await runner.send(.start(3, .seconds(2)))
        var outputs = runner.outputs.makeAsyncIterator()
        #expect(await outputs.next() == .opened(1))
        clock.advance(by: .seconds(1))
        #expect(await outputs.next() == .fired(2))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await outputs.next() == .fired(3))
        #expect(clock.sleeperCount == 0)
        clock.advance(by: .seconds(60))
        await far.close()
        #expect(await outputs.next() == .lost(.disconnected))
        #expect(await outputs.next() == nil)
    }

    /// A peer that makes a core start timers without an end must not fill the memory: a task that was told to stop
    /// sleeping is kept by the system until its time would have come.
    @Test func timersThatComeAndGoCostOneSleep() async throws {
        let (near, far) = try makePair()
        let clock = CountingClock()
        let runner = await CoreRunner(EchoCore(), on: near, clock: clock)
        for timer in 1...500 {
            await runner.send(.start(timer, .seconds(180)))
            await runner.send(.stop(timer))
        }
        await runner.send(.start(501, .seconds(1)))
        var outputs = runner.outputs.makeAsyncIterator()
        #expect(await outputs.next() == .opened(1))
        await clock.base.waitForSleepers(1)
        clock.base.advance(by: .seconds(1))
        #expect(await outputs.next() == .fired(501))
        #expect(clock.sleeps.withLock { $0 } <= 2)
        await runner.close()
        await far.close()
    }

    @Test func theEndStopsTheTimers() async throws {
        let (near, far) = try makePair()
        let clock = TestClock()
        let runner = await CoreRunner(EchoCore(), on: near, clock: clock)
        await runner.send(.start(1, .seconds(5)))
        await clock.waitForSleepers(1)
        await far.close()
        #expect(await runner.outputs.collected() == [.opened(1), .lost(.disconnected)])
        #expect(clock.sleeperCount == 0)
    }

    @Test func noTimerOutlivesADeviceThatIsLetGoOf() async {
        let clock = TestClock()
        var runner: CoreRunner<EchoCore>? = await CoreRunner(device: EchoCore(), clock: clock)
        await runner?.send(.start(1, .seconds(5)))
        await clock.waitForSleepers(1)
        runner = nil
        #expect(clock.sleeperCount == 0)
    }

    @Test func aTransportThatFailsWhileSendingIsLostOnce() async throws {
        let (near, far) = try makePair()
        let transport = FailingTransport(near)
        let runner = await CoreRunner(EchoCore(), on: transport)
        await runner.send(.say([[1], [2]]))
        #expect(await runner.outputs.collected() == [.opened(1), .said, .lost(.stalled)])
        #expect(transport.closings.withLock { $0 } > 0)
        #expect(await far.failure() == .disconnected)
    }

    @Test func aPeerThatTakesNothingIsGivenUp() async throws {
        let (near, far) = try makePair()
        let runner = await CoreRunner(EchoCore(), on: near)
        await runner.send(.say(Array(repeating: [UInt8](repeating: 7, count: 1000), count: 6000)))
        let outputs = await runner.outputs.collected()
        guard case .lost(.failed) = outputs.last else {
            Issue.record("\(outputs)")
            return
        }
        await far.close()
    }

    @Test func closingTellsTheCoreNothing() async throws {
        let (near, far) = try makePair()
        let runner = await CoreRunner(EchoCore(), on: near)
        await runner.close()
        await runner.close()
        await runner.send(.say([[1]]))
        #expect(await runner.outputs.collected() == [.opened(1)])
        #expect(await far.failure() == .disconnected)
    }

    @Test func aDevicesStateOutlivesItsSessions() async throws {
        let clock = TestClock()
        let runner = await CoreRunner(device: EchoCore(), clock: clock)
        var outputs = runner.outputs.makeAsyncIterator()
        let (first, peer) = try makePair()
        await peer.close()
        #expect(await runner.serve(first) == .disconnected)
        #expect(await outputs.next() == .opened(1))
        #expect(await outputs.next() == .lost(.disconnected))
        // Commands and timers go on in between.
        await runner.send(.start(1, .seconds(1)))
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await outputs.next() == .fired(1))
        // Kept: a peer that is let go of closes, and is lost before the hang-up.
        let (second, secondPeer) = try makePair()
        async let end = runner.serve(second)
        #expect(await outputs.next() == .opened(2))
        await runner.send(.hangUp(after: []))
        #expect(await end == nil)
        #expect(await secondPeer.failure() == .disconnected)
        let (third, other) = try makePair()
        let serving = Task { await runner.serve(third) }
        #expect(await outputs.next() == .opened(3))
        serving.cancel()
        #expect(await serving.value == .canceled)
        #expect(await outputs.next() == .lost(.canceled))
        #expect(await other.failure() == .disconnected)
        await runner.close()
        #expect(await outputs.next() == nil)
    }
}

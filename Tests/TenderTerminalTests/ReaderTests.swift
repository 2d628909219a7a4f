import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite struct ReaderTests {
    @Test func discoveryFindsReadersAndEndsWhenOneIsConnected() async throws {
        let shop = Shop()
        for try await readers in shop.terminal.discoverReaders(.simulated) {
            let connected = try await shop.terminal.connect(#require(readers.first))
            #expect(connected.model == "SimulatedReader")
        }
        #expect(await shop.terminal.connectionStatus == .connected)
        try await shop.terminal.disconnect()
        #expect(await shop.terminal.connectionStatus == .notConnected)
    }

    @Test func withoutAReaderNothingIsCollected() async throws {
        let shop = Shop()
        let intent = try await shop.intent()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(intent) }
        #expect(error?.code == .notConnectedToReader)
        #expect(error?.advice == .reconnect)
    }

    @Test func aReaderThatDoesNotOpenIsAnError() async throws {
        var script = Shop.quickly([.visa])
        script.connections = [.init(failure: "no answer to the reset")]
        let shop = Shop(script)
        let error = await #expect(throws: TenderError.self) { try await shop.connect() }
        #expect(error?.code == .connectionFailed)
        try await shop.connect()
        await #expect(throws: TenderError.self) { try await shop.connect() }
    }

    @Test func aReaderThatTakesTooLongToOpenIsGivenUp() async throws {
        let clock = TestClock()
        var script = Shop.quickly([.visa])
        script.connections = [.init(delay: .seconds(3600))]
        let shop = Shop(script, clock: clock)
        let connecting = Task { try await shop.connect() }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: TenderError.self) { try await connecting.value }
        #expect(error?.code == .connectionFailed)
        #expect(await shop.terminal.connectionStatus == .notConnected)
    }

    @Test func aTextIsShownOnTheReaderAndCleared() async throws {
        let source = RememberingSource()
        let terminal = Terminal(
            configuration: .init(gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal())
        )
        await #expect(throws: TenderError.self) { try await terminal.setReaderDisplay("Total 10.00") }
        _ = try await terminal.connect(source.simulated.readers[0])
        try await terminal.setReaderDisplay("Total 10.00")
        #expect(source.reader?.shownText == "Total 10.00")
        try await terminal.clearReaderDisplay()
        #expect(source.reader?.shownText == nil)
    }

    /// Keeps the reader that it opened, to look at its display.
    private final class RememberingSource: ReaderSource {
        let simulated = SimulatedReaderSource()
        private let opened = Guarded<SimulatedReader?>(nil)

        var reader: SimulatedReader? { opened.withLock { $0 } }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            simulated.discover(configuration)
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
            let opened = try await simulated.connect(reader, token: token)
            self.opened.withLock { $0 = opened as? SimulatedReader }
            return opened
        }
    }

    @Test func aRestartedReaderIsConnectedAgainAndSells() async throws {
        let shop = Shop(connection: .init(restartPause: .milliseconds(1)))
        let intent = try await shop.open()
        let described = await shop.terminal.connectedReader
        #expect(described?.canReboot == true)
        #expect(described?.dataTypes == CollectDataType.allCases)
        let events = shop.terminal.events()
        try await shop.terminal.rebootReader()
        var seen: [TerminalEvent.Kind] = []
        for await event in events {
            seen.append(event.kind)
            if event.kind == .reconnectSucceeded { break }
        }
        #expect(seen.contains(.reconnectStarted(.rebootRequested)))
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
        try await shop.terminal.disconnect()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.rebootReader() }
        #expect(error?.code == .notConnectedToReader)
    }

    @Test func withoutATokenNoReaderIsOpened() async throws {
        let shop = Shop()
        shop.gateway.script(.token, .refuseConnection)
        let error = await #expect(throws: TenderError.self) { try await shop.connect() }
        #expect(error?.code == .connectionTokenFailed)
    }

    @Test func aLostReaderEndsTheCollectionAndComesBack() async throws {
        let shop = Shop(
            ReaderScript(
                collections: [[.disconnect(.usbDisconnected, after: .zero)], [.swipe(.visa, after: .zero)]],
                readDuration: .zero
            )
        )
        let intent = try await shop.open()
        let events = shop.terminal.events()
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.collectPaymentMethod(intent) }
        #expect(error?.code == .readerDisconnected)
        for await event in events where event.kind == .reconnectSucceeded { break }
        #expect(try await shop.terminal.processPaymentIntent(intent).word == "approved")
    }

    @Test func aCanceledConnectLeavesTheConnectedReaderAlone() async throws {
        let shop = Shop()
        try await shop.connect()
        let second = Task { try await shop.connect() }
        second.cancel()
        let error = await #expect(throws: TenderError.self) { try await second.value }
        #expect(error?.code == .alreadyConnectedToReader)
        #expect(await shop.terminal.connectionStatus == .connected)
        #expect(try await shop.terminal.processPaymentIntent(shop.intent()).word == "approved")
    }

    @Test func aReaderIsOpenedWhenTheOpeningBeforeHasLetGoOfIt() async throws {
        let source = SlowlyLeavingSource()
        let terminal = Terminal(
            configuration: .init(gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal()))
        let reader = source.simulated.readers[0]
        let first = Task { try await terminal.connect(reader) }
        await source.waitForOpening()
        first.cancel()
        await #expect(throws: TenderError.self) { try await first.value }
        _ = try await terminal.connect(reader)
        #expect(await terminal.connectionStatus == .connected)
    }

    /// Its first opening waits for ever, and lets go of the reader only some time after it was given up.
    private final class SlowlyLeavingSource: ReaderSource {
        let simulated = SimulatedReaderSource()
        private let openings = Guarded(0)
        private let isTaken = Guarded(false)
        private let (started, start) = AsyncStream.makeStream(of: Void.self)

        func waitForOpening() async { for await _ in started { return } }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            simulated.discover(configuration)
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
            guard !isTaken.withLock({ $0 }) else { throw .busy }
            let isFirst = openings.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return try await simulated.connect(reader, token: token) }
            isTaken.withLock { $0 = true }
            start.yield()
            while !Task.isCancelled { await Task.yield() }
            for _ in 0..<10_000 { await Task.yield() }
            isTaken.withLock { $0 = false }
            throw .canceled(by: .application)
        }
    }

    @Test func aHungDriverIsGivenUpAfterADisconnectAndTheNextReaderStays() async throws {
        let clock = TestClock()
        let source = HungSource()
        let gateway = ScriptedGateway()
        let terminal = Terminal(
            configuration: .init(
                gateway: gateway, readerSource: source, journal: InMemoryJournal(),
                connection: .init(reconnects: false), clock: clock
            )
        )
        let intent = try await terminal.createPaymentIntent(.init(amount: 1000, currency: .eur))
        _ = try await terminal.connect(HungSource.reader)
        let outcome = Task { try await terminal.processPaymentIntent(intent) }
        await source.waitForCollection()
        try await terminal.disconnect()
        _ = try await terminal.connect(HungSource.reader)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: TenderError.self) { try await outcome.value }
        #expect(error?.code == .readerCommunicationError)
        #expect(await terminal.connectionStatus == .connected)
        source.release()
    }

    /// Readers whose driver ignores everything: cancel, disconnect, time.
    private final class HungSource: ReaderSource, CardReader {
        static let reader = Reader(id: "hung", model: "Hung", serialNumber: "1", discoveryMethod: .usb)
        let reader: Reader = HungSource.reader
        private let (started, start) = AsyncStream.makeStream(of: Void.self)
        private let stuck = Guarded<CheckedContinuation<Void, Never>?>(nil)

        var events: AsyncStream<ReaderEvent> { AsyncStream { _ in } }

        func waitForCollection() async { for await _ in started { return } }

        func release() { stuck.withLock { $0 }?.resume() }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            AsyncThrowingStream { $0.yield([reader]) }
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader { self }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard {
            await withCheckedContinuation { continuation in
                stuck.withLock { $0 = continuation }
                start.yield()
            }
            throw .timedOut
        }

        func show(_ text: String?) async {}

        func disconnect() async {}
    }

    @Test func aDisconnectEndsWhenTheReaderIsClosed() async throws {
        let source = SlowlyClosingSource()
        // The limit is another test's: a busy machine must not reach it here.
        let terminal = Terminal(
            configuration: .init(
                gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal(),
                readerStopLimit: .seconds(600)))
        _ = try await terminal.connect(SlowlyClosingSource.reader)
        let disconnecting = Task {
            try await terminal.disconnect()
            return source.isClosed
        }
        await source.waitForDisconnect()
        #expect(await terminal.connectionStatus == .notConnected)
        for _ in 0..<10_000 { await Task.yield() }
        source.close()
        #expect(try await disconnecting.value)
    }

    @Test func aReaderThatIsNeverClosedIsWaitedForInVainForAWhile() async throws {
        let clock = TestClock()
        let source = SlowlyClosingSource()
        let terminal = Terminal(
            configuration: .init(
                gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal(), clock: clock))
        _ = try await terminal.connect(SlowlyClosingSource.reader)
        let disconnecting = Task { try await terminal.disconnect() }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        try await disconnecting.value
        #expect(!source.isClosed)
        source.close()
    }

    /// A reader that is closed when the test says so.
    private final class SlowlyClosingSource: ReaderSource, CardReader {
        static let reader = Reader(id: "slow", model: "Slow", serialNumber: "1", discoveryMethod: .usb)
        let reader: Reader = SlowlyClosingSource.reader
        private let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        private let (closing, end) = AsyncStream.makeStream(of: Void.self)
        private let closed = Guarded(false)

        var events: AsyncStream<ReaderEvent> { AsyncStream { _ in } }
        var isClosed: Bool { closed.withLock { $0 } }

        func waitForDisconnect() async { for await _ in asked { return } }

        func close() {
            closed.withLock { $0 = true }
            end.finish()
        }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            AsyncThrowingStream { $0.yield([reader]) }
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader { self }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard { throw .timedOut }

        func show(_ text: String?) async {}

        func disconnect() async {
            ask.yield()
            for await _ in closing {}
        }
    }

    @Test func theAnswerIsAwaitedWhenTheReaderIsGone() async throws {
        let shop = Shop(
            ReaderScript(
                collections: [[.swipe(.visa, after: .zero), .disconnect(.usbDisconnected, after: .milliseconds(1))]],
                readDuration: .zero
            ),
            connection: .init(reconnects: false)
        )
        let intent = try await shop.open()
        let events = shop.terminal.events()
        shop.gateway.script(.confirm, .holdAnswer)
        async let outcome = shop.terminal.processPaymentIntent(intent)
        for await event in events { if case .disconnected = event.kind { break } }
        await shop.gateway.waitForCalls(.confirm, 1)
        shop.gateway.release(.confirm)
        #expect(try await outcome.word == "approved")
    }

    @Test func anInspectedCardExpires() async throws {
        let clock = TestClock()
        let shop = Shop(clock: clock)
        let intent = try await shop.open()
        let collected = try await shop.terminal.collectPaymentMethod(
            intent, configuration: .init(updatePaymentIntent: true)
        )
        #expect(collected.paymentMethod != nil)
        let events = shop.terminal.events()
        clock.advance(by: .seconds(30))
        for await event in events where event.kind == .collectionExpired(intentID: intent.id) { break }
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(collected) }
        #expect(error?.advice == .collectAgain)
        #expect(shop.gateway.calls(.confirm).isEmpty)
    }

    @Test func twoTerminalsLiveSideBySide() async throws {
        let (left, right) = (Shop(), Shop())
        async let first = left.terminal.processPaymentIntent(left.open())
        async let second = right.terminal.processPaymentIntent(right.open())
        #expect(try await [first.word, second.word] == ["approved", "approved"])
    }
}

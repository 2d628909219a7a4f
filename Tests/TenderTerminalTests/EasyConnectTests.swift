import SimulatedReader
import TenderFlow
import TenderJournal
import TenderModel
import TenderTerminal
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct EasyConnectTests {
    @Test func theOnlyReaderIsFoundAndConnected() async throws {
        let shop = Shop()
        let reader = try await shop.terminal.easyConnect(.simulated)
        #expect(reader.serialNumber == "SIM-0001")
        #expect(await shop.terminal.connectedReader == reader)
        let error = await #expect(throws: TenderError.self) { try await shop.terminal.easyConnect(.simulated) }
        #expect(error?.code == .alreadyConnectedToReader)
    }

    @Test func anAddressSaysWhichOfSeveralReadersIsMeant() async throws {
        var connected: [String] = []
        for place in ["SIM-0002", "SIM-0001", nil] {
            let terminal = Self.terminal(SimulatedReaderSource([.default, .default]))
            let address = ReaderAddress(.simulated, place: place)
            connected.append(try await terminal.easyConnect(DiscoveryConfiguration(address)).serialNumber)
        }
        #expect(connected == ["SIM-0002", "SIM-0001", "SIM-0001"])
    }

    @Test func ofSeveralReadersNoneIsConnectedUnlessItIsNamed() async throws {
        let terminal = Self.terminal(SimulatedReaderSource([.default, .default]))
        let error = await #expect(throws: TenderError.self) { try await terminal.easyConnect(.simulated) }
        #expect(error?.errorCode == .invalidDiscoveryConfiguration)
        #expect(error?.message.contains("SIM-0001, SimulatedReader SIM-0002") == true)
    }

    @Test func whatCannotBeConnectedSaysWhy() async {
        let (fine, silent) = (Self.reader("fine"), Self.reader("silent", .silent))
        let (chip, busy) = (Self.reader("chip", .unsupported), Self.reader("busy", .busy))
        let old = Self.reader("old", .outdated)
        let rows: [(readers: [Reader], places: [String], said: String)] = [
            ([], [], "readerNotFound"), ([fine], ["other"], "readerNotFound"),
            ([silent], [], "readerCommunicationError"), ([chip], [], "incompatibleReader"),
            ([fine, silent], [], "invalidDiscoveryConfiguration"), ([fine, chip], [], "fine"), ([busy], [], "busy"),
            ([old], [], "unsupportedReaderVersion"), ([fine, old], [], "fine"),
            ([fine, silent], ["silent"], "readerCommunicationError"), ([fine, silent], ["silent", "fine"], "fine"),
            ([fine, busy], ["busy", "fine"], "busy"),
        ]
        var wrong: [String] = []
        for row in rows {
            let addresses = row.places.map { ReaderAddress(.usb, place: $0) }
            let said = await Self.said(ListSource(row.readers), DiscoveryConfiguration(.usb, addresses: addresses))
            if said != row.said { wrong.append("\(row): \(said)") }
        }
        #expect(wrong == [])
    }

    /// Nobody waits for ever for a reader that somebody has to see to first.
    @Test func aReaderThatCannotBeUsedIsAnErrorAtOnceWithoutATimeLimitAndInTheEndWithOne() async throws {
        var source = ListSource([Self.reader("locked", .noPermission)])
        source.staysOpen = true
        #expect(await Self.said(source, .usb) == "readerAccessDenied")
        let clock = TestClock()
        let terminal = Self.terminal(source, clock: clock)
        let limited = Task { await Self.said(terminal, DiscoveryConfiguration(.usb, timeout: .seconds(5))) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        #expect(await limited.value == "readerAccessDenied")
    }

    @Test func aReaderThatIsPluggedInLaterIsConnected() async throws {
        let shop = Shop()
        shop.source.setPluggedIn(false)
        let events = shop.terminal.events()
        let connecting = Task { try await shop.terminal.easyConnect(.simulated) }
        await Self.wait(for: .discovering, in: events)
        shop.source.setPluggedIn(true)
        #expect(try await connecting.value.serialNumber == "SIM-0001")
    }

    @Test func withoutAReaderTheSearchEndsInTime() async throws {
        let clock = TestClock()
        let shop = Shop(clock: clock)
        shop.source.setPluggedIn(false)
        let connecting = Task {
            try await shop.terminal.easyConnect(DiscoveryConfiguration(.simulated, timeout: .seconds(5)))
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: TenderError.self) { try await connecting.value }
        #expect(error?.code == .discoveryTimedOut)
        #expect(await shop.terminal.connectedReader == nil)
    }

    @Test func cancelingTheTaskEndsTheSearchAndTheNextOneWorks() async throws {
        let shop = Shop()
        shop.source.setPluggedIn(false)
        let events = shop.terminal.events()
        let connecting = Task { try await shop.terminal.easyConnect(.simulated) }
        await Self.wait(for: .discovering, in: events)
        connecting.cancel()
        let error = await #expect(throws: TenderError.self) { try await connecting.value }
        #expect(error?.code == .canceled)
        await Self.wait(for: .notConnected, in: events)
        shop.source.setPluggedIn(true)
        #expect(try await shop.terminal.easyConnect(.simulated).serialNumber == "SIM-0001")
    }

    @Test func cancelingTheTaskGivesUpTheOpening() async throws {
        let clock = TestClock()
        var script = ReaderScript.default
        script.connections = [.init(delay: .seconds(3600))]
        let shop = Shop(script, clock: clock)
        let connecting = Task { try await shop.terminal.easyConnect(.simulated) }
        await clock.waitForSleepers(2)
        connecting.cancel()
        let error = await #expect(throws: TenderError.self) { try await connecting.value }
        #expect(error?.code == .canceled)
        #expect(await shop.terminal.connectionStatus == .notConnected)
    }

    @Test func aSecondSearchEndsTheFirstAndGoesOn() async throws {
        let shop = Shop()
        shop.source.setPluggedIn(false)
        let said = await withTaskGroup(of: String.self) { group in
            for _ in 0..<2 { group.addTask { await Self.said(shop.terminal, .simulated) } }
            let first = await group.next()
            shop.source.setPluggedIn(true)
            return [first, await group.next()]
        }
        #expect(said == ["readerNotFound", "SIM-0001"])
    }

    // MARK: - The shop

    private static func terminal(_ source: any ReaderSource, clock: any Clock<Duration> = ContinuousClock()) -> Terminal
    {
        Terminal(
            configuration: .init(
                gateway: ScriptedGateway(), readerSource: source, journal: InMemoryJournal(), clock: clock))
    }

    private static func reader(_ id: String, _ problem: ReaderProblem.Kind? = nil) -> Reader {
        Reader(
            id: id, model: "Listed", serialNumber: id, discoveryMethod: .usb,
            problem: problem.map { ReaderProblem($0, "it is \($0)") })
    }

    /// Waits for a status; the events are those of a subscription from before the call that leads to it.
    private static func wait(for status: ConnectionStatus, in events: AsyncStream<TerminalEvent>) async {
        for await event in events where event.kind == .connectionStatus(status) { return }
    }

    /// The serial number of the connected reader, or the name of the error.
    private static func said(_ source: ListSource, _ configuration: DiscoveryConfiguration) async -> String {
        await said(terminal(source), configuration)
    }

    private static func said(_ terminal: Terminal, _ configuration: DiscoveryConfiguration) async -> String {
        do {
            return try await terminal.easyConnect(configuration).serialNumber
        } catch {
            return (error as? TenderError)?.errorCode.rawValue ?? "\(error)"
        }
    }

    /// Readers that are listed once, and open.
    private struct ListSource: ReaderSource {
        let readers: [Reader]
        /// Whether the search goes on after the list.
        var staysOpen = false

        init(_ readers: [Reader]) { self.readers = readers }

        func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
            AsyncThrowingStream { continuation in
                continuation.yield(readers)
                if !staysOpen { continuation.finish() }
            }
        }

        func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
            ListedReader(reader: reader)
        }
    }

    private struct ListedReader: CardReader {
        let reader: Reader

        var events: AsyncStream<ReaderEvent> { AsyncStream { _ in } }

        func collect(_ request: CollectRequest) async throws(ReaderError) -> CollectedCard { throw .timedOut }

        func show(_ text: String?) async {}

        func disconnect() async {}
    }
}

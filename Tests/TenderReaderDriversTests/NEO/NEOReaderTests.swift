import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// A simulated reader on a line within the process.
private struct Counter {
    let device: CoreRunner<SimulatedNEO>
    let line: PipeTransport

    init(
        _ framing: NEOLink.Framing = .stream, cardComes: Bool = true, _ faults: [DeviceFault] = [],
        clock: any Clock<Duration>
    ) async {
        let presentation = CardPresentation(.visa, .tap, after: cardComes ? .zero : nil)
        let options = SimulatedNEO.Options(
            presentation: presentation, device: 3, counter: 1, readDuration: .zero, faults: faults)
        let device = await CoreRunner(device: SimulatedNEO(framing, options), clock: clock)
        let (here, there) = PipeTransport.pair()
        Task { await device.serve(there) }
        self.device = device
        line = here
    }
}

@Suite(.timeLimit(.minutes(1))) struct NEOReaderTests {
    private typealias Answer = Result<CollectedCard, ReaderError>
    /// Stands still: what needs no time happens, and what takes time does not.
    private let clock = TestClock()
    private let address = ReaderAddress(.serial, place: "/dev/ttyS0")
    private static let request = CollectRequest(amount: Amount(minorUnits: 1000, currency: .eur))

    private func collect(from reader: some CardReader) async -> Answer {
        do throws(ReaderError) {
            return .success(try await reader.collect(Self.request))
        } catch {
            return .failure(error)
        }
    }

    private func open(_ counter: Counter, _ framing: NEOLink.Framing = .stream) async throws -> NEOReader {
        try await NEOReader.open(counter.line, framing, at: address, clock: clock)
    }

    private func openingError(_ open: () async throws -> NEOReader) async -> ReaderError? {
        await clock.running {
            do {
                _ = try await open()
                return nil
            } catch {
                return error as? ReaderError
            }
        }
    }

    private func isAuthentic(_ answer: Answer, _ card: SimulatedCard = .visa) -> Bool {
        guard case .success(let collected) = answer, let payload = try? CardPayload.open(collected.payload) else {
            return false
        }
        return payload.number == card.number && payload.amount == Self.request.amount
    }

    private func allEvents(_ reader: NEOReader) async -> [ReaderEvent] {
        var events: [ReaderEvent] = []
        for await event in reader.events { events.append(event) }
        return events
    }

    @Test(arguments: NEOLink.Framing.allCases) func itSellsAndSaysWhatItIs(_ framing: NEOLink.Framing) async throws {
        let counter = await Counter(framing, clock: clock)
        let reader = try await open(counter, framing)
        #expect(
            reader.reader
                == Reader(
                    id: "SIM-NEO-0001", model: "Simulated NEO", serialNumber: "SIM-NEO-0001", discoveryMethod: .serial,
                    simulated: true, softwareVersion: "Simulated NEO v1.00", address: address))
        let answers = [await collect(from: reader), await collect(from: reader)]
        #expect(answers.allSatisfy { isAuthentic($0) })
        #expect(Set(answers.compactMap { try? $0.get().payload.keySerial }).count == 2)
        await reader.disconnect()
        let all = ReaderEvent.inputOptions([.swipeCard, .insertCard, .tapCard])
        #expect(
            await allEvents(reader) == [
                all, .inputOptions([]), all, .inputOptions([]), .disconnected(.disconnectRequested),
            ])
        #expect(await collect(from: reader) == .failure(.disconnected(.disconnectRequested)))
        await reader.disconnect()
    }

    @Test func cancelingTheTaskStopsTheReaderAndTheNextCollectionWorks() async throws {
        let counter = await Counter(cardComes: false, clock: ContinuousClock())
        let reader = try await NEOReader.open(counter.line, at: address)
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await collect(from: reader)
        }
        #expect(await before.value == .failure(.canceled(by: .application)))
        let collecting = Task { await collect(from: reader) }
        var events = reader.events.makeAsyncIterator()
        // The ways of the collection before, none, and those of this one.
        for _ in 0..<3 { _ = await events.next() }
        collecting.cancel()
        #expect(await collecting.value == .failure(.canceled(by: .application)))
        await reader.disconnect()
        #expect(await allEvents(reader) == [.inputOptions([]), .disconnected(.disconnectRequested)])
    }

    @Test func aCardThatComesWithTheCancelIsReturnedOrNotAndTheReaderIsIdle() async throws {
        let counter = await Counter(clock: ContinuousClock())
        let reader = try await NEOReader.open(counter.line, at: address)
        var wrong: [Answer] = []
        for _ in 0..<20 {
            let collecting = Task { await collect(from: reader) }
            collecting.cancel()
            let answer = await collecting.value
            if answer != .failure(.canceled(by: .application)), !isAuthentic(answer) { wrong.append(answer) }
        }
        #expect(wrong.isEmpty)
        #expect(isAuthentic(await collect(from: reader)))
        await reader.disconnect()
    }

    @Test func somebodyAtTheCounterPresentsTheCard() async throws {
        let counter = await Counter(cardComes: false, clock: clock)
        let reader = try await open(counter)
        let collecting = Task { await collect(from: reader) }
        // The host's patience and the reader's own.
        await clock.waitForSleepers(2)
        await counter.device.send(.presentCard)
        #expect(isAuthentic(await collecting.value))
        await reader.disconnect()
    }

    @Test func aSecondCollectionIsRefused() async throws {
        let counter = await Counter(cardComes: false, clock: clock)
        let reader = try await open(counter)
        let first = Task { await collect(from: reader) }
        var events = reader.events.makeAsyncIterator()
        _ = await events.next()
        #expect(await collect(from: reader) == .failure(.busy))
        await clock.waitForSleepers(2)
        await counter.device.send(.presentCard)
        #expect(isAuthentic(await first.value))
        await reader.disconnect()
    }

    @Test func whoeverWaitsIsToldThatTheReaderIsGone() async throws {
        let counter = await Counter(.hid, cardComes: false, clock: clock)
        let reader = try await open(counter, .hid)
        let collecting = Task { await collect(from: reader) }
        var events = reader.events.makeAsyncIterator()
        _ = await events.next()
        await counter.device.send(.unplug)
        #expect(await collecting.value == .failure(.disconnected(.usbDisconnected)))
        #expect(await allEvents(reader) == [.disconnected(.usbDisconnected)])
        #expect(await collect(from: reader) == .failure(.disconnected(.usbDisconnected)))
    }

    @Test func aReaderThatFallsSilentIsPlainlyDead() async throws {
        let counter = await Counter(.stream, [DeviceFault(.mute, at: 7)], clock: clock)
        let reader = try await open(counter)
        let answer = await clock.running { await collect(from: reader) }
        #expect(answer == .failure(.communication("the reader does not answer any more")))
        #expect(await allEvents(reader).last == .disconnected(.linkLost))
        #expect(await collect(from: reader) == .failure(.disconnected(.linkLost)))
    }

    @Test func whatDoesNotAnswerIsNoReaderAndItsLineIsClosed() async {
        let (here, there) = PipeTransport.pair()
        #expect(
            await openingError { try await NEOReader.open(here, at: address, clock: clock) }
                == .communication("no NEO reader answers"))
        await #expect(throws: TransportError.disconnected) { try await there.send([1]) }
        let (lost, other) = PipeTransport.pair()
        await other.close()
        #expect(
            await openingError { try await NEOReader.open(lost, at: address, clock: clock) }
                == .disconnected(.linkLost))
    }

    @Test func openingCanBeCanceled() async {
        let (here, there) = PipeTransport.pair()
        let opening = Task { try await NEOReader.open(here, at: address, clock: clock) }
        _ = try? await there.receive()
        opening.cancel()
        await #expect(throws: ReaderError.canceled(by: .application)) { try await opening.value }
        await #expect(throws: TransportError.disconnected) { try await there.send([1]) }
    }

    @Test func aLineThatTakesNothingDoesNotHoldADisconnectUp() async throws {
        let counter = await Counter(clock: clock)
        let line = StuckLine(counter.line)
        let reader = try await NEOReader.open(line, at: address, clock: clock)
        line.isStuck.withLock { $0 = true }
        let collecting = Task { await collect(from: reader) }
        await line.waitUntilStuck()
        let disconnecting = Task { await reader.disconnect() }
        #expect(await collecting.value == .failure(.disconnected(.disconnectRequested)))
        // Earlier, time would end the collection in its own way.
        await clock.running { await disconnecting.value }
    }

    @Test func aDeadReaderThatIsLetGoOfLeavesNobodyWaiting() async throws {
        let counter = await Counter(clock: clock)
        let line = StuckLine(counter.line)
        var reader: NEOReader? = try await NEOReader.open(line, at: address, clock: clock)
        line.isStuck.withLock { $0 = true }
        let collecting = Task { [reader] in
            if let reader { await collect(from: reader) } else { Answer.failure(.busy) }
        }
        await line.waitUntilStuck()
        // The alarm of the opening finds nothing to do; then the answer to the collection is waited for in vain, and three
        // times that to its cancel.
        for _ in 0..<5 { await clock.advanceToNextDeadline() }
        #expect(await collecting.value == .failure(.communication("the reader does not answer any more")))
        // The time that the line is given.
        await clock.waitForSleepers(1)
        reader = nil
        while clock.sleeperCount > 0, !Task.isCancelled { await Task.yield() }
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: NEOProbe.baudRates) func theSpeedIsFound(_ rate: Int) async throws {
        let counter = await Counter(clock: ContinuousClock())
        let line = SpeedyLine(counter.line, rate: rate)
        let opening = Task { try await NEOReader.open(serial: line, at: address, clock: clock) }
        // Time passes only where nobody answers.
        for _ in NEOProbe.baudRates.prefix(while: { $0 != rate }) { await clock.advanceToNextDeadline() }
        let reader = try await opening.value
        #expect(line.state.withLock { $0 } == rate)
        #expect(isAuthentic(await collect(from: reader)))
        await reader.disconnect()
    }

    @Test func noSpeedIsFoundWhereNobodyAnswers() async {
        let counter = await Counter(clock: clock)
        let line = SpeedyLine(counter.line, rate: 1200)
        #expect(
            await openingError { try await NEOReader.open(serial: line, at: address, clock: clock) }
                == .communication("no NEO reader answers at any speed"))
    }

    @Test func itSellsOnASerialPortAndOverTCP() async throws {
        let options = SimulatedNEO.Options(
            presentation: CardPresentation(.visa, .tap, after: .milliseconds(5)), counter: 1,
            readDuration: .milliseconds(5))
        let port = try await PTYServer(SimulatedNEO(.stream, options))
        let line = try await TermiosSerial.open(port.path, SerialConfiguration(baudRate: 9600))
        let serial = try await NEOReader.open(serial: line, at: ReaderAddress(.serial, place: port.path))
        #expect(isAuthentic(await collect(from: serial)))
        await serial.disconnect()
        await port.close()

        let server = try await TCPDeviceServer(SimulatedNEO(.stream, options))
        let stream = try await TCPStream.connect(host: "127.0.0.1", port: server.port, timeout: .seconds(600))
        let networked = try await NEOReader.open(
            stream, at: ReaderAddress(.tcp, place: "127.0.0.1:\(server.port)", dialect: .neo))
        #expect(isAuthentic(await collect(from: networked)))
        await networked.disconnect()
        await server.close()
    }
}

/// A line that stops taking what is sent.
private final class StuckLine: ByteTransport {
    let isStuck = Guarded(false)
    private let line: PipeTransport
    private let (stuck, sink) = AsyncStream<Void>.makeStream()
    private let (closed, closing) = AsyncStream<Void>.makeStream()

    init(_ line: PipeTransport) { self.line = line }

    func receive() async throws(TransportError) -> [UInt8] { try await line.receive() }

    func send(_ bytes: [UInt8]) async throws(TransportError) {
        guard isStuck.withLock({ $0 }) else { return try await line.send(bytes) }
        sink.yield()
        for await _ in closed {}
        throw .canceled
    }

    func close() async {
        closing.finish()
        await line.close()
    }

    func waitUntilStuck() async {
        for await _ in stuck { return }
    }
}

/// A line on which everything is noise but at one speed.
private final class SpeedyLine: SerialTransport {
    let state = Guarded(0)
    private let line: PipeTransport
    private let rate: Int

    init(_ line: PipeTransport, rate: Int) {
        self.line = line
        self.rate = rate
    }

    func configure(_ configuration: SerialConfiguration) async throws(TransportError) {
        state.withLock { $0 = configuration.baudRate }
    }

    func receive() async throws(TransportError) -> [UInt8] { try await line.receive() }

    func send(_ bytes: [UInt8]) async throws(TransportError) {
        let isRight = state.withLock { $0 } == rate
        try await line.send(isRight ? bytes : bytes.map { $0 &* 3 })
    }

    func close() async { await line.close() }
}

import SimulatedDeviceServer
import SimulatedPrinter
import TenderBytes
import TenderDevices
import TenderPrinting
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct PrintQueueTests {
    static let receipt = PrintQueue.Job(
        id: "r1", bytes: PrintingFixtures.bytes(PrintingFixtures.sale("de"), PrinterSettings()))

    /// A printer on a port, and a queue that prints on it.
    struct Bench {
        /// Limits that a printer which answers never reaches, however busy the machine is.
        static let ample = PrintQueue.Limits(
            opening: .seconds(60), sending: .seconds(60), answering: .seconds(60))

        let server: TCPDeviceServer<SimulatedPrinterCore>
        let queue: PrintQueue

        init(_ faults: Set<SimulatedPrinter.Fault> = [], limits: PrintQueue.Limits = ample) async throws {
            var printer = SimulatedPrinter()
            printer.faults = faults
            let server = try await TCPDeviceServer(SimulatedPrinterCore(printer))
            self.server = server
            queue = PrintQueue(limits: limits) { () async throws(TransportError) in
                try await PrinterConnection.open(.tcp(host: "127.0.0.1", port: server.port))
            }
        }

        /// The next thing that the printer tells.
        func output() async -> SimulatedPrinterCore.Output? { await server.outputs.first { _ in true } }
    }

    /// What became of a job.
    static func end(_ updates: AsyncStream<PrintQueue.Update>, of id: String) async -> PrintQueue.State? {
        for await update in updates {
            guard case .job(id, let state) = update, state != .waiting, state != .printing else { continue }
            return state
        }
        return nil
    }

    @Test func aReceiptIsPrintedAndTheStatusTold() async throws {
        let bench = try await Bench()
        let updates = await bench.queue.updates()
        #expect(await bench.queue.add(Self.receipt))
        let state = await Self.end(updates, of: "r1")
        guard case .sent(let status) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(status.isOnline == .yes)
        #expect(status.paper == .present)
        guard case .printed(let paper) = await bench.output() else {
            Issue.record("nothing was printed")
            return
        }
        #expect(paper.text.contains("Mastercard"))
        #expect(paper.cutCount == 1)
        await bench.queue.finish()
        #expect(await bench.queue.state(of: "r1") == nil)
        await bench.server.close()
    }

    static let faults: [(SimulatedPrinter.Fault, PrintProblem)] = [
        (.paperOut, .paperOut), (.coverOpen, .coverOpen), (.offline, .offline),
    ]

    @Test(arguments: faults) func whatStandsInTheWayIsToldAndTheJobKept(
        _ fault: SimulatedPrinter.Fault, _ problem: PrintProblem
    ) async throws {
        let bench = try await Bench([fault])
        await bench.queue.add(Self.receipt)
        await bench.queue.finish()
        #expect(await bench.queue.state(of: "r1") == .notPrinted(problem, isPartial: false))
        #expect(await bench.queue.notPrinted == [Self.receipt])
        #expect(await !bench.queue.add(Self.receipt))
        await bench.server.send(.setFaults([]))
        let updates = await bench.queue.updates()
        #expect(await bench.queue.retry("r1"))
        guard case .sent = await Self.end(updates, of: "r1") else {
            Issue.record("not printed again")
            return
        }
        #expect(await bench.queue.notPrinted == [])
        await bench.server.close()
    }

    @Test func aMutePrinterPrints() async throws {
        let bench = try await Bench([.mute], limits: .init(answering: .milliseconds(20)))
        let updates = await bench.queue.updates()
        await bench.queue.add(Self.receipt)
        #expect(await Self.end(updates, of: "r1") == .sent(PrinterStatus()))
        await bench.server.close()
    }

    @Test func aPrinterThatIsNotThereIsTold() async {
        let queue = PrintQueue { () throws(TransportError) in throw .notFound("lp0") }
        await queue.add(Self.receipt)
        await queue.finish()
        #expect(await queue.state(of: "r1") == .notPrinted(.unreachable(.notFound("lp0")), isPartial: false))
        #expect(await queue.discard("r1") == Self.receipt)
        #expect(await queue.discard("r1") == nil)
        #expect(await !queue.retry("r1"))
    }

    /// Whoever sells goes on, however long the printer takes.
    @Test func aPrinterThatHangsHoldsUpNobodyAndIsGivenUp() async throws {
        let clock = TestClock()
        let transport = HangingTransport()
        let queue = PrintQueue(asksStatus: false, clock: clock) { () throws(TransportError) in transport }
        let updates = await queue.updates()
        let taken = [await queue.add(Self.receipt), await queue.add(.init(id: "r2", bytes: [1]))]
        #expect(taken == [true, true])
        var sendings = transport.sendings.makeAsyncIterator()
        for id in ["r1", "r2"] {
            await sendings.next()
            await clock.waitForSleepers(1)
            clock.advance(by: .seconds(30))
            #expect(await Self.end(updates, of: id) == .notPrinted(.timedOut, isPartial: true))
        }
        await queue.finish()
        #expect(await queue.notPrinted.map(\.id) == ["r1", "r2"])
    }

    @Test func theDrawerOpensOnceAnEventAndBeforeWhatWaits() async throws {
        let log = WriteLog()
        let queue = PrintQueue(asksStatus: false, kicked: ["yesterday"]) { () throws(TransportError) in log }
        let updates = await queue.updates()
        let kicks = [
            await queue.openDrawer(for: "sale 1"), await queue.openDrawer(for: "sale 1"),
            await queue.openDrawer(for: "yesterday"),
        ]
        #expect(kicks == [true, false, false])
        await queue.add(.init(id: "r1", bytes: [1, 2, 3]))
        await queue.finish()
        #expect(await !queue.openDrawer(for: "sale 1"))
        #expect(log.writes.withLock { $0 } == [ESCPOS.openDrawer(.two), [1, 2, 3]])
        let drawer = await updates.first { if case .drawer = $0 { true } else { false } }
        #expect(drawer == .drawer(event: "sale 1", nil))
    }

    @Test func aDrawerThatCannotBeReachedIsToldAndNotTriedAgain() async {
        let queue = PrintQueue { () throws(TransportError) in throw .disconnected }
        let updates = await queue.updates()
        #expect(await queue.openDrawer(for: "e"))
        #expect(await updates.first { _ in true } == .drawer(event: "e", .unreachable(.disconnected)))
        #expect(await !queue.openDrawer(for: "e"))
    }
}

/// Takes bytes and remembers each write.
final class WriteLog: ByteTransport {
    let writes = Guarded<[[UInt8]]>([])

    func receive() async throws(TransportError) -> [UInt8] { throw .disconnected }
    func send(_ bytes: [UInt8]) async throws(TransportError) { writes.withLock { $0.append(bytes) } }
    func close() async {}
}

/// Takes nothing until its task is canceled, and tells when it is asked to.
struct HangingTransport: ByteTransport {
    let sendings: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation

    init() { (sendings, sink) = AsyncStream.makeStream() }

    func receive() async throws(TransportError) -> [UInt8] { throw .canceled }

    func send(_ bytes: [UInt8]) async throws(TransportError) {
        sink.yield()
        let (never, end) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        end.finish()
        throw .canceled
    }

    func close() async {}
}

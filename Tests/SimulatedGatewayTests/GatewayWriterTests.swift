import Dispatch
import SimulatedPayments
import TenderBytes
import Testing

@testable import SimulatedGateway

@Suite struct GatewayWriterTests {
    private struct Full: Error {}

    /// A disk that waits for leave before each write, and may be full.
    private final class Disk: Sendable {
        let leave = DispatchSemaphore(value: 0)
        let writes = Guarded<[[String]]>([])
        let isFull = Guarded(false)

        func save(_ records: [StoredRecord]) throws {
            leave.wait()
            if isFull.withLock({ $0 }) { throw Full() }
            writes.withLock { $0.append(records.map(\.id)) }
        }
    }

    private let disk = Disk()
    private let answers = Guarded<[String]>([])

    private func writer() -> GatewayWriter { GatewayWriter { [disk] in try disk.save($0) } }

    private func add(_ ids: [String], to writer: GatewayWriter, _ name: String) {
        let records = ids.map { StoredRecord(kind: .charge, id: $0, content: []) }
        writer.add(records) { [answers] isOnDisk in answers.withLock { $0.append(name + (isOnDisk ? "" : " lost")) } }
    }

    @Test func whatWaitsIsOneWriteAndAnswersKeepTheirOrder() {
        let writer = writer()
        add(["1", "2"], to: writer, "a")
        // The writer has taken the first rows, or will with the next ones: let it take them alone.
        disk.leave.signal()
        writer.drain()
        add(["3"], to: writer, "b")
        add(["4"], to: writer, "c")
        add([], to: writer, "d")
        add(["5", "6"], to: writer, "e")
        #expect(answers.withLock { $0 } == ["a"])
        for _ in 0..<3 { disk.leave.signal() }
        writer.drain()
        #expect(answers.withLock { $0 } == ["a", "b", "c", "d", "e"])
        let writes = disk.writes.withLock { $0 }
        #expect(writes.flatMap { $0 } == ["1", "2", "3", "4", "5", "6"])
        #expect((2...3).contains(writes.count))
    }

    @Test func aQuestionIsAnsweredAtOnceWhenNothingIsWritten() {
        let writer = writer()
        add([], to: writer, "a")
        #expect(answers.withLock { $0 } == ["a"])
    }

    @Test func nothingIsAnsweredAfterARefusedWrite() {
        let writer = writer()
        disk.isFull.withLock { $0 = true }
        add(["1"], to: writer, "a")
        add(["2"], to: writer, "b")
        add([], to: writer, "c")
        for _ in 0..<2 { disk.leave.signal() }
        writer.drain()
        disk.isFull.withLock { $0 = false }
        add(["3"], to: writer, "d")
        add([], to: writer, "e")
        #expect(answers.withLock { $0 } == ["a lost", "b lost", "c lost", "d lost", "e lost"])
        #expect(disk.writes.withLock { $0 } == [])
    }
}

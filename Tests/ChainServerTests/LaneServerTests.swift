@testable import ChainServer
import PostgresTestServer
import TenderJournal
import TenderPostgres
import TenderRecords
import TenderUplink
import Testing

extension ChainServerTests {
    /// The statement that adds a batch.
    @Suite struct LaneServerTests {
        @Test func aBatchAfterAnEndThatIsNotTheOneAddsNothing() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 4)
            let lane = try await fixture.enroll("a")
            let tail = JournalTail(path: fixture.path("a"))
            let start = try await tail.start()
            let records = try await tail.records(after: 0, maximumRecords: 10, maximumBytes: 1 << 20).map {
                UplinkBatch.Record(sequence: $0.sequence, hash: $0.hash, body: $0.body)
            }
            let server = LaneServer(connection: try await .connect(lane), journalID: start.journalID)
            let first = UplinkBatch(Array(records.prefix(2)))
            #expect(try await server.store(first, branch: 0, after: start) == 2)
            let before = try await fixture.stored()
            // Another uplink of the same journal, which knows an older end.
            let late = UplinkBatch([.init(sequence: 3, hash: records[2].hash, body: [0])])
            #expect(try await server.store(late, branch: 0, after: start) == 0)
            let wrongHash = JournalHead(journalID: start.journalID, sequence: 2, hash: records[0].hash)
            #expect(try await server.store(late, branch: 0, after: wrongHash) == 0)
            #expect(try await fixture.stored() == before)
            let end = JournalHead(journalID: start.journalID, sequence: 2, hash: records[1].hash)
            #expect(try await server.store(UplinkBatch(Array(records.suffix(2))), branch: 0, after: end) == 2)
        }
    }
}

import ChainServer
import PostgresTestServer
import TenderBytes
import TenderChain
import TenderJournal
import TenderPostgres
import TenderRecords
import Testing

extension ChainServerTests {
    /// What a lane's role may do at the server, whoever has its password.
    @Suite struct LaneRightsTests {
        /// Two lanes with records, and the session of the first.
        private func intruder() async throws -> (fixture: ChainFixture, session: PostgresConnection, other: String) {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 3)
            try await fixture.fill("b", 4)
            let lane = try await fixture.enroll("a")
            try await fixture.upload("a", as: lane)
            try await fixture.upload("b", as: fixture.enroll("b"))
            let other = try await fixture.office.lanes().first { $0.lane == "b" }?.journal ?? ""
            return (fixture, try await .connect(lane), other)
        }

        @Test func itSeesWhatIsItsOwnAlone() async throws {
            let (_, session, _) = try await intruder()
            var counts: [String: PostgresValue?] = [:]
            for table in ["lanes", "heads", "records"] {
                let statement = PostgresStatement("SELECT count(*) FROM tender.\(table)")
                counts[table] = try await session.run(statement, within: .seconds(60)).rows.first?.first
            }
            #expect(counts == ["lanes": .integer(1), "heads": .integer(1), "records": .integer(3)])
        }

        @Test func itSeesNothingOfWhatTheGatewaySays() async throws {
            let (_, session, _) = try await intruder()
            var seen: [String] = []
            for table in GatewayTable.allCases.map(\.rawValue) + ["gateway_days", "payments", "refunds"] {
                for statement in [
                    "SELECT count(*) FROM tender.\(table)", "DELETE FROM tender.\(table)",
                    "INSERT INTO tender.\(table) SELECT * FROM tender.\(table)",
                ] where (try? await session.run(PostgresStatement(statement), within: .seconds(60))) != nil {
                    seen.append(statement)
                }
            }
            #expect(seen == [])
        }

        @Test func itChangesNothingOfItsOwnNorOfOthers() async throws {
            let (fixture, session, other) = try await intruder()
            let before = try await fixture.stored()
            let heads = try await fixture.rows("SELECT h::text FROM tender.heads h ORDER BY 1")
            let zeros = "decode(repeat('00', 32), 'hex')"
            let end = "decode('\(Hex.encode(try await JournalTail(path: fixture.path("b")).end().hash))', 'hex')"
            let attempts = [
                "UPDATE tender.records SET body = ''", "DELETE FROM tender.records", "TRUNCATE tender.records",
                "UPDATE tender.heads SET sequence = 99", "DELETE FROM tender.heads", "DELETE FROM tender.lanes",
                "UPDATE tender.lanes SET role = session_user",
                "INSERT INTO tender.heads (journal, branch, base, sequence, hash) VALUES ('\(other)', 7, 0, 0, '')",
                "INSERT INTO tender.lanes (journal, shop, lane, role, start) VALUES (gen_random_uuid(), '', '', '', '')",
                "INSERT INTO tender.records (journal, branch, sequence, hash, body) VALUES ('\(other)', 0, 5, '', '')",
                "INSERT INTO tender.records (journal, branch, sequence, hash, body) SELECT journal, 0, 1, '', '' FROM tender.lanes",
                "SELECT tender.raise_head('\(other)', 0, 4, \(end), 5, \(zeros))",
                "SELECT tender.raise_head((SELECT journal FROM tender.lanes), 0, 3, (SELECT hash FROM tender.heads), 2, \(zeros))",
                "SELECT tender.raise_head((SELECT journal FROM tender.lanes), 0, 3, \(zeros), 4, \(zeros))",
                "SELECT tender.raise_head((SELECT journal FROM tender.lanes), 0, 3, (SELECT hash FROM tender.heads), 9223372036854775807, \(zeros))",
                "SELECT tender.make_branch('\(other)', 0, 1, \(zeros))",
                "SELECT tender.make_branch((SELECT journal FROM tender.lanes), 0, 99, \(zeros))",
                "SELECT tender.hear('\(other)', 'current', 'g', 'a')",
                "SELECT tender.report('\(other)', 0, 0, 'k', 'd')",
                "SELECT * FROM tender.findings", "CREATE TABLE tender.mine (a integer)",
                "CREATE TABLE public.mine (a integer)", "CREATE ROLE mine", "SET ROLE tender",
                "SELECT * FROM pg_authid",
                "ALTER TABLE tender.records DISABLE ROW LEVEL SECURITY", "DROP TABLE tender.records",
                "COPY tender.records TO '/tmp/records'",
                "CREATE OR REPLACE FUNCTION tender.hear(uuid, text, text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
            ]
            for attempt in attempts { _ = try? await session.run(PostgresStatement(attempt), within: .seconds(60)) }
            #expect(try await fixture.stored() == before)
            #expect(try await fixture.rows("SELECT h::text FROM tender.heads h ORDER BY 1") == heads)
            #expect(try await fixture.findings() == [])
            #expect(try await fixture.office.lanes().map(\.lane) == ["a", "b"])
            #expect(try await fixture.rows("SELECT FROM pg_roles WHERE rolname = 'mine'") == [])
            #expect(try await fixture.rows("SELECT FROM pg_class WHERE relname = 'mine'") == [])
            #expect(try await fixture.rows("SELECT FROM tender.lanes WHERE lane = 'b' AND gateway = 'g'") == [])
        }

        @Test func ablockedLanesRoleReadsAndAddsNothing() async throws {
            let (fixture, session, _) = try await intruder()
            _ = try await fixture.office.block(shop: "Shop", lane: "a")
            let count = PostgresStatement("SELECT count(*) FROM tender.records")
            #expect(try await session.run(count, within: .seconds(60)).rows == [[.integer(0)]])
            let raise = PostgresStatement(
                "SELECT tender.raise_head((SELECT journal FROM tender.lanes), 0, 0, '', 9, ''), (SELECT count(*) FROM tender.lanes)"
            )
            #expect(try await session.run(raise, within: .seconds(60)).rows == [[.bool(false), .integer(1)]])
        }
    }
}

import ChainServer
import PostgresTestServer
import TenderChain
import TenderPostgres
import Testing

extension ChainServerTests {
    /// The tables and their versions.
    @Suite struct OfficeServerTests {
        private func refusal(_ fixture: ChainFixture) async -> String? {
            do {
                _ = try await OfficeServer.connect(fixture.folder + "/office")
                return nil
            } catch {
                return error.description
            }
        }

        @Test func whatIsUpToDateStaysAsItIs() async throws {
            let fixture = try await ChainFixture()
            #expect(try await OfficeServer.prepare(fixture.folder + "/office").before == Migration.all.count)
        }

        @Test func tablesOfANewerProgramAreRefused() async throws {
            let fixture = try await ChainFixture()
            _ = try await fixture.rows("INSERT INTO tender.migrations (number) VALUES (1000)")
            let words =
                "the server's tables have version 1000, and this program knows \(Migration.all.count): use a newer one"
            #expect(await refusal(fixture) == words)
            await #expect(throws: ChainError(words)) { try await OfficeServer.prepare(fixture.folder + "/office") }
        }

        @Test func aDatabaseWithoutTablesSaysWhatToDo() async throws {
            let fixture = try await ChainFixture()
            _ = try await fixture.rows("DROP SCHEMA tender CASCADE")
            #expect(
                await refusal(fixture) == "the server has no tables of a chain yet: tender chain init makes them")
        }
    }
}

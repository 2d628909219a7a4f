import ChainServer
import TenderPostgres
import Testing

extension ChainServerTests {
    /// A person notes that what was found has been looked into.
    @Suite struct SettlementTests {
        /// Two files of one journal that have both sold, copied to the server.
        private func forked() async throws -> ChainFixture {
            let fixture = try await ChainFixture()
            try await fixture.fill("till", 2)
            let lane = try await fixture.enroll("till")
            try fixture.copy("till", to: "clone")
            try await fixture.fill("till", 1, "first")
            try await fixture.fill("clone", 1, "second")
            try await fixture.upload("till", as: lane)
            try await fixture.upload("clone", as: lane)
            try await Projector(fixture.office).run()
            return fixture
        }

        private func settle(_ fixture: ChainFixture, kind: String? = nil) async throws -> [String] {
            try await fixture.office.settle(shop: "Shop", lane: "till", kind: kind, by: "Ann", note: "switched off")
                .map(\.kind)
        }

        private func isWell(_ fixture: ChainFixture) async throws -> Bool? {
            try await fixture.office.lanes().first?.isWell
        }

        private func reasons(_ fixture: ChainFixture) async throws -> [String] {
            try await fixture.office.doubts(OfficeServer.Scope()).map(\.reason)
        }

        @Test func aForkIsNamedUntilSomebodySettlesIt() async throws {
            let fixture = try await forked()
            #expect(try await isWell(fixture) == false)
            #expect(try await reasons(fixture).count == 1)
            #expect(try await settle(fixture) == ["forked"])
            #expect(try await isWell(fixture) == true)
            #expect(try await reasons(fixture).isEmpty)
            let stored = try await fixture.rows("SELECT settled_by, note FROM tender.findings")
            #expect(stored == [[.text("Ann"), .text("switched off")]])
        }

        @Test func whatIsSettledStaysSettledWhenItIsToldOrComputedAgain() async throws {
            let fixture = try await forked()
            _ = try await fixture.rows("UPDATE tender.records SET body = body || '\\x00' WHERE sequence = 2")
            let projector = Projector(fixture.office)
            try await projector.forget()
            try await projector.run()
            #expect(try await settle(fixture) == ["broken_chain", "forked"])
            try await projector.forget()
            try await projector.run()
            #expect(try await isWell(fixture) == true)
            #expect(try await settle(fixture).isEmpty)
        }

        @Test func onlyTheKindThatIsNamedIsSettled() async throws {
            let fixture = try await forked()
            #expect(try await settle(fixture, kind: "server_went_back").isEmpty)
            #expect(try await isWell(fixture) == false)
        }

        @Test func aBranchThatNoUplinkToldOfIsSettledToo() async throws {
            let fixture = try await forked()
            _ = try await fixture.rows("DELETE FROM tender.findings")
            #expect(try await isWell(fixture) == false)
            #expect(try await settle(fixture, kind: "forked") == ["forked"])
            #expect(try await isWell(fixture) == true)
        }

        @Test func aLaneThatIsNotThereIsRefused() async throws {
            let fixture = try await forked()
            await #expect(throws: ChainError("Shop has no lane other: see tender chain status")) {
                try await fixture.office.settle(shop: "Shop", lane: "other", by: "Ann", note: "")
            }
        }
    }
}

import ChainServer
import Foundation
import PostgresTestServer
import TenderBytes
import TenderChain
import TenderCrypto
import TenderPostgres
import TenderSale
import TenderUplink
import Testing

extension ChainServerTests {
    /// Bundles on their way from head office to the file beside a till's journal.
    @Suite struct BundleServerTests {
        private let key: Ed25519PrivateKey
        private let people: SecretBytes

        init() throws {
            key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
            let pin = try PINHash(SecretBytes(utf8: "2468"), salt: [UInt8](repeating: 1, count: 16))
            people = SecretBytes(try JSONEncoder().encode([Cashier(id: "anna", name: "Anna", pin: pin)]))
        }

        private static let shopFile = Array(
            "{currency: 'EUR', taxes: [{name: 'A', rate: '0', included: true}], departments: [{name: 'All', tax: 'A'}]}"
                .utf8)

        @discardableResult
        private func publish(
            _ fixture: ChainFixture, _ shop: String = "Shop", key other: Ed25519PrivateKey? = nil
        ) async throws -> Int64 {
            try await fixture.office.publish(
                shop: shop, shopFile: Self.shopFile, products: [], people: people, key: other ?? key
            ).version
        }

        private func fetch(
            _ fixture: ChainFixture, _ name: String, as lane: PostgresConfiguration, shop: String = "Shop"
        ) async throws -> [Result<Int64, BundleRefusal>] {
            let (results, heard) = AsyncStream<Result<Int64, BundleRefusal>>.makeStream()
            let uplink = Uplink(
                journal: fixture.path(name), server: lane, trust: BundleTrust(shop: shop, key: key.publicKey),
                tellBundle: { heard.yield($0) })
            _ = try await uplink.run(untilCurrent: true)
            heard.finish()
            return await results.reduce(into: []) { $0.append($1) }
        }

        /// The version in a file beside the journal; `nil` if there is none that is good.
        private func kept(_ fixture: ChainFixture, _ name: String, _ ending: String = "") throws -> Int64? {
            let path = SignedBundle.path(journal: fixture.path(name)) + ending
            guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            let bundle = try SignedBundle(file: SecretBytes(data))
            return mode == 0o600
                ? try bundle.open(BundleTrust(shop: "Shop", key: key.publicKey), newerThan: 0).version : nil
        }

        @Test func theUplinkKeepsTheNewestBundleAndTheOneBefore() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            let lane = try await fixture.enroll("a")
            #expect(try await fetch(fixture, "a", as: lane) == [])
            #expect(try await publish(fixture) == 1)
            try await publish(fixture, "Other")
            #expect(try await fetch(fixture, "a", as: lane) == [.success(1)])
            #expect(try await fetch(fixture, "a", as: lane) == [])
            #expect(try await publish(fixture) == 2)
            #expect(try await publish(fixture) == 3)
            #expect(try await fetch(fixture, "a", as: lane) == [.success(3)])
            #expect(try kept(fixture, "a") == 3)
            #expect(try kept(fixture, "a", ".before") == 1)
            #expect(try await fixture.findings() == [])
        }

        /// Whatever a server sends that head office did not publish for this shop: the file stays, and the copy goes on.
        @Test func whatHeadOfficeDidNotSignIsRefusedByName() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            let lane = try await fixture.enroll("a")
            try await publish(fixture)
            _ = try await fetch(fixture, "a", as: lane)
            let other = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 8, count: 32)))
            try await publish(fixture, "Other")
            let copied = "SELECT 'Shop', 4, sha256, signature, body FROM tender.bundles WHERE shop = 'Other'"
            let attacks: [(String, BundleRefusal)] = [
                ("UPDATE tender.bundles SET body = body || ' ' WHERE version = 2", .wrongHash),
                (
                    "UPDATE tender.bundles SET body = body || ' ', sha256 = sha256(body || ' ') WHERE version = 2",
                    .badSignature
                ),
                ("UPDATE tender.people_secrets SET body = '[]' WHERE version = 2", .otherPeople),
                ("DELETE FROM tender.people_secrets WHERE version = 2", .otherPeople),
                ("INSERT INTO tender.bundles (shop, version, sha256, signature, body) \(copied)", .otherShop("Other")),
                (
                    "INSERT INTO tender.bundles (shop, version, sha256, signature, body) SELECT shop, 5, sha256, signature, body FROM tender.bundles WHERE shop = 'Shop' AND version = 1",
                    .notNewer(1, than: 1)
                ),
                (
                    "UPDATE tender.bundles SET body = convert_to(repeat(' ', 8388609), 'UTF8') WHERE version = 2",
                    .tooLarge
                ),
            ]
            var wrong: [String] = []
            for (attack, refusal) in attacks {
                _ = try await fixture.rows("DELETE FROM tender.bundles WHERE shop = 'Shop' AND version > 1")
                try await publish(fixture)
                _ = try await fixture.rows(attack)
                let found = try await fetch(fixture, "a", as: lane)
                if found != [.failure(refusal)] { wrong.append("\(attack): \(found)") }
            }
            _ = try await fixture.rows("DELETE FROM tender.bundles WHERE shop = 'Shop' AND version > 1")
            try await publish(fixture, key: other)
            let found = try await fetch(fixture, "a", as: lane)
            if found != [.failure(.badSignature)] { wrong.append("another key: \(found)") }
            #expect(wrong == [])
            #expect(try kept(fixture, "a") == 1)
            #expect(try await fixture.stored() == fixture.expected("a"))
            #expect(Set(try await fixture.findings()) == ["bundle_refused"])
        }

        @Test func aBundleThatCannotBeKeptIsToldAndTriedAgain() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            let lane = try await fixture.enroll("a")
            try await publish(fixture)
            let path = SignedBundle.path(journal: fixture.path("a"))
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let found = try await fetch(fixture, "a", as: lane)
            #expect(found == [.failure(.notKept("Is a directory"))])
            #expect(try await fixture.stored() == fixture.expected("a"))
            try FileManager.default.removeItem(atPath: path)
            #expect(try await fetch(fixture, "a", as: lane) == [.success(1)])
        }

        @Test func aLaneReadsBundlesOfItsShopAloneAndOthersNone() async throws {
            let fixture = try await ChainFixture()
            try await fixture.fill("a", 1)
            let lane = try await fixture.enroll("a")
            try await publish(fixture)
            try await publish(fixture, "Other")
            let session = try await PostgresConnection.connect(lane)
            func count(_ table: String, _ session: PostgresConnection) async -> [[PostgresValue]]? {
                try? await session.run(
                    PostgresStatement("SELECT shop FROM tender.\(table)"), within: .seconds(60)
                ).rows
            }
            #expect(await count("bundles", session) == [[.text("Shop")]])
            #expect(await count("people_secrets", session) == [[.text("Shop")]])
            let changes = [
                "UPDATE tender.bundles SET version = 9", "DELETE FROM tender.bundles",
                "INSERT INTO tender.bundles (shop, version, sha256, signature, body) VALUES ('Shop', 9, '', '', '')",
                "INSERT INTO tender.people_secrets (shop, version, body) VALUES ('Shop', 2, '')",
            ]
            for change in changes { _ = try? await session.run(PostgresStatement(change), within: .seconds(60)) }
            let rows = try await fixture.rows("SELECT shop, version FROM tender.bundles ORDER BY 1")
            #expect(rows == [[.text("Other"), .integer(1)], [.text("Shop"), .integer(1)]])
            _ = try await fixture.office.block(shop: "Shop", lane: "a")
            #expect(await count("bundles", session) == [])
            #expect(await count("people_secrets", session) == [])
            await session.close()
        }

        /// Whoever may read every table of goods and records sees no PIN's hash.
        @Test func aRoleThatReportsReadsNobodysPIN() async throws {
            let fixture = try await ChainFixture()
            try await publish(fixture)
            let role = "report_\(fixture.database)"
            for statement in [
                "CREATE ROLE \(role)", "GRANT USAGE ON SCHEMA tender TO \(role)",
                "GRANT SELECT ON tender.bundles, tender.people_secrets TO \(role)",
            ] { _ = try await fixture.rows(statement) }
            let owner = try await fixture.owner()
            let seen = try await owner.run(
                [
                    PostgresStatement("SET LOCAL ROLE \(role)"),
                    PostgresStatement("SELECT * FROM tender.people_secrets"),
                ],
                within: .seconds(60))
            await owner.close()
            _ = try await fixture.rows("DROP OWNED BY \(role)")
            _ = try await fixture.rows("DROP ROLE \(role)")
            #expect(seen.last?.rows == [])
        }
    }
}

import Foundation
import TenderBytes
import PostgresTestServer
import TenderPostgres
import TenderTestSupport
import Testing

extension PostgresTests {
    /// A connection that ends after each number of bytes, in either direction: what is said about the outcome is compared with
    /// what the server then has.
    @Suite struct CutTests {
        let server: PostgresServer

        init() throws { server = try PostgresServer.shared.get() }

        enum Direction: CaseIterable { case toServer, toClient }

        /// Where the connection is cut, and how many bytes went that way.
        private struct Cut: Sendable {
            let direction: Direction
            let count: Int
        }

        @Test(arguments: Direction.allCases)
        func noCutMakesAnOutcomeThatIsNotTrue(direction: Direction) async throws {
            let cut = Guarded(Cut(direction: direction, count: 0))
            let path = "\(server.folder)/.s.PGSQL.\(server.port)"
            let proxy = try SocketPeer { Self.relay($0, to: path, until: cut.withLock { $0 }) }
            let watch = try await PostgresConnection.connect(server.local)
            for text in ["DROP TABLE IF EXISTS cuts", "CREATE TABLE cuts (id bigint)"] {
                _ = try await watch.run(PostgresStatement(text), within: long)
            }
            var said: [Result<Void, PostgresError>] = []
            while (try? said.last?.get()) == nil {
                cut.withLock { $0 = Cut(direction: direction, count: said.count / 2) }
                said += await insertTwice(said.count, through: proxy)
            }
            // What was cut off goes on until its session ends.
            let sessions = PostgresStatement("SELECT 1 FROM pg_stat_activity WHERE application_name = 'cut'")
            try await waitUntil { try await watch.run(sessions, within: long).rows.isEmpty }
            let there = try await watch.run(PostgresStatement("SELECT id FROM cuts"), within: long).rows.flatMap { $0 }
            let happened = said.indices.map { there.contains(.integer(Int64($0))) }
            let untrue = said.indices.filter { Self.isUntrue(said[$0], isThere: happened[$0]) }
            #expect(untrue.map { "\($0): \(said[$0])" } == [])
            // Some took effect although the answer was lost: statements have even numbers, transactions odd ones.
            let unknown = said.indices.filter { happened[$0] && (try? said[$0].get()) == nil }
            #expect(Set(unknown.map { $0 % 2 }) == [0, 1])
            #expect(said.count > 500)
        }

        private static func isUntrue(_ outcome: Result<Void, PostgresError>, isThere: Bool) -> Bool {
            switch outcome {
            case .success: !isThere
            case .failure(.refused): true
            case .failure(let error): isThere && !error.mayHaveHappened
            }
        }

        /// Inserts a number in a statement and the next in a transaction, over one connection.
        private func insertTwice(_ number: Int, through proxy: SocketPeer) async -> [Result<Void, PostgresError>] {
            var configuration = proxy.configuration
            configuration.applicationName = "cut"
            let inserts = (number...(number + 1)).map {
                PostgresStatement("INSERT INTO cuts VALUES ($1)", [.integer(Int64($0))])
            }
            var said: [Result<Void, PostgresError>] = []
            do throws(PostgresError) {
                let connection = try await PostgresConnection.connect(configuration)
                _ = try await connection.run(inserts[0], within: long)
                said.append(.success(()))
                _ = try await connection.run([inserts[1]], within: long)
                said.append(.success(()))
            } catch {
                said.append(.failure(error))
                // What was not tried after it did not happen.
                if said.count == 1 { said.append(.failure(.notConnected("not tried"))) }
            }
            return said
        }

        /// Passes bytes on until enough went one way, or an end is closed.
        private static func relay(_ client: Int32, to path: String, until cut: Cut) {
            let server = SocketPeer.connect(to: path)
            defer { close(server) }
            var rest = cut.count
            while true {
                var polled = [pollfd(fd: client, events: Int16(POLLIN), revents: 0)]
                polled.append(pollfd(fd: server, events: Int16(POLLIN), revents: 0))
                poll(&polled, 2, -1)
                for (direction, from, to) in [(Direction.toServer, client, server), (.toClient, server, client)] {
                    guard polled[direction == .toServer ? 0 : 1].revents != 0 else { continue }
                    var bytes = SocketPeer.read(from)
                    guard !bytes.isEmpty else { return }
                    let isCut = direction == cut.direction && bytes.count >= rest
                    if isCut { bytes = Array(bytes.prefix(rest)) }
                    if direction == cut.direction { rest -= bytes.count }
                    guard SocketPeer.write(bytes, to: to), !isCut else { return }
                }
            }
        }
    }
}

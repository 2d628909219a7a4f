import Foundation
import TenderBytes
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

        @Test(arguments: Direction.allCases, [false, true])
        func noCutMakesAnOutcomeThatIsNotTrue(direction: Direction, isTransaction: Bool) async throws {
            let cut = Guarded(Cut(direction: direction, count: 0))
            let path = "\(server.folder)/.s.PGSQL.\(server.port)"
            let proxy = try SocketPeer { Self.relay($0, to: path, until: cut.withLock { $0 }) }
            let watch = try await PostgresConnection.connect(server.local)
            for text in ["DROP TABLE IF EXISTS cuts", "CREATE TABLE cuts (id bigint)"] {
                _ = try await watch.run(PostgresStatement(text), within: long)
            }
            var said: [Result<Void, PostgresError>] = []
            repeat {
                cut.withLock { $0 = Cut(direction: direction, count: said.count) }
                said.append(await insert(said.count, through: proxy, isTransaction: isTransaction))
            } while (try? said.last?.get()) == nil || said.count == 1
            // What was cut off goes on until its session ends.
            let sessions = PostgresStatement("SELECT 1 FROM pg_stat_activity WHERE application_name = 'cut'")
            try await waitUntil { try await watch.run(sessions, within: long).rows.isEmpty }
            let there = try await watch.run(PostgresStatement("SELECT id FROM cuts"), within: long).rows.flatMap { $0 }
            let wrong = said.enumerated().filter { number, outcome in
                Self.isUntrue(outcome, isThere: there.contains(.integer(Int64(number))))
            }
            #expect(wrong.map { "\($0.offset): \($0.element)" } == [])
            // Some did take effect without a word of it: those that must not be called refused.
            let unknown = said.enumerated().filter { number, outcome in
                (try? outcome.get()) == nil && there.contains(.integer(Int64(number)))
            }
            #expect(unknown.isEmpty == (direction == .toServer && !Self.hasUnknown(said)))
            #expect(said.count > 100)
        }

        private static func hasUnknown(_ said: [Result<Void, PostgresError>]) -> Bool {
            said.contains { if case .failure(let error) = $0 { error.mayHaveHappened } else { false } }
        }

        private static func isUntrue(_ outcome: Result<Void, PostgresError>, isThere: Bool) -> Bool {
            switch outcome {
            case .success: !isThere
            case .failure(.refused): true
            case .failure(let error): isThere && !error.mayHaveHappened
            }
        }

        private func insert(
            _ number: Int, through proxy: SocketPeer, isTransaction: Bool
        ) async -> Result<Void, PostgresError> {
            var configuration = proxy.configuration
            configuration.applicationName = "cut"
            let insert = PostgresStatement("INSERT INTO cuts VALUES ($1)", [.integer(Int64(number))])
            do throws(PostgresError) {
                let connection = try await PostgresConnection.connect(configuration)
                if isTransaction {
                    _ = try await connection.run([insert], within: long)
                } else {
                    _ = try await connection.run(insert, within: long)
                }
                return .success(())
            } catch {
                return .failure(error)
            }
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

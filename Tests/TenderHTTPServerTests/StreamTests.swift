import FoundationEssentials
import Glibc
import Synchronization
import TenderHTTPServer
import TenderTestSupport
import Testing

/// Bodies that are written piece by piece, and what their clients do to them.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
    /// A server whose answers are streams, and the streams.
    private final class Server: Sendable {
        let server: HTTPServer
        let streams: Mutex<[HTTPServerStream]> = Mutex([])
        private let opened: AsyncStream<HTTPServerStream>

        init(socketPath: String? = nil) throws {
            let (opened, opening) = AsyncStream.makeStream(of: HTTPServerStream.self)
            self.opened = opened
            var configuration = HTTPServer.Configuration(headerNames: [], refusalOfBody: [])
            configuration.socketPath = socketPath
            server = try HTTPServer(configuration) { _, reply in
                let stream = HTTPServerStream()
                opening.yield(stream)
                reply.send(.stream(HTTPServerResponse(status: 200, body: Array("first\n".utf8)), stream))
            }
        }

        func next() async throws -> HTTPServerStream {
            for await stream in opened { return stream }
            throw NeverOpened()
        }
    }

    private struct NeverOpened: Error {}

    /// A client that has asked.
    private static func client(_ server: Server) throws -> RawHTTPClient {
        let client = try RawHTTPClient(port: server.server.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        return client
    }

    @Test func piecesArriveAsTheyAreWritten() async throws {
        let server = try Server()
        let client = try Self.client(server)
        let stream = try await server.next()
        #expect(await client.read(until: "first").contains("200 OK"))
        for piece in ["one", "two"] {
            #expect(await stream.write(Array(piece.utf8)))
            #expect(await client.read(until: piece).contains(piece))
        }
        stream.end()
        #expect(await client.read(until: "0\r\n\r\n").contains("0\r\n\r\n"))
        client.close()
        server.server.stop()
    }

    /// A client that does not read makes its writer wait, and only that one: the next client is served.
    @Test func whoDoesNotReadHoldsUpNobodyElse() async throws {
        let server = try Server()
        let silent = try Self.client(server)
        let stuck = try await server.next()
        let written = Mutex(0)
        let writer = Task {
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
            while await stuck.write(piece) { written.withLock { $0 += 1 } }
        }
        let other = try Self.client(server)
        let stream = try await server.next()
        #expect(await stream.write(Array("heard".utf8)))
        #expect(await other.read(until: "heard").contains("heard"))
        // What the system's buffers take is all that was written.
        #expect(written.withLock { $0 } < 64)
        silent.close()
        await writer.value
        other.close()
        server.server.stop()
    }

    @Test func aWriterHearsThatItsClientIsGone() async throws {
        let server = try Server()
        let client = try Self.client(server)
        let stream = try await server.next()
        _ = await client.read(until: "first")
        client.close()
        while await stream.write(Array("still there?\n".utf8)) {}
        #expect(await !stream.write([1]))
        server.server.stop()
    }

    /// The library ends the process that stops it while a connection is suspended.
    @Test func openStreamsEndWithTheServer() async throws {
        let server = try Server()
        let clients = try (0..<8).map { _ in try Self.client(server) }
        var streams: [HTTPServerStream] = []
        for client in clients {
            streams.append(try await server.next())
            _ = await client.read(until: "first")
        }
        server.server.stop()
        for stream in streams { #expect(await !stream.write([1])) }
        for client in clients { client.close() }
    }

    @Test func aSocketIsItsOwnersAndReplacesADeadOne() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tender-socket-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        let server = try Server(socketPath: path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        // One that is alive is not replaced.
        #expect(throws: HTTPServerError.self) { try Server(socketPath: path) }
        server.server.stop()
        #expect(stat(path, &status) != 0)
        // A process that was killed leaves its socket behind.
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(left)
        #expect(stat(path, &status) == 0)
        let next = try Server(socketPath: path)
        next.server.stop()
        #expect(throws: HTTPServerError.self) { try Server(socketPath: String(repeating: "/x", count: 100)) }
    }

    @Test func whatIsNoSocketIsNeverReplaced() throws {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "tender-file-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: path) }
        try Data("kept".utf8).write(to: path)
        #expect(throws: HTTPServerError.self) { try Server(socketPath: path.path) }
        #expect(try Data(contentsOf: path) == Data("kept".utf8))
    }
}

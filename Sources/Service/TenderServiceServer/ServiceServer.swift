import Glibc
import TenderAPI
import TenderBytes
import TenderHTTPServer
public import TenderService

/// The local service: HTTP and JSON for commands, server-sent events, and a page that sells.
///
/// It listens on the loopback or on a socket of this machine only. Every answer is JSON with an `outcome`; nothing that a
/// client sends is answered 500.
public final class ServiceServer: Sendable {
    /// What a service needs to run.
    public struct Configuration: Sendable {
        /// The numeric loopback address to listen on.
        public var host = "127.0.0.1"
        /// The TCP port; 0 lets the system choose.
        public var port: UInt16 = 0
        /// The path of a socket to listen on instead.
        public var socketPath: String?
        /// The names under which a proxy passes requests on.
        public var hostNames: Set<String> = []
        /// The other origins whose pages may ask, such as `https://till.example.com`.
        public var origins: Set<String> = []
        /// The file of the tokens, which is read again when it changes.
        public var tokenFile: String
        /// The version that the service says it has.
        public var version: String
        /// The tills, by name.
        public var tills: [TillDesk]
        /// A closure that receives a line for each request, without secrets; called on any thread.
        public var report: @Sendable (String) -> Void = { _ in }
        /// A closure that receives what is newly wrong with the file of tokens, once; called on any thread.
        public var warn: @Sendable (String) -> Void = { _ in }

        /// Creates a configuration.
        public init(tokenFile: String, version: String, tills: [TillDesk]) {
            self.tokenFile = tokenFile
            self.version = version
            self.tills = tills
        }
    }

    /// The TCP port; 0 at a socket.
    public let port: UInt16
    /// The address for clients on this machine.
    public let url: String
    private let server: HTTPServer
    private let desk: ServiceDesk

    /// Reads the tokens and starts to listen.
    ///
    /// - Throws: `ServiceFailure`: the address is not of this machine alone, the port is taken, the tokens cannot be read.
    public init(_ configuration: Configuration) throws(ServiceFailure) {
        guard configuration.socketPath != nil || HTTPServer.isLoopback(host: configuration.host) else {
            throw ServiceFailure(
                "\(configuration.host) is not an address of this machine alone: other machines come through a proxy with "
                    + "TLS, see docs/service.md")
        }
        let desk = try ServiceDesk(configuration)
        var listening = HTTPServer.Configuration(
            host: configuration.host, port: configuration.port,
            headerNames: ["authorization", "content-type", "host", "idempotency-key", "last-event-id", "origin"],
            refusalOfBody: ServiceAnswer(ServiceError.refused(413, "too_large", "the input is larger than 64 KiB")).body
        )
        listening.maximumBodyBytes = 64 * 1024
        listening.allowedOrigins = configuration.origins
        listening.exposedHeaders = "Idempotent-Replayed, Retry-After"
        listening.socketPath = configuration.socketPath
        do throws(HTTPServerError) {
            server = try HTTPServer(listening) { request, reply in
                Task { reply.send(await desk.answer(request)) }
            }
        } catch {
            throw ServiceFailure(error.description)
        }
        self.desk = desk
        port = server.port
        url = server.url
    }

    deinit { server.stop() }

    /// Ends the service: refuses further calls, stops what waits for a card, waits for what was sent, and closes the
    /// readers, the journals and the port; may be called once.
    public func stop() async {
        await desk.close()
        await server.waitUntilSent(limit: .seconds(5))
        server.stop()
    }
}

public import TenderBackend
public import TenderBytes
import Glibc
import TenderCrypto
import TenderHTTP
import TenderHTTPServer

/// The merchant's server on an HTTP port: it holds the secret key, and passes on what its policy lets tills do.
///
/// Each request goes to the payments API at most once, with the till's key; its status, object and error come back
/// unchanged. It stops when the last reference goes, or with `stop()`.
public final class BackendServer: Sendable {
    /// What a server needs to run.
    public struct Configuration: Sendable {
        /// The numeric address to listen on; TLS for other machines is a proxy's business.
        public var host = "127.0.0.1"
        /// The TCP port; 0 lets the system choose.
        public var port: UInt16 = 0
        /// The address of the payments API.
        public var apiURL: String
        /// The secret key.
        public var apiKey: SecretBytes
        /// The version of the API, sent as `Stripe-Version`.
        public var apiVersion: String
        /// A PEM file of further certificate authorities for the API.
        public var caBundle: String?
        /// What tills may do.
        public var settings: BackendSettings
        /// The file of the tills, which is read again when it changes.
        public var tillsFile: String
        /// A closure that receives a line for each request, without secrets; called on any thread.
        public var report: @Sendable (String) -> Void = { _ in }

        /// Creates a configuration.
        public init(
            apiURL: String, apiKey: SecretBytes, apiVersion: String, settings: BackendSettings, tillsFile: String
        ) {
            self.apiURL = apiURL
            self.apiKey = apiKey
            self.apiVersion = apiVersion
            self.settings = settings
            self.tillsFile = tillsFile
        }
    }

    /// The TCP port.
    public let port: UInt16
    /// The address for tills on this machine.
    public let url: String
    private let server: HTTPServer
    private let desk: BackendDesk

    /// Reads the tills and starts to listen.
    ///
    /// - Throws: `BackendServerError`.
    public init(_ configuration: Configuration) throws(BackendServerError) {
        let desk = try BackendDesk(configuration)
        let refusal = BackendRefusal.body(
            type: "invalid_request_error", code: "form_too_large", "The form is larger than 64 kB.")
        var listening = HTTPServer.Configuration(
            host: configuration.host, port: configuration.port,
            headerNames: ["authorization", "idempotency-key"], refusalOfBody: refusal)
        listening.maximumBodyBytes = 64 * 1024
        do throws(HTTPServerError) {
            server = try HTTPServer(listening) { request, reply in
                Task { reply.send(.whole(await desk.answer(request))) }
            }
        } catch {
            throw BackendServerError(error.description)
        }
        self.desk = desk
        port = server.port
        url = server.url
    }

    deinit { stop() }

    /// Returns whether a numeric address belongs to this machine only.
    public static func isLoopback(host: String) -> Bool { HTTPServer.isLoopback(host: host) }

    /// Ends exchanges in progress, whose outcome tills are told to be unknown, and closes the port; may be called again.
    public func stop() {
        desk.stop()
        server.stop()
    }
}

/// The reason that a merchant's server cannot run, as a sentence.
public struct BackendServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

internal import CMicroHTTPD

extension HTTPServer {
    /// What a server listens on and reads.
    public struct Configuration: Sendable {
        /// The numeric address to listen on; any but a loopback address lets other machines in.
        public var host: String
        /// The TCP port; 0 lets the system choose.
        public var port: UInt16
        /// The headers to read, by lower-case name.
        public var headerNames: [String]
        /// The maximum size of a body; a larger one that is announced gets 413, another loses its connection.
        public var maximumBodyBytes = 256 * 1024
        /// The body of a 413, as JSON.
        public var refusalOfBody: [UInt8]
        /// Returns whether pages of other origins may send a request to a path with its query, and read the answer.
        public var isForAnyOrigin: @Sendable (String) -> Bool = { _ in false }
        /// The other origins whose pages may send any request, and read the answer.
        public var allowedOrigins: Set<String> = []
        /// The path of a socket of this machine to listen on, in place of host and port; only its owner may connect.
        public var socketPath: String?
        /// The headers of answers that pages of other origins may read.
        public var exposedHeaders = ""

        /// Creates a configuration.
        public init(host: String = "127.0.0.1", port: UInt16 = 0, headerNames: [String], refusalOfBody: [UInt8]) {
            self.host = host
            self.port = port
            self.headerNames = headerNames
            self.refusalOfBody = refusalOfBody
        }
    }

    /// Returns whether a numeric address belongs to this machine only.
    public static func isLoopback(host: String) -> Bool { cmhd_is_loopback(host) != 0 }

    /// Returns the name on this machine of an address to listen on.
    static func reachable(_ host: String) -> String {
        if host == "0.0.0.0" || host == "::" { return "127.0.0.1" }
        return host.contains(":") ? "[\(host)]" : host
    }
}

extension HTTPClient {
    /// How a client connects.
    public struct Configuration: Hashable, Sendable {
        /// A PEM file of certificate authorities that are trusted besides the system's; nil for the system's alone.
        ///
        /// The file takes the place of libcurl's built-in file, and libcurl's built-in directory (on Debian
        /// `/etc/ssl/certs`, with the same authorities) stays in use beside it.
        public var extraCABundle: String?
        /// The time for finding the host, connecting and TLS.
        public var connectTimeout: Duration
        /// The largest content of an answer, in bytes.
        public var maximumBodySize: Int
        /// The number of connections to one host, and so of exchanges at once: 1 to 1024.
        ///
        /// Further exchanges wait, in the order in which they came.
        public var connectionsPerHost: Int
        /// The `User-Agent` field.
        public var userAgent: String

        /// Describes a client.
        public init(
            extraCABundle: String? = nil, connectTimeout: Duration = .seconds(10),
            maximumBodySize: Int = 8 * 1024 * 1024, connectionsPerHost: Int = 8, userAgent: String = "tender"
        ) {
            self.extraCABundle = extraCABundle
            self.connectTimeout = connectTimeout
            self.maximumBodySize = maximumBodySize
            self.connectionsPerHost = connectionsPerHost
            self.userAgent = userAgent
        }
    }
}

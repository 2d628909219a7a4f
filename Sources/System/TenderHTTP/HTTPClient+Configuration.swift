extension HTTPClient {
    /// The settings of a client's connections.
    public struct Configuration: Hashable, Sendable {
        /// A PEM file of certificate authorities to trust in addition to the system's; `nil` for the system's alone.
        ///
        /// The file replaces libcurl's built-in file, and libcurl's built-in directory (on Debian `/etc/ssl/certs`,
        /// with the same authorities) remains in use beside it.
        public var extraCABundle: String?
        /// The time limit for name resolution, connecting and TLS together.
        public var connectTimeout: Duration
        /// The maximum size of a response's body, in bytes.
        public var maximumBodySize: Int
        /// The maximum number of connections to one host, and so of simultaneous exchanges: 1 to 1024.
        ///
        /// Further exchanges wait in first-come order.
        public var connectionsPerHost: Int
        /// The `User-Agent` field.
        public var userAgent: String

        /// Creates a configuration.
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

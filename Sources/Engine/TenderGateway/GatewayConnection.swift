import TenderBytes
import TenderHTTP

/// The address and the connection settings of a server.
public struct GatewayConnection: Hashable, Sendable {
    /// The server's address without `/v1`: `https`, or `http` for a loopback host, without user name and password.
    public var baseURL: String
    /// A PEM file of certificate authorities to trust in addition to the system's.
    public var extraCABundle: String?
    /// The time limit for name resolution, connecting and TLS together.
    public var connectTimeout: Duration
    /// The time limit for a whole exchange, after which the outcome is unknown.
    public var requestTimeout: Duration
    /// The maximum number of connections, and so of simultaneous exchanges.
    public var connections: Int

    /// Creates a connection's settings.
    public init(
        baseURL: String, extraCABundle: String? = nil, connectTimeout: Duration = .seconds(10),
        requestTimeout: Duration = .seconds(30), connections: Int = 8
    ) {
        self.baseURL = baseURL
        self.extraCABundle = extraCABundle
        self.connectTimeout = connectTimeout
        self.requestTimeout = requestTimeout
        self.connections = connections
    }

    var httpConfiguration: HTTPClient.Configuration {
        HTTPClient.Configuration(
            extraCABundle: extraCABundle, connectTimeout: connectTimeout, connectionsPerHost: connections
        )
    }
}

extension GatewayConnection: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address, without any password: one with a password is refused anyway.
    public var description: String { baseURL.shownAddress }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows no more.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

import TenderBytes
import TenderHTTP

/// How a server is reached.
public struct GatewayConnection: Hashable, Sendable {
    /// The server's address without `/v1`: `https`, or `http` towards a loopback host, without user name and password.
    public var baseURL: String
    /// A PEM file of certificate authorities that are trusted besides the system's.
    public var extraCABundle: String?
    /// The time for finding the host, connecting and TLS.
    public var connectTimeout: Duration
    /// The time for a whole exchange; after it the outcome is unknown.
    public var requestTimeout: Duration
    /// The number of connections, and so of exchanges at once.
    public var connections: Int

    /// Describes a server.
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
    /// The address, without a password that nobody will be asked with.
    public var description: String { baseURL.shownAddress }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows no more.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

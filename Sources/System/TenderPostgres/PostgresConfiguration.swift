public import TenderBytes

/// Where a PostgreSQL server is, as whom to connect, and how that is protected.
///
/// Nothing else has a say: neither the environment variables `PG…` nor `.pgpass`, `pg_service.conf` or `~/.postgresql`.
public struct PostgresConfiguration: Sendable {
    /// What protects a connection.
    public enum Security: Hashable, Sendable {
        /// Nothing: only to a socket in a folder, or to a loopback address.
        case none
        /// TLS 1.2 or 1.3; the server's certificate must be for `host` and come from the authority.
        ///
        /// - Parameters:
        ///   - authority: The path of the PEM file with the certificates of the authorities that are trusted.
        ///   - client: The client's certificate; without it a password is needed.
        case tls(authority: String, client: ClientCertificate?)
    }

    /// The certificate by which a client proves who it is.
    public struct ClientCertificate: Hashable, Sendable {
        /// The path of the PEM file with the certificate.
        public var certificate: String
        /// The path of the PEM file with its key, without a passphrase; only its owner may read it (mode 0600).
        public var key: String

        /// Names the two files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// A name, an address, or the absolute path of the folder of a socket.
    public var host: String
    /// The port; for a socket in a folder a part of its name.
    public var port: UInt16
    /// The name of the database.
    public var database: String
    /// The name of the user.
    public var user: String
    /// The password, which the server learns only without TLS; with it both prove that they know it (SCRAM with channel binding).
    public var password: SecretBytes?
    /// What protects the connection.
    public var security: Security
    /// The time limit for resolving the name, connecting and proving the identities.
    public var connectTimeout: Duration = .seconds(10)
    /// What the server shows in its list of sessions.
    public var applicationName = "tender"
    /// The largest answer to one statement, in bytes; twice that much memory may be needed for a moment.
    public var maximumAnswerSize = 64 << 20

    /// Describes a server.
    public init(
        host: String, port: UInt16 = 5432, database: String, user: String, password: SecretBytes? = nil,
        security: Security
    ) {
        self.host = host
        self.port = port
        self.database = database
        self.user = user
        self.password = password
        self.security = security
    }

    /// Whether the host is the folder of a socket.
    var isFolder: Bool { host.hasPrefix("/") }
}

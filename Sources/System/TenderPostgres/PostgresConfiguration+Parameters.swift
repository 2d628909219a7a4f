extension PostgresConfiguration {
    /// A file that cannot be there, for those that libpq would otherwise look for in the user's home.
    private static let noFile = "/dev/null/none"

    /// libpq's parameters except the password: all that have an effect, so that it looks nowhere else for them.
    ///
    /// - Parameter address: The numeric address; `nil` for a socket in a folder.
    func parameters(address: String?) -> [String: String] {
        var parameters = [
            "host": host, "port": String(port), "dbname": database, "user": user, "application_name": applicationName,
            "passfile": Self.noFile, "client_encoding": "UTF8", "target_session_attrs": "read-write",
            "connect_timeout": "0", "keepalives": "1", "keepalives_idle": "10", "keepalives_interval": "5",
            "keepalives_count": "4", "tcp_user_timeout": "30000", "gssencmode": "disable", "krbsrvname": "postgres",
            "gsslib": "gssapi",
        ]
        parameters["hostaddr"] = address
        return parameters.merging(tlsParameters) { $1 }
    }

    private var tlsParameters: [String: String] {
        var parameters = [
            "sslmode": "disable", "sslcert": Self.noFile, "sslkey": Self.noFile, "sslrootcert": Self.noFile,
            "sslcrl": Self.noFile, "sslcrldir": Self.noFile, "sslsni": "1", "sslcompression": "0",
            "ssl_min_protocol_version": "TLSv1.2", "ssl_max_protocol_version": "TLSv1.3", "channel_binding": "prefer",
        ]
        guard case .tls(let authority, let client) = security else { return parameters }
        parameters["sslmode"] = "verify-full"
        parameters["sslrootcert"] = authority
        if let client {
            parameters["sslcert"] = client.certificate
            parameters["sslkey"] = client.key
        }
        // A server that only pretends to check the password cannot bind the channel.
        if password != nil { parameters["channel_binding"] = "require" }
        return parameters
    }
}

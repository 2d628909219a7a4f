import TenderBytes

extension PostgresConfiguration {
    /// Refuses what may not be used.
    ///
    /// That is a plain connection to another machine, TLS without a proof of the client's identity, and values that libpq
    /// would read as something else. Files are looked at when connecting.
    ///
    /// - Throws: `.invalid`, with what to change.
    public func check() throws(PostgresError) {
        try checkTexts()
        switch security {
        case .none:
            guard isFolder || host.isLoopbackHost else {
                throw .invalid("a connection without TLS goes to this machine only, not to \(host)")
            }
        case .tls(let authority, let client):
            guard !isFolder else { throw .invalid("a socket in a folder has no TLS") }
            for path in [authority, client?.certificate, client?.key] where path.map(Self.isPath) == false {
                throw .invalid("the files of certificates and keys have absolute paths")
            }
            guard client != nil || password != nil else {
                throw .invalid("TLS needs a client's certificate or a password")
            }
        }
        guard connectTimeout > .zero, maximumAnswerSize > 0 else {
            throw .invalid("the time limit and the largest answer are greater than zero")
        }
    }

    private func checkTexts() throws(PostgresError) {
        for (name, text) in [("host", host), ("database", database), ("user", user), ("name", applicationName)] {
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw .invalid("the \(name) is empty or contains the character NUL")
            }
        }
        // libpq would read several hosts, or a socket without a file.
        guard !host.contains(","), !host.hasPrefix("@"), port > 0 else {
            throw .invalid("the host is one name, one address or one folder, and the port is not 0")
        }
        guard let password else { return }
        guard password.count > 0, !password.withUnsafeBytes({ $0.contains(0) }) else {
            throw .invalid("the password is empty or contains the character NUL")
        }
    }

    private static func isPath(_ path: String) -> Bool { path.hasPrefix("/") && !path.utf8.contains(0) }
}

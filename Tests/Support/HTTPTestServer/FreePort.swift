/// A port of 127.0.0.1 for a server that must be given one.
public enum FreePort {
    /// Opens an ephemeral port and closes it again; another process could take it before the caller does.
    public static func find() throws -> Int {
        let socket = try Socket.listening(backlog: 1)
        defer { socket.close() }
        return socket.port
    }
}

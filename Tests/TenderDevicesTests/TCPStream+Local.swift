import TenderDevices
import TenderReaders

extension TCPStream {
    /// Connects to a server of this process, however long a busy machine takes for that.
    static func connect(port: UInt16) async throws(TransportError) -> TCPStream {
        try await connect(host: "127.0.0.1", port: port, timeout: .seconds(600))
    }
}

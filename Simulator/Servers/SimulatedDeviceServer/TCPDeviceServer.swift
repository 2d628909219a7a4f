public import TenderReaders

/// A server of a simulated device on a TCP port, for one program at a time; the next waits until the first has gone.
///
/// The device's state survives the connections. When the device hangs up, the connection ends and the next is served.
public final class TCPDeviceServer<Core: ProtocolCore>: Sendable {
    /// The port, chosen by the system if none was requested.
    public let port: UInt16
    /// The device's outputs; ends with the server.
    ///
    /// One consumer.
    public let outputs: AsyncStream<Core.Output>

    private let server: SessionServer<Core>

    /// Listens and serves.
    ///
    /// - Parameters:
    ///   - device: The device's core; it gets `.opened` at a connection, and `.lost` at its end.
    ///   - host: The address to listen on, by default for programs of this machine only.
    ///   - port: The port; 0 for any free one.
    ///   - clock: The clock of the device's timers.
    /// - Throws: `TransportError`, such as `.failed` when the port is taken.
    public init(
        _ device: Core, host: String = "127.0.0.1", port: UInt16 = 0, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        let listener = try await SocketListener.tcp(host: host, port: port)
        self.port = try listener.port
        server = await SessionServer(device, on: listener, clock: clock)
        outputs = server.outputs
    }

    /// Sends the device a command, such as to see a card.
    public func send(_ command: Core.Command) async { await server.send(command) }

    /// Stops the device; the port is free again.
    public func close() async { await server.close() }
}

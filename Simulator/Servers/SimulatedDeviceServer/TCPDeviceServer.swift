public import TenderReaders

/// Serves a simulated device on a TCP port, to one program at a time; the next waits until the former has gone.
///
/// The device's state outlives the connections. When the device hangs up, the connection ends and the next is served.
public final class TCPDeviceServer<Core: ProtocolCore>: Sendable {
    /// The port, which the system chose when none was asked for.
    public let port: UInt16
    /// What the device tells; ends with the server.
    ///
    /// One consumer.
    public let outputs: AsyncStream<Core.Output>

    private let server: SessionServer<Core>

    /// Listens and serves.
    ///
    /// - Parameters:
    ///   - device: the device's core; it is told `.opened` at a connection, and `.lost` at its end.
    ///   - host: the address to listen on, by default for programs of this machine only.
    ///   - port: the port; 0 for any that is free.
    ///   - clock: what the device's timers are measured with.
    /// - Throws: `TransportError`, such as `.failed` when the port is taken.
    public init(
        _ device: Core, host: String = "127.0.0.1", port: UInt16 = 0, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        let listener = try await SocketListener.tcp(host: host, port: port)
        self.port = try listener.port
        server = await SessionServer(device, on: listener, clock: clock)
        outputs = server.outputs
    }

    /// Asks the device for something, such as to see a card.
    public func send(_ command: Core.Command) async { await server.send(command) }

    /// Ends the device; the port is free again.
    public func close() async { await server.close() }
}

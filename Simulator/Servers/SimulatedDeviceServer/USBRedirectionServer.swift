public import SimulatedDevices
import TenderBytes
import TenderDevices
public import TenderReaders

/// Serves a simulated USB device to virtual machines over the usb-redir protocol, to one at a time.
///
/// QEMU takes it with `-chardev socket,id=reader,path=PATH -device usb-redir,chardev=reader` (or `host=…,port=…`).
public final class USBRedirectionServer<Device: SimulatedUSBDevice>: Sendable {
    /// Where it listens.
    public enum Address: Hashable, Sendable {
        /// A local socket at a path where nothing is.
        case path(String)
        /// A TCP port of this machine; 0 for any that is free.
        case port(UInt16)
    }

    /// The TCP port, if it listens on one.
    public let port: UInt16?
    /// What the device tells; ends with the server.
    ///
    /// One consumer.
    public let outputs: AsyncStream<USBRedirection<Device>.Output>

    private let server: SessionServer<USBRedirection<Device>>

    /// Listens and serves.
    ///
    /// - Parameters:
    ///   - device: the model, plugged in.
    ///   - address: where virtual machines connect.
    ///   - clock: what the model's timers are measured with.
    /// - Throws: `TransportError`, such as `.failed` when the address is taken.
    public init(
        _ device: Device, at address: Address, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        let listener: SocketListener
        switch address {
        case .path(let path):
            listener = try SocketListener.local(path: path)
            port = nil
        case .port(let number):
            listener = try await SocketListener.tcp(host: "127.0.0.1", port: number)
            port = try listener.port
        }
        server = await SessionServer(USBRedirection(device), on: listener, clock: clock)
        outputs = server.outputs
    }

    /// Somebody at the counter does something.
    public func send(_ command: USBRedirection<Device>.Command) async { await server.send(command) }

    /// Ends the device; the address is free again.
    public func close() async { await server.close() }
}

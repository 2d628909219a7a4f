public import SimulatedDevices
import TenderBytes
import TenderDevices
public import TenderReaders

/// A server of a simulated USB device for virtual machines over the usb-redir protocol, for one at a time.
///
/// QEMU connects with `-chardev socket,id=reader,path=PATH -device usb-redir,chardev=reader` (or `host=…,port=…`).
public final class USBRedirectionServer<Device: SimulatedUSBDevice>: Sendable {
    /// The address to listen on.
    public enum Address: Hashable, Sendable {
        /// A local socket at an unused path.
        case path(String)
        /// A TCP port of this machine; 0 for any free one.
        case port(UInt16)
    }

    /// The TCP port, if it listens on one.
    public let port: UInt16?
    /// The device's outputs; ends with the server.
    ///
    /// One consumer.
    public let outputs: AsyncStream<USBRedirection<Device>.Output>

    private let server: SessionServer<USBRedirection<Device>>

    /// Listens and serves.
    ///
    /// - Parameters:
    ///   - device: The model, plugged in.
    ///   - address: The address where virtual machines connect.
    ///   - clock: The clock of the model's timers.
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

    /// Makes somebody at the counter act.
    public func send(_ command: USBRedirection<Device>.Command) async { await server.send(command) }

    /// Stops the device; the address is free again.
    public func close() async { await server.close() }
}

import Glibc
import TenderBytes
import TenderDevices
public import TenderReaders

/// A server of a simulated device on a pseudo terminal: a serial port that programs open and close as often as they
/// like.
///
/// The device's state survives the sessions. When the device hangs up, it is unplugged: the port vanishes, and a new
/// one appears under the same link.
public final class PTYServer<Core: ProtocolCore>: Sendable {
    /// The link to the port, or the port itself without a link.
    public let path: String
    /// The device's outputs; ends with the server.
    ///
    /// One consumer.
    public let outputs: AsyncStream<Core.Output>

    private let runner: CoreRunner<Core>
    private let link: String?
    private let serving = Guarded<Task<Void, Never>?>(nil)

    /// Creates the port and serves it.
    ///
    /// - Parameters:
    ///   - device: The device's core; it gets `.opened` when a program opens the port, and `.lost` when the last closes
    ///     it.
    ///   - link: The path of a link to the port; an existing link is replaced, nothing else is.
    ///   - clock: The clock of the device's timers.
    /// - Throws: `TransportError`.
    public init(
        _ device: Core, link: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TransportError) {
        let port = try PseudoTerminal(link: link)
        self.link = link
        path = link ?? port.path
        runner = await CoreRunner(device: device, clock: clock)
        outputs = runner.outputs
        serving.withLock { serving in
            serving = Task { [runner, link] in await Self.serve(runner, port, link) }
        }
    }

    /// Sends the device a command, such as to see a card.
    public func send(_ command: Core.Command) async { await runner.send(command) }

    /// Stops the device; the port and its link vanish.
    public func close() async {
        let task = serving.withLock { serving in
            defer { serving = nil }
            return serving
        }
        task?.cancel()
        await runner.close()
        await task?.value
    }

    private static func serve(_ runner: CoreRunner<Core>, _ first: PseudoTerminal, _ link: String?) async {
        var port = first
        while true {
            await serve(runner, port)
            await port.close()
            guard !Task.isCancelled, let next = try? PseudoTerminal(link: link) else { break }
            port = next
        }
        await runner.close()
    }

    /// Serves one program after the other until the device hangs up or the task is canceled.
    private static func serve(_ runner: CoreRunner<Core>, _ port: PseudoTerminal) async {
        while !Task.isCancelled, let session = try? await port.session() {
            guard await runner.serve(session) != nil else { return }
        }
    }
}

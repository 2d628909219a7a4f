import TenderBytes
import TenderDevices
import TenderReaders

/// A server of a device's core on the connections of a listener, one after the other.
final class SessionServer<Core: ProtocolCore>: Sendable {
    /// The core's outputs; ends with the server.
    let outputs: AsyncStream<Core.Output>

    private let runner: CoreRunner<Core>
    private let serving = Guarded<Task<Void, Never>?>(nil)

    /// Starts to serve; the listener is closed at the end.
    init(_ core: Core, on listener: SocketListener, clock: any Clock<Duration>) async {
        runner = await CoreRunner(device: core, clock: clock)
        outputs = runner.outputs
        serving.withLock { serving in
            serving = Task { [runner] in
                while !Task.isCancelled, let connection = try? await listener.accept() {
                    await runner.serve(connection)
                }
                await listener.close()
                await runner.close()
            }
        }
    }

    /// Sends the core a command.
    func send(_ command: Core.Command) async { await runner.send(command) }

    /// Closes the connection and the listener.
    func close() async {
        let task = serving.withLock { serving in
            defer { serving = nil }
            return serving
        }
        task?.cancel()
        await runner.close()
        await task?.value
    }
}

import TenderBytes
import TenderDevices
import TenderReaders

/// Plays a device's core on the connections that a listener takes, one after the other.
final class SessionServer<Core: ProtocolCore>: Sendable {
    /// What the core tells; ends with the server.
    let outputs: AsyncStream<Core.Output>

    private let runner: CoreRunner<Core>
    private let serving = Guarded<Task<Void, Never>?>(nil)

    /// Begins to serve; the listener is closed in the end.
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

    /// Asks the core for something.
    func send(_ command: Core.Command) async { await runner.send(command) }

    /// Ends the connection and the listener.
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

import TenderDevices
public import TenderFlow
public import TenderReaders

extension ZVTTerminal {
    /// Asks the terminal at the other end for its id, on a connection of its own.
    ///
    /// - Parameters:
    ///   - configuration: how it speaks.
    ///   - clock: what waiting is measured with.
    ///   - open: opens the line or the connection.
    /// - Throws: `GatewayError` when nobody answers, or the terminal tells no id.
    public static func identify(
        _ configuration: ZVTConfiguration, clock: any Clock<Duration> = ContinuousClock(),
        open: @Sendable () async throws(TransportError) -> any ByteTransport
    ) async throws(GatewayError) -> String {
        let transport: any ByteTransport
        do throws(TransportError) {
            transport = try await open()
        } catch {
            throw .notReached("it cannot be opened: \(error)")
        }
        let runner = await CoreRunner(ZVTCore(configuration), on: transport, clock: clock)
        let id = await identify(runner)
        await runner.close()
        guard let id else { throw .notReached("it does not tell its id") }
        return id
    }

    /// The registration may tell the id; otherwise the newest receipt does.
    private static func identify(_ runner: CoreRunner<ZVTCore>) async -> String? {
        await runner.send(.run(.register))
        for await output in runner.outputs {
            guard case .ended(let request, let end) = output else { continue }
            guard case .completed(let status) = end else { return nil }
            if let id = status?.terminalID { return id }
            guard request == .register else { return nil }
            await runner.send(.run(.repeatReceipt))
        }
        return nil
    }
}

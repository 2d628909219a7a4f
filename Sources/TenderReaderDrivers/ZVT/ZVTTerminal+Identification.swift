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
            throw .notReached(error.opening)
        }
        let runner = await CoreRunner(ZVTCore(configuration), on: transport, clock: clock)
        let id = await identify(runner)
        await runner.close()
        return try id.get()
    }

    /// The registration may tell the id; otherwise the newest receipt does.
    private static func identify(_ runner: CoreRunner<ZVTCore>) async -> Result<String, GatewayError> {
        await runner.send(.run(.register))
        for await output in runner.outputs {
            guard case .ended(let request, let end) = output else { continue }
            switch (request, end) {
            case (_, .completed(let status)):
                if let id = status?.terminalID { return .success(id) }
                guard request == .register else { return .failure(.notReached("it does not tell its id")) }
                await runner.send(.run(.repeatReceipt))
            case (.register, .refused(let result)), (.register, .aborted(let result, _)):
                return .failure(.notReached("it refuses the registration: \(result.sentence)"))
            case (.register, _): return .failure(.notReached("it does not answer"))
            default: return .failure(.notReached("it does not tell its id"))
            }
        }
        return .failure(.notReached("it does not answer"))
    }
}

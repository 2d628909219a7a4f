import TenderDevices
public import TenderFlow
public import TenderReaders

extension ZVTTerminal {
    /// Asks the terminal at the other end for its ID, on a connection of its own, for at most `configuration.opening`.
    ///
    /// - Parameters:
    ///   - configuration: The protocol settings.
    ///   - clock: The clock that measures time limits.
    ///   - open: Opens the line or the connection.
    /// - Throws: `GatewayError` if nobody answers, or the terminal does not report an ID.
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
        let limit = Task {
            guard (try? await clock.sleep(for: configuration.opening)) != nil else { return }
            await runner.close()
        }
        let id = await identify(runner)
        limit.cancel()
        await runner.close()
        return try id.get()
    }

    /// Finds the ID in the registration, otherwise in the newest receipt, and before the first receipt in the status.
    private static func identify(_ runner: CoreRunner<ZVTCore>) async -> Result<String, GatewayError> {
        var questions: [ZVTRequest] = [.repeatReceipt, .status]
        await runner.send(.run(.register))
        for await output in runner.outputs {
            guard case .ended(let request, let end) = output else { continue }
            switch (request, end) {
            case (.register, .refused(let result)), (.register, .aborted(let result, _)):
                return .failure(.notReached("it refuses the registration: \(result.sentence)"))
            case (_, .completed(let status)):
                if let id = status?.terminalID { return .success(id) }
            case (_, .refused), (_, .aborted): break
            case (_, .notSent), (_, .busy), (_, .unknown): return .failure(.notReached("it does not answer"))
            }
            guard !questions.isEmpty else { return .failure(.nameless) }
            await runner.send(.run(questions.removeFirst()))
        }
        return .failure(.notReached("it does not answer"))
    }
}

extension GatewayError {
    /// A journal belongs to a single terminal, so a terminal without an ID cannot have one.
    fileprivate static let nameless = notReached(
        "it does not report its id, which the receipts of most terminals show: make one payment on the terminal by hand"
    )
}

import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// Requests whose answers come in callbacks.
@Suite struct CCIDCallbackTests {
    /// Sends a command in the callback of the one before.
    private static func count(
        down count: Int, _ reader: CCIDReader, _ command: CommandAPDU, ended: @escaping @Sendable (Int) -> Void
    ) {
        guard count > 0 else { return ended(0) }
        reader.begin(.transmit(command)) { answer in
            guard case .success(.answer(let response)) = answer, response.data == command.data else {
                return ended(count)
            }
            Self.count(down: count - 1, reader, command, ended: ended)
        }
    }

    @Test func commandFollowsAnswerInTheCallback() async throws {
        let device = try #require(InProcessUSB(SimulatedCCID(SimulatedCCIDModel(.short))))
        let reader = try await CCIDReader(device)
        _ = try await reader.powerOn()
        let command = try CCIDBackToBackTests.command(0xEE, data: [1, 2, 3], expected: 256)
        let remaining = await withCheckedContinuation { continuation in
            Self.count(down: 50, reader, command) { continuation.resume(returning: $0) }
        }
        #expect(remaining == 0)
        #expect(device.device.executedCommands() == 50)
        await reader.close()
    }

    @Test func everyRequestIsAnsweredOnceBeforeCloseReturns() async throws {
        var model = SimulatedCCIDModel(.short)
        model.faults = [DeviceFault(.drop)]
        let device = try #require(InProcessUSB(SimulatedCCID(model), clock: TestClock()))
        let reader = try await CCIDReader(device, clock: TestClock())
        _ = try await reader.powerOn()
        let command = try CCIDBackToBackTests.command(0xEE, data: [1], expected: 256)
        let answers = Guarded<[String]>([])
        let note: @Sendable (String, Result<CCIDReply, CCIDError>) -> Void = { name, answer in
            if case .failure(let error) = answer { answers.withLock { $0.append("\(name) \(error)") } }
        }
        reader.begin(.transmit(command)) { note("running", $0) }
        reader.begin(.transmit(command)) { note("waiting", $0) }
        let canceled = reader.begin(.transmit(command)) { note("canceled", $0) }
        reader.cancel(canceled)
        await reader.close()
        reader.begin(.transmit(command)) { note("late", $0) }
        #expect(
            answers.withLock { $0 }
                == [
                    "canceled canceled", "running unknownOutcome(TenderReaders.CCIDError.Cause.canceled)",
                    "waiting closed",
                    "late closed",
                ])
        #expect(device.device.executedCommands() == 1)
    }
}

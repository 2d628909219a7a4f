import SimulatedDeviceServer
import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// The UIDs of contactless cards.
@Suite(.timeLimit(.minutes(1))) struct CCIDDataTests {
    private typealias Device = InProcessUSB<SimulatedCCID>

    private func plug(
        _ model: SimulatedCCIDModel, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> (CCIDCardReader, Device) {
        let device = try #require(InProcessUSB(SimulatedCCID(model), clock: clock))
        let reader = Reader(id: "1", model: "x", serialNumber: "1", discoveryMethod: .simulated)
        return (CCIDCardReader(try await CCIDReader(device, clock: clock), reader: reader), device)
    }

    private func read(
        _ reader: CCIDCardReader, _ type: CollectDataType = .nfcUid
    ) async -> Result<CollectedData, ReaderError> {
        do throws(ReaderError) {
            return .success(try await reader.collectData(CollectDataConfiguration(type)))
        } catch {
            return .failure(error)
        }
    }

    private func waitUntilAsked(_ reader: CCIDCardReader) async { await wait(for: .inputOptions(.tapCard), reader) }

    private func wait(for expected: ReaderEvent, _ reader: CCIDCardReader) async {
        for await event in reader.events { if event == expected { return } }
    }

    @Test(arguments: [4, 7, 8, 10]) func theUIDOfACardIsRead(_ count: UInt8) async throws {
        let uid = (1...count).map { $0 }
        let (reader, _) = try await plug(.contactless(uid: uid))
        let expected = (1...count).map { "0" + String($0, radix: 16) }.joined()
        #expect(await read(reader) == .success(.nfcUid(expected)))
        await reader.disconnect()
        #expect(await read(reader) == .failure(.disconnected(.disconnectRequested)))
    }

    @Test func whatIsNoUIDIsRefused() async throws {
        var wrong: [Int] = []
        for count in [0, 3, 11, 200] {
            let (reader, _) = try await plug(.contactless(uid: [UInt8](repeating: 1, count: count)))
            guard case .failure(.refused) = await read(reader) else {
                wrong.append(count)
                continue
            }
            await reader.disconnect()
        }
        #expect(wrong == [])
    }

    @Test func aCardWithContactsGetsNoCommandAndACancelEndsTheWait() async throws {
        let (reader, device) = try await plug(SimulatedCCIDModel(.short))
        let reading = Task { await read(reader) }
        await waitUntilAsked(reader)
        #expect(await read(reader) == .failure(.busy))
        reading.cancel()
        #expect(await reading.value == .failure(.canceled(by: .application)))
        #expect(device.device.executedCommands() == 0)
        #expect(await read(reader, .magstripe) == .failure(.refused("a chip card reader reads no stripes")))
        await reader.disconnect()
    }

    @Test func theCardMayComeLaterAndThePlugMayBePulled() async throws {
        var model = SimulatedCCIDModel.contactless(uid: [4, 1, 2, 3])
        model.hasCard = false
        let (reader, device) = try await plug(model)
        let reading = Task { await read(reader) }
        await waitUntilAsked(reader)
        device.happen(.presentCard)
        #expect(await reading.value == .success(.nfcUid("04010203")))
        device.happen(.removeCard)
        let lost = Task { await read(reader) }
        await waitUntilAsked(reader)
        device.happen(.unplug)
        #expect(await lost.value == .failure(.disconnected(.usbDisconnected)))
    }

    @Test func aPlugThatIsPulledBeforeTheAnswerIsToldAsOne() async throws {
        var model = SimulatedCCIDModel.contactless(uid: [4, 1, 2, 3])
        model.faults = [DeviceFault(.unplug)]
        let (reader, _) = try await plug(model)
        #expect(await read(reader) == .failure(.disconnected(.usbDisconnected)))
    }

    @Test func aTapThatWasTooQuickIsMadeAgain() async throws {
        var model = SimulatedCCIDModel.contactless(uid: [4, 1, 2, 3])
        model.faults = [DeviceFault(.mute)]
        let clock = TestClock()
        let (reader, device) = try await plug(model, clock: clock)
        let reading = Task { await read(reader) }
        await waitUntilAsked(reader)
        try await waitUntil { device.device.pendingFaults == 0 }
        await clock.advance { device.device.abortRequests == 0 }
        device.happen(.removeCard)
        await wait(for: .cardRemoved, reader)
        device.happen(.presentCard)
        #expect(await reading.value == .success(.nfcUid("04010203")))
    }
}

import SimulatedDeviceServer
import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct CCIDReaderTests {
    private typealias Device = InProcessUSB<SimulatedCCID>

    private func plug(
        _ model: SimulatedCCIDModel, policy: CCIDPolicy = CCIDPolicy(), clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> (CCIDReader, Device) {
        let device = try #require(InProcessUSB(SimulatedCCID(model), clock: clock))
        return (try await CCIDReader(device, policy: policy, clock: clock), device)
    }

    private func echo(_ data: [UInt8]) throws -> CommandAPDU {
        try CCIDBackToBackTests.command(0xEE, data: data, expected: 256)
    }

    @Test(arguments: SimulatedCCIDModel.Kind.allCases) func fromPlugToAnswer(_ kind: SimulatedCCIDModel.Kind)
        async throws
    {
        let (reader, device) = try await plug(SimulatedCCIDModel(kind))
        let (atr, _) = try await reader.powerOn()
        #expect(atr.faults == [])
        #expect(reader.interface.product == "Simulated \(kind.rawValue)")
        let data = [UInt8](0..<200)
        for _ in 0..<20 { #expect(try await reader.transmit(try echo(data)).data == data) }
        #expect(try await reader.presence() == .present(insertion: 0))
        try await reader.powerOff()
        await #expect(throws: CCIDError.notPowered) { try await reader.transmit(try echo([1])) }
        #expect(device.device.executedCommands() == 20)
        await reader.close()
        await reader.close()
        await #expect(throws: CCIDError.closed) { try await reader.powerOn() }
    }

    @Test func manyCallersAndSlotsAtOnce() async throws {
        var model = SimulatedCCIDModel(.t1)
        model.slotCount = 3
        model.busySlots = 2
        let (reader, device) = try await plug(model)
        for slot in 0..<3 { _ = try await reader.powerOn(slot: slot) }
        let wrong = try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    let data = [UInt8](repeating: UInt8(number), count: 70)
                    return try await reader.transmit(try echo(data), slot: number % 3).data == data ? 0 : 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
        #expect((0..<3).map { device.device.executedCommands(slot: $0) } == [20, 20, 20])
        await reader.close()
    }

    @Test func cardsAreToldAndTheEndIs() async throws {
        var model = SimulatedCCIDModel(.short)
        model.hasCard = false
        let (reader, device) = try await plug(model)
        var events = reader.events.makeAsyncIterator()
        #expect(await events.next() == .presence(slot: 0, .absent))
        #expect(await events.next() == .ready)
        device.happen(.presentCard)
        #expect(await events.next() == .presence(slot: 0, .present(insertion: 1)))
        device.happen(.removeCard)
        #expect(await events.next() == .presence(slot: 0, .absent))
        device.happen(.unplug)
        #expect(await events.next() == .ended(.removed))
        #expect(await events.next() == nil)
        await #expect(throws: CCIDError.removed) { try await reader.powerOn() }
    }

    @Test func cancelingATaskAborts() async throws {
        var model = SimulatedCCIDModel(.short)
        model.faults = [DeviceFault(.drop)]
        let clock = TestClock()
        let (reader, device) = try await plug(model, clock: clock)
        _ = try await reader.powerOn()
        let command = try echo([1])
        let call = Task { () async -> CCIDError? in
            do throws(CCIDError) {
                _ = try await reader.transmit(command)
                return nil
            } catch {
                return error
            }
        }
        try await waitUntil { device.device.executedCommands() > 0 }
        call.cancel()
        #expect(await call.value == .unknownOutcome(.canceled))
        // The reader goes on.
        #expect(try await reader.transmit(try echo([7])).data == [7])
        await reader.close()
    }

    @Test func silenceEndsByTheClockAndTheReaderIsUsableAgain() async throws {
        for refuses in [false, true] {
            var model = SimulatedCCIDModel(.t1)
            model.faults = [DeviceFault(.mute, at: 2)]
            model.refusesAbort = refuses
            let clock = TestClock()
            let (reader, device) = try await plug(model, clock: clock)
            _ = try await reader.powerOn()
            let command = try echo([1])
            let isAnswered = Guarded(false)
            let call = Task { () async -> CCIDError? in
                defer { isAnswered.withLock { $0 = true } }
                do throws(CCIDError) {
                    _ = try await reader.transmit(command)
                    return nil
                } catch {
                    return error
                }
            }
            try await waitUntil { device.device.pendingFaults == 0 }
            await clock.advance { device.device.abortRequests == 0 }
            // A reader that agrees needs no time; one that refuses has a second for a late answer.
            if refuses { await clock.advance { !isAnswered.withLock { $0 } } }
            #expect(await call.value == .unknownOutcome(.timedOut))
            _ = try await reader.powerOn()
            #expect(try await reader.transmit(try echo([7])).data == [7])
            await reader.close()
        }
    }

    @Test func theTransportHonorsTimeCancellationAndRoom() async throws {
        let clock = TestClock()
        let device = try #require(InProcessUSB(SimulatedCCID(SimulatedCCIDModel(.short)), clock: clock))
        async let nothing = { () async -> TransportError? in
            do throws(TransportError) {
                _ = try await device.bulkIn(byteCount: 64, timeout: .seconds(3))
                return nil
            } catch {
                return error
            }
        }()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await nothing == .timedOut)
        let waiting = Task { () async -> TransportError? in
            do throws(TransportError) {
                _ = try await device.interruptIn(byteCount: 8)
                return nil
            } catch {
                return error
            }
        }
        waiting.cancel()
        #expect(await waiting.value == .canceled)
        try await device.bulkOut([0x65, 0, 0, 0, 0, 0, 0, 0, 0, 0], timeout: .seconds(1))
        await #expect(throws: TransportError.overflow) { try await device.bulkIn(byteCount: 9, timeout: .seconds(1)) }
        device.happen(.unplug)
        await #expect(throws: TransportError.disconnected) {
            try await device.bulkOut([0x65], timeout: .seconds(1))
        }
        await device.close()
        await #expect(throws: TransportError.canceled) { try await device.reset() }
    }

    @Test func askedToSellItSaysWhyNot() async throws {
        let (driver, device) = try await plug(SimulatedCCIDModel(.t1))
        let reader = CCIDCardReader(
            driver, reader: Reader(id: "1", model: "x", serialNumber: "1", discoveryMethod: .simulated))
        await #expect(throws: ReaderError.failed(.missingKeys, CCIDCardReader.refusal)) {
            try await reader.collect(CollectRequest(amount: Amount(minorUnits: 100, currency: .eur)))
        }
        var events = reader.events.makeAsyncIterator()
        #expect(await events.next() == .cardInserted)
        device.happen(.removeCard)
        #expect(await events.next() == .cardRemoved)
        await reader.disconnect()
        #expect(await events.next() == .disconnected(.disconnectRequested))
        #expect(await events.next() == nil)
    }
}

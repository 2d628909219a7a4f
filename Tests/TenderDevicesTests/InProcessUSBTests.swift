import SimulatedDeviceServer
import SimulatedDevices
import TenderReaders
import TenderTestSupport
import Testing

/// A device in this process behaves as one on a bus does.
@Suite struct InProcessUSBTests {
    private typealias Order = EchoUSBDevice.Order
    /// Longer than any transfer here takes.
    private let minute = Duration.seconds(60)

    private func plug() throws -> InProcessUSB<EchoUSBDevice> { try #require(InProcessUSB(EchoUSBDevice())) }

    private func read(_ usb: InProcessUSB<EchoUSBDevice>, _ byteCount: Int) async throws(TransportError) -> [UInt8] {
        try await usb.bulkIn(byteCount: byteCount, timeout: minute)
    }

    private func failure(_ body: () async throws(TransportError) -> Void) async -> TransportError? {
        do throws(TransportError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aLongMessageIsCutBetweenPackets() async throws {
        let usb = try plug()
        try await usb.bulkOut([Order.sendMuch.rawValue], timeout: minute)
        var counts: [Int] = []
        for _ in 0..<3 { counts.append(try await read(usb, 64).count) }
        #expect(counts == [64, 64, 64])
        #expect(try await read(usb, 64).count == 8)
        try await usb.bulkOut([Order.sendMuch.rawValue], timeout: minute)
        let cut = await failure { () throws(TransportError) in _ = try await read(usb, 100) }
        #expect(cut == .overflow)
        await usb.close()
    }

    @Test func aHaltDropsWhatWaitsAndIsCleared() async throws {
        let usb = try plug()
        try await usb.bulkOut([1, 2], timeout: minute)
        try await usb.bulkOut([Order.haltIn.rawValue], timeout: minute)
        let halted = await failure { () throws(TransportError) in _ = try await read(usb, 64) }
        #expect(halted == .stalled)
        try await usb.clearHalt(.bulkIn)
        #expect(usb.device.haltsCleared == 1)
        try await usb.bulkOut([3, 4], timeout: minute)
        #expect(try await read(usb, 64) == [3, 4])
        await usb.close()
    }

    @Test func theMessageThatHaltsItsEndpointFails() async throws {
        let usb = try plug()
        let halted = await failure { () throws(TransportError) in
            try await usb.bulkOut([Order.haltOut.rawValue], timeout: minute)
        }
        #expect(halted == .stalled)
        await usb.close()
    }

    @Test func waitsEndWithTheirTimeTheirTaskTheTransportOrTheDevice() async throws {
        let usb = try plug()
        func wait(_ timeout: Duration) async -> TransportError? {
            await failure { () throws(TransportError) in _ = try await usb.bulkIn(byteCount: 64, timeout: timeout) }
        }
        #expect(await wait(.milliseconds(5)) == .timedOut)
        let canceled = Task { await wait(.seconds(60)) }
        canceled.cancel()
        #expect(await canceled.value == .canceled)
        try await usb.bulkOut([1], timeout: minute)
        #expect(try await read(usb, 64) == [1])
        async let gone = wait(.seconds(60))
        usb.happen(.unplug)
        #expect(await gone == .disconnected)
        let reset = await failure { () throws(TransportError) in try await usb.reset() }
        #expect(reset == .disconnected)
        await usb.close()
        #expect(await wait(.seconds(60)) == .canceled)
    }
}

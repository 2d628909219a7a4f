import SimulatedDevices
import TenderBytes
import TenderReaders
import TenderTestSupport
import TenderUSB
import Testing

extension EmulatedUSBTests {
    @Suite struct LibUSBTests {
        private typealias Echo = EmulatedUSBDevice<EchoUSBDevice>
        private typealias Order = EchoUSBDevice.Order
        private let second = Duration.seconds(1)

        @Test func devicesAreListed() async throws {
            let echo = Echo.plug(EchoUSBDevice())
            defer { echo.unplug() }
            let libUSB = try LibUSB()
            let listing = try await libUSB.devices().first { $0.address == echo.address }
            let interface = try #require(listing?.interfaces.first)
            #expect(listing?.interfaces.count == 1)
            #expect(listing?.bus == 1)
            #expect(interface.vendorID == 0x1209)
            #expect(interface.productID == 1)
            #expect(interface.deviceVersion == 0x1234)
            #expect(interface.interfaceClass == 0xFF)
            #expect(interface.interfaceProtocol == 2)
            #expect(interface.extra == EchoUSBDevice.classDescriptor)
            #expect(
                interface.endpoints == [
                    USBEndpoint(address: 0x01, kind: .bulkOut, maximumPacketSize: 64),
                    USBEndpoint(address: 0x82, kind: .bulkIn, maximumPacketSize: 64),
                    USBEndpoint(address: 0x83, kind: .interruptIn, maximumPacketSize: 8),
                ])
        }

        @Test func anOpenDeviceTellsItsStrings() async throws {
            try await with { _, usb in
                #expect(usb.interface.manufacturer == "Tender")
                #expect(usb.interface.product == "Simulated écho")
                #expect(usb.interface.serialNumber == "SIM1")
            }
        }

        @Test func bytesGoToAndFro() async throws {
            try await with { _, usb in
                var wrong: [Int] = []
                for count in [0, 1, 63, 64, 65, 271, 4096] {
                    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                    try await usb.bulkOut(bytes, timeout: second)
                    if try await usb.bulkIn(byteCount: 4096, timeout: second) != bytes { wrong.append(count) }
                }
                #expect(wrong == [])
            }
        }

        @Test func aCallbackThatBeginsTheNextTransferLosesNothing() async throws {
            try await with { _, usb in
                let user = EchoUser(usb)
                let wrong = await withTaskGroup { group in
                    for number in 0..<8 { group.addTask { await user.exchange(UInt8(number), times: 50) } }
                    return await group.reduce(0, +)
                }
                #expect(wrong == 0)
                #expect(user.count == 400)
            }
        }

        @Test func classRequestsGoToTheInterface() async throws {
            try await with { echo, usb in
                let none = try await usb.control(
                    request: 1, value: 0x0305, bytes: [9, 8], byteCount: 0, timeout: second)
                #expect(none == [])
                #expect(echo.device.controlBytes == [9, 8])
                let bytes = try await usb.control(request: 2, value: 0, bytes: nil, byteCount: 4, timeout: second)
                #expect(bytes == [1, 2, 3, 4])
                let empty = try await usb.control(request: 1, value: 0, bytes: nil, byteCount: 0, timeout: second)
                #expect(empty == [])
                await expect(.stalled) { () throws(TransportError) in
                    _ = try await usb.control(request: 7, value: 0, bytes: nil, byteCount: 4, timeout: second)
                }
            }
        }

        @Test func aHaltIsCleared() async throws {
            try await with { echo, usb in
                await expect(.stalled) { () throws(TransportError) in try await send(.haltOut, to: usb) }
                await expect(.stalled) { () throws(TransportError) in try await usb.bulkOut([1], timeout: second) }
                try await usb.clearHalt(.bulkOut)
                try await send(.haltIn, to: usb)
                await expect(.stalled) { () throws(TransportError) in
                    _ = try await usb.bulkIn(byteCount: 64, timeout: second)
                }
                try await usb.clearHalt(.bulkIn)
                #expect(echo.counts.haltsCleared == 2)
                #expect(echo.device.haltsCleared == 2)
                try await usb.bulkOut([1], timeout: second)
                #expect(try await usb.bulkIn(byteCount: 64, timeout: second) == [1])
            }
        }

        @Test func aMuteDeviceTimesOut() async throws {
            try await with { echo, usb in
                try await send(.mute, to: usb)
                await expect(.timedOut) { () throws(TransportError) in
                    _ = try await usb.bulkIn(byteCount: 64, timeout: .milliseconds(20))
                }
                #expect(echo.counts.discarded == 1)
                try await usb.bulkOut([5], timeout: second)
                #expect(try await usb.bulkIn(byteCount: 64, timeout: second) == [5])
            }
        }

        @Test func tooMuchIsAnOverflow() async throws {
            try await with { _, usb in
                try await send(.sendMuch, to: usb)
                // 128 bytes fit into whole packets, and 100 were asked for.
                await expect(.overflow) { () throws(TransportError) in
                    _ = try await usb.bulkIn(byteCount: 100, timeout: second)
                }
            }
        }

        @Test func theInterruptEndpointWaits() async throws {
            try await with { echo, usb in
                async let bytes = usb.interruptIn(byteCount: 8)
                try await usb.bulkOut([1], timeout: second)
                echo.counter(.presentCard)
                #expect(try await bytes == [0x50, 0x03])
                try await send(.interrupt, to: usb)
                #expect(try await usb.interruptIn(byteCount: 8) == [0x50, 0x02])
            }
        }

        @Test func aCanceledTransferHasReallyEnded() async throws {
            try await with { echo, usb in
                for round in 1...20 {
                    let before = echo.counts.submitted
                    let waiting = Task {
                        await failure { () throws(TransportError) in
                            _ = try await usb.bulkIn(byteCount: 64, timeout: .seconds(60))
                        }
                    }
                    if round % 2 == 0 { while echo.counts.submitted == before { await Task.yield() } }
                    waiting.cancel()
                    #expect(await waiting.value == .canceled)
                }
                // Were one of them still there, it would take the answer.
                try await usb.bulkOut([1], timeout: second)
                #expect(try await usb.bulkIn(byteCount: 64, timeout: second) == [1])
            }
        }

        @Test func closingEndsEveryTransfer() async throws {
            try await with { echo, usb in
                let before = echo.counts.submitted
                async let first = failure { () throws(TransportError) in _ = try await usb.interruptIn(byteCount: 8) }
                async let other = failure { () throws(TransportError) in
                    _ = try await usb.bulkIn(byteCount: 64, timeout: .seconds(60))
                }
                while echo.counts.submitted < before + 2 { await Task.yield() }
                await usb.close()
                #expect(await first == .canceled)
                #expect(await other == .canceled)
                await expect(.canceled) { () throws(TransportError) in try await usb.bulkOut([1], timeout: second) }
                await expect(.canceled) { () throws(TransportError) in try await usb.reset() }
            }
        }

        @Test func aResetCancelsAndGoesOn() async throws {
            try await with { echo, usb in
                let before = echo.counts.submitted
                async let waiting = failure { () throws(TransportError) in _ = try await usb.interruptIn(byteCount: 8) }
                while echo.counts.submitted == before { await Task.yield() }
                try await usb.reset()
                #expect(await waiting == .canceled)
                #expect(echo.counts.resets == 1)
                #expect(echo.device.resets == 1)
                try await usb.bulkOut([1], timeout: second)
                #expect(try await usb.bulkIn(byteCount: 64, timeout: second) == [1])
            }
        }

        @Test func anUnpluggedDeviceEndsWhatIsUnderWay() async throws {
            try await with { echo, usb in
                let before = echo.counts.submitted
                async let first = failure { () throws(TransportError) in _ = try await usb.interruptIn(byteCount: 8) }
                async let other = failure { () throws(TransportError) in
                    _ = try await usb.bulkIn(byteCount: 64, timeout: .seconds(60))
                }
                while echo.counts.submitted < before + 2 { await Task.yield() }
                echo.unplug()
                #expect(await first == .disconnected)
                #expect(await other == .disconnected)
                await expect(.disconnected) { () throws(TransportError) in try await usb.bulkOut([1], timeout: second) }
            }
        }

        @Test func aDeviceThatIsTakenIsBusy() async throws {
            let echo = Echo.plug(EchoUSBDevice())
            defer { echo.unplug() }
            echo.setBusy(true)
            let libUSB = try LibUSB()
            let error = await failure { () throws(TransportError) in
                _ = try await libUSB.open(bus: echo.bus, address: echo.address, interface: 0)
            }
            guard case .busy = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            echo.setBusy(false)
            try await libUSB.open(bus: echo.bus, address: echo.address, interface: 0).close()
        }

        @Test func aKernelDriverGivesWay() async throws {
            let echo = Echo.plug(EchoUSBDevice(), hasDriver: true)
            defer { echo.unplug() }
            let usb = try await LibUSB().open(bus: echo.bus, address: echo.address, interface: 0)
            #expect(echo.counts.driversDetached == 1)
            await usb.close()
        }

        @Test func everyCloseReturnsWhenTheKernelsDriverIsBack() async throws {
            let echo = Echo.plug(EchoUSBDevice(), hasDriver: true)
            defer { echo.unplug() }
            let usb = try await LibUSB().open(bus: echo.bus, address: echo.address, interface: 0)
            let isBack = await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        await usb.close()
                        return echo.hasDriver
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(isBack == [Bool](repeating: true, count: 8))
        }

        @Test func whatIsNotThereIsNotFound() async throws {
            let echo = Echo.plug(EchoUSBDevice())
            defer { echo.unplug() }
            let libUSB = try LibUSB()
            await expect(.notFound("/dev/bus/usb/001/250")) { () throws(TransportError) in
                _ = try await libUSB.open(bus: 1, address: 250, interface: 0)
            }
            await expect(.notFound("interface 3 of \(echo.node)")) {
                () throws(TransportError) in
                _ = try await libUSB.open(bus: 1, address: echo.address, interface: 3)
            }
        }

        // MARK: - Help

        private func with(_ body: (Echo, LibUSBTransport) async throws -> Void) async throws {
            let echo = Echo.plug(EchoUSBDevice())
            let usb = try await LibUSB().open(bus: echo.bus, address: echo.address, interface: 0)
            try await body(echo, usb)
            await usb.close()
            echo.unplug()
        }

        private func send(_ order: Order, to usb: LibUSBTransport) async throws(TransportError) {
            try await usb.bulkOut([order.rawValue], timeout: second)
        }

        private func expect(
            _ error: TransportError, _ location: SourceLocation = #_sourceLocation,
            _ body: () async throws(TransportError) -> Void
        ) async {
            #expect(await failure(body) == error, sourceLocation: location)
        }

        private func failure(_ body: () async throws(TransportError) -> Void) async -> TransportError? {
            do throws(TransportError) {
                try await body()
                return nil
            } catch {
                return error
            }
        }
    }
}

/// Who uses a transport from the callbacks of its transfers, one exchange at a time.
private final class EchoUser: Sendable {
    private struct Order {
        let byte: UInt8
        var remaining: Int
        var wrong = 0
        let ended: CheckedContinuation<Int, Never>
    }

    private struct State {
        var orders: [Order] = []
        var isBusy = false
        var count = 0
    }

    private let usb: LibUSBTransport
    private let state = Guarded(State())

    var count: Int { state.withLock { $0.count } }

    init(_ usb: LibUSBTransport) { self.usb = usb }

    /// How many answers were not what was sent.
    func exchange(_ byte: UInt8, times: Int) async -> Int {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                state.orders.append(Order(byte: byte, remaining: times, ended: continuation))
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if isFree { send() }
        }
    }

    private func send() {
        let message = state.withLock { state in
            state.orders.first.map { [$0.byte, UInt8(truncatingIfNeeded: state.count)] }
        }
        guard let message else { return }
        usb.begin(.bulkOut(message), timeout: nil) { [self] _ in
            usb.begin(.bulkIn(byteCount: 64), timeout: nil) { [self] result in receive(result, message) }
        }
    }

    private func receive(_ result: TransferResult<[UInt8]>, _ expected: [UInt8]) {
        let (ended, isDone) = state.withLock { state in
            state.count += 1
            var order = state.orders.removeFirst()
            order.remaining -= 1
            if result != .success(expected) { order.wrong += 1 }
            // Whoever waits longest is next.
            if order.remaining > 0 { state.orders.append(order) }
            state.isBusy = !state.orders.isEmpty
            return (order.remaining == 0 ? order : nil, state.orders.isEmpty)
        }
        ended.map { $0.ended.resume(returning: $0.wrong) }
        if !isDone { send() }
    }
}

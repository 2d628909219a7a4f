import SimulatedDevices
import TenderReaders
import TenderTestSupport
import TenderUSB
import Testing

extension EmulatedUSBTests {
    @Suite struct LibUSBHIDTests {
        private typealias Echo = EmulatedUSBDevice<EchoHIDDevice>

        @Test(arguments: [false, true]) func reportsGoToAndFro(areNumbered: Bool) async throws {
            try await with(EchoHIDDevice(areNumbered: areNumbered)) { echo, hid in
                #expect(hid.reportDescriptor == EchoHIDDevice(areNumbered: areNumbered).descriptors.report)
                #expect(echo.device.idleRate == 0)
                let id: UInt8 = areNumbered ? 5 : 0
                let report = (areNumbered ? [id] : []) + (0..<EchoHIDDevice.byteCount).map { UInt8($0) }
                // Twice, of whole packets when they have no number: a transfer ends with its report.
                for _ in 0..<2 {
                    try await hid.send(report)
                    #expect(try await hid.receive() == report)
                }
                #expect(echo.device.lastReport == [0x02, id] + report)
                try await hid.setFeature([id, 7, 8])
                #expect(echo.device.lastReport == [0x03, id] + (areNumbered ? [id, 7, 8] : [7, 8]))
                #expect(try await hid.feature(id: id, byteCount: 3) == [id, 7, 8])
            }
        }

        @Test func theKernelsDriverGivesWayAndComesBack() async throws {
            let echo = Echo.plug(EchoHIDDevice(), hasDriver: true)
            defer { echo.unplug() }
            let hid = try await open(echo)
            #expect(echo.counts.driversDetached == 1)
            #expect(!echo.hasDriver)
            await hid.close()
            #expect(echo.hasDriver)
        }

        @Test func aSwipeIsOneReport() async throws {
            let reader = EmulatedUSBDevice.plug(SimulatedMagTekUSB(SimulatedMagnetic.Options(interval: nil)))
            defer { reader.unplug() }
            let hid = try await LibUSB().openHID(bus: reader.bus, address: reader.address, interface: 0)
            async let report = hid.receive()
            reader.counter(.presentCard)
            #expect(try await report.count == 337)
            await hid.close()
        }

        @Test func anUnpluggedDeviceEndsAWait() async throws {
            let echo = Echo.plug(EchoHIDDevice())
            let hid = try await open(echo)
            let before = echo.counts.submitted
            async let waiting = failure { () throws(TransportError) in _ = try await hid.receive() }
            while echo.counts.submitted == before { await Task.yield() }
            echo.unplug()
            #expect(await waiting == .disconnected)
            let late = await failure { () throws(TransportError) in try await hid.send([1]) }
            #expect(late == .disconnected)
            await hid.close()
        }

        @Test func closingEndsAWait() async throws {
            let echo = Echo.plug(EchoHIDDevice())
            defer { echo.unplug() }
            let hid = try await open(echo)
            let before = echo.counts.submitted
            async let waiting = failure { () throws(TransportError) in _ = try await hid.receive() }
            while echo.counts.submitted == before { await Task.yield() }
            await hid.close()
            #expect(await waiting == .canceled)
        }

        @Test func aDeviceThatIsTakenIsBusy() async throws {
            let echo = Echo.plug(EchoHIDDevice())
            defer { echo.unplug() }
            echo.setBusy(true)
            let error = await failure { () throws(TransportError) in _ = try await open(echo) }
            guard case .busy = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            echo.setBusy(false)
            try await open(echo).close()
        }

        @Test func whatSendsNoReportsIsNone() async throws {
            let echo = EmulatedUSBDevice.plug(EchoUSBDevice())
            defer { echo.unplug() }
            let libUSB = try LibUSB()
            let error = await failure { () throws(TransportError) in
                _ = try await libUSB.openHID(bus: echo.bus, address: echo.address, interface: 0)
            }
            #expect(error == .stalled)
            // Nothing of it is left open.
            try await libUSB.open(bus: echo.bus, address: echo.address, interface: 0).close()
        }

        // MARK: - Help

        private func open(_ echo: Echo) async throws(TransportError) -> LibUSBHID {
            try await LibUSB().openHID(bus: echo.bus, address: echo.address, interface: 0)
        }

        private func with(_ device: EchoHIDDevice, _ body: (Echo, LibUSBHID) async throws -> Void) async throws {
            let echo = Echo.plug(device)
            let hid = try await open(echo)
            try await body(echo, hid)
            await hid.close()
            echo.unplug()
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

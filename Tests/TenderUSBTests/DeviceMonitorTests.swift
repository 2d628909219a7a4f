import CUMockdevSender
import SimulatedDevices
import TenderDevices
import TenderReaders
import TenderTestSupport
import Testing

extension EmulatedUSBTests {
    @Suite struct DeviceMonitorTests {
        @Test func whatIsThereIsToldFirst() async throws {
            let device = EmulatedUSBDevice.plug(EchoUSBDevice())
            defer { device.unplug() }
            let attached = try #require(await Self.attachment(UDevMonitor().events([.usb]), at: device.path))
            #expect(attached.subsystem == .usb)
            #expect(attached.node == device.node)
            #expect(attached.vendorID == 0x1209)
            #expect(attached.productID == 1)
            #expect(attached.deviceVersion == 0x1234)
            #expect(attached.manufacturer == "Tender")
            #expect(attached.serialNumber == "SIM1")
            #expect(attached.bus == 1)
            #expect(attached.address == device.address)
            #expect(attached.interfaces.map(\.interfaceClass) == [0xFF])
            #expect(attached.interfaces.first?.extra == EchoUSBDevice.classDescriptor)
            #expect(attached.interfaces.first?.endpoints.map(\.kind) == [.bulkOut, .bulkIn, .interruptIn])
        }

        /// `udevadm trigger` after the rules were installed: the node may be opened from then on.
        @Test func aDeviceWhoseRulesWereAppliedAnewIsToldAgain() async throws {
            let device = EmulatedUSBDevice.plug(EchoUSBDevice())
            var events = UDevMonitor().events([.usb]).makeAsyncIterator()
            while let event = try await events.next(), event != .listed {}
            EmulatedBus.shared.change(device.path)
            // Comes next when the change is not told.
            device.unplug()
            guard case .attached(let again)? = try await events.next() else {
                Issue.record("the change is not told")
                return
            }
            #expect(again.path == device.path)
            #expect(try await events.next() == .detached(path: device.path))
        }

        @Test func comingAndGoingAreTold() async throws {
            var events = UDevMonitor().events([.usb]).makeAsyncIterator()
            // The root hub, and the end of what is there.
            while let event = try await events.next(), event != .listed {}
            for _ in 0..<3 {
                let device = EmulatedUSBDevice.plug(EchoUSBDevice())
                let event = try await events.next()
                guard case .attached(let attached) = event else {
                    Issue.record("\(String(describing: event))")
                    return
                }
                #expect(attached.path == device.path)
                #expect(attached.product == "Simulated écho")
                device.unplug()
                #expect(try await events.next() == .detached(path: device.path))
            }
        }

        @Test func serialPortsAndRawDevicesKnowTheirUSBDevice() async throws {
            let device = EmulatedUSBDevice.plug(EchoUSBDevice())
            defer { device.unplug() }
            var events = UDevMonitor().events([.tty, .hidraw]).makeAsyncIterator()
            #expect(try await events.next() == .listed)
            let parent = device.path.dropFirst(4)
            let bus = EmulatedBus.shared
            bus.add("P: \(parent)/1-1:1.0\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_interface\n")
            bus.add(
                "P: \(parent)/1-1:1.0/tty/ttyACM7\nN: ttyACM7\nS: serial/by-id/tender\nE: SUBSYSTEM=tty\n"
                    + "E: DEVNAME=/dev/ttyACM7\nE: MAJOR=166\nE: MINOR=7\n")
            let first = try await events.next()
            guard case .attached(let port) = first else {
                Issue.record("\(String(describing: first))")
                return
            }
            #expect(port.subsystem == .tty)
            #expect(port.node == "/dev/ttyACM7")
            #expect(port.vendorID == 0x1209)
            #expect(port.serialNumber == "SIM1")
            #expect(port.bus == nil)
            bus.add(
                "P: \(parent)/1-1:1.0/hidraw/hidraw7\nN: hidraw7\nE: SUBSYSTEM=hidraw\nE: DEVNAME=/dev/hidraw7\n"
                    + "E: MAJOR=240\nE: MINOR=7\n")
            let second = try await events.next()
            guard case .attached(let raw) = second else {
                Issue.record("\(String(describing: second))")
                return
            }
            #expect(raw.subsystem == .hidraw)
            #expect(raw.productID == 1)
            bus.remove(raw.path)
            #expect(try await events.next() == .detached(path: raw.path))
            bus.remove(port.path)
            #expect(try await events.next() == .detached(path: port.path))
        }

        @Test func cancelingEndsTheStream() async {
            let events = UDevMonitor().events([.usb])
            let consumer = Task {
                var count = 0
                for try await _ in events { count += 1 }
                return count
            }
            consumer.cancel()
            let result = await consumer.result
            #expect((try? result.get()) != nil)
        }

        /// A monitor that ends while it is told of something ends neither the teller nor the other monitors.
        @Test func eventsMayMeetTheEndOfAMonitor() async throws {
            let device = EmulatedUSBDevice.plug(EchoUSBDevice())
            defer { device.unplug() }
            var events = UDevMonitor().events([.usb]).makeAsyncIterator()
            while let event = try await events.next(), event != .listed {}
            let ending = Task {
                while !Task.isCancelled { for try await _ in UDevMonitor().events([.usb]) { break } }
            }
            var told = 0
            for _ in 0..<100 {
                EmulatedBus.shared.change(device.path)
                if case .attached? = try await events.next() { told += 1 }
            }
            ending.cancel()
            try await ending.value
            #expect(told == 100)
        }

        /// A monitor with a full queue keeps the teller waiting until it reads.
        @Test func aMonitorThatHasNotReadIsWaitedFor() async throws {
            let device = EmulatedUSBDevice.plug(EchoUSBDevice())
            defer { device.unplug() }
            let monitor = try #require(MonitorSocket())
            monitor.fill()
            let waits = monitor_waits()
            let telling = Task { await OwnThread.run { EmulatedBus.shared.change(device.path) } }
            while monitor_waits() == waits { await Task.yield() }
            await OwnThread.run { monitor.readEvent() }
            await telling.value
        }

        private static func attachment(
            _ events: AsyncThrowingStream<DeviceEvent, any Error>, at path: String
        ) async throws -> AttachedDevice? {
            for try await event in events {
                if case .attached(let device) = event, device.path == path { return device }
            }
            return nil
        }
    }
}

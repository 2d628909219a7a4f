import Glibc
import TenderDevices
import TenderReaders
import Testing

extension EmulatedUSBTests {
    @Suite struct HIDRawTests {
        /// A magnetic stripe reader as the kernel may tell of it: input reports of 337 bytes, features of 24.
        private static let report: [UInt8] = [
            0x06, 0x00, 0xFF, 0x09, 0x01, 0xA1, 0x01, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08, 0x96, 0x51, 0x01, 0x09,
            0x20, 0x81, 0x02, 0x95, 0x18, 0x09, 0x20, 0xB1, 0x02, 0xC0,
        ]

        @Test func reportsGoToAndFro() async throws {
            let device = EmulatedHIDRaw(report: Self.report, number: 5)
            let hid = try await HIDRaw.open(device.node)
            #expect(hid.reportDescriptor == Self.report)
            #expect(HIDReportLengths(hid.reportDescriptor).longest(.input) == 337)
            try await hid.setFeature([0] + (1...24))
            #expect(device.feature == [0] + (1...24))
            #expect(try await hid.feature(id: 0, byteCount: 25) == [0] + (1...24).reversed())
            async let received = hid.receive()
            let swipe = (0..<337).map { UInt8(truncatingIfNeeded: $0) }
            #expect(write(device.deviceEnd, swipe, swipe.count) == 337)
            #expect(try await received == swipe)
            await hid.close()
            device.unplug()
        }

        @Test func theLockGoesWithItsOwner() async throws {
            let device = EmulatedHIDRaw(report: Self.report, number: 6)
            try await HIDRaw.open(device.node).close()
            try await HIDRaw.open(device.node).close()
            device.unplug()
            let wrong = await failure { () throws(TransportError) in _ = try await HIDRaw.open("/dev/null") }
            #expect(wrong == .failed("/dev/null is not a HID device"))
            let missing = await failure { () throws(TransportError) in _ = try await HIDRaw.open("/dev/hidraw77") }
            #expect(missing == .notFound("/dev/hidraw77"))
        }

        @Test func outputReportsGoOut() async throws {
            for (number, isNumbered) in [(20, false), (21, true)] {
                var report = Self.report
                if isNumbered { report.insert(contentsOf: [0x85, 0x05], at: 7) }
                let device = EmulatedHIDRaw(report: report, number: number)
                let hid = try await HIDRaw.open(device.node)
                try await hid.send([5, 1, 2, 3])
                // The kernel takes a zero away from reports without a number.
                #expect(device.written(upTo: 64) == (isNumbered ? [5, 1, 2, 3] : [0, 5, 1, 2, 3]))
                await hid.close()
                device.unplug()
            }
        }

        @Test func aSecondProgramIsToldWhoHasIt() async throws {
            let device = EmulatedHIDRaw(report: Self.report, number: 22)
            let hid = try await HIDRaw.open(device.node)
            let busy = await failure { () throws(TransportError) in _ = try await HIDRaw.open(device.node) }
            guard case .busy = busy else {
                Issue.record("\(String(describing: busy))")
                return
            }
            await hid.close()
            try await HIDRaw.open(device.node).close()
            device.unplug()
        }

        @Test func anUnpluggedDeviceEndsAWait() async throws {
            let device = EmulatedHIDRaw(report: Self.report, number: 23)
            let hid = try await HIDRaw.open(device.node)
            async let waiting = failure { () throws(TransportError) in _ = try await hid.receive() }
            device.unplug()
            #expect(await waiting == .disconnected)
            let late = await failure { () throws(TransportError) in try await hid.send([1]) }
            #expect(late == .disconnected)
            await hid.close()
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

import SimulatedDevices
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

extension EmulatedUSBTests {
    @Suite struct HardwareReaderSourceTests {
        private typealias Swiper = EmulatedUSBDevice<SimulatedMagTekUSB>

        private static let token = ConnectionToken(secret: SecretBytes(utf8: "pst_test"))
        private static let request = CollectRequest(amount: Amount(minorUnits: 500, currency: .eur))

        private func readers() async throws -> [Reader] {
            for try await readers in HardwareReaderSource().discover(.usb) { return readers }
            return []
        }

        private func address(_ place: String) throws -> ReaderAddress { try #require(ReaderAddress("usb:\(place)")) }

        /// What a card of a chip reader answers to a command.
        private func echo(_ reader: CCIDCardReader, _ data: [UInt8]) async throws -> [UInt8] {
            _ = try await reader.driver.powerOn()
            let command = try #require(CommandAPDU(cla: 0, ins: 0xEE, p1: 0, p2: 0, data: data, expectedCount: 256))
            return try await reader.driver.transmit(command).data
        }

        @Test func aChipReaderOfTheMakersOwnClassIsFoundAndOpened() async throws {
            var model = SimulatedCCIDModel(.short)
            (model.vendorID, model.productID) = (0x04E6, 0xE003)
            (model.interfaceClass, model.deviceVersion) = (0xFF, 0x0510)
            let device = EmulatedUSBDevice.plug(SimulatedCCID(model))
            defer { device.unplug() }
            #expect(try await readers().map(\.id) == ["usb:1-\(device.address)"])
            let reader = try await HardwareReaderSource().openChipReader(try address("1-\(device.address)"))
            #expect(try await echo(reader, [1, 2, 3]) == [1, 2, 3])
            await reader.disconnect()
        }

        @Test func aChipReaderThatCannotBeUsedSaysWhy() async throws {
            var model = SimulatedCCIDModel(.short)
            (model.vendorID, model.productID, model.deviceVersion) = (0x04E6, 0xE001, 0x0515)
            let device = EmulatedUSBDevice.plug(SimulatedCCID(model))
            defer { device.unplug() }
            let problem = try #require(try await readers().first?.problem)
            #expect(problem.kind == .outdated)
            #expect(problem.message == CCIDUnsupported.oldFirmware(minimum: 0x0516).sentence)
        }

        @Test func everyChipInterfaceIsAReader() async throws {
            let parts = [SimulatedCCID(SimulatedCCIDModel(.short)), SimulatedCCID(SimulatedCCIDModel(.short))]
            let device = EmulatedUSBDevice.plug(CompositeUSBDevice(parts))
            defer { device.unplug() }
            let port = "1-\(device.address)"
            #expect(try await readers().map(\.id) == ["usb:\(port):0", "usb:\(port):1"])
            let source = HardwareReaderSource()
            let second = try await source.openChipReader(try address("\(port):1"))
            let first = try await source.openChipReader(try address("\(port):0"))
            for number in 0..<3 as Range<UInt8> { #expect(try await echo(second, [number]) == [number]) }
            #expect(try await echo(first, [9]) == [9])
            #expect(device.device.parts.map { $0.executedCommands() } == [1, 3])
            await first.disconnect()
            await second.disconnect()
        }

        @Test func aStripeReaderWithoutANodeIsOpenedByItsInterface() async throws {
            let device = Swiper.plug(Self.swiper, hasDriver: true)
            defer { device.unplug() }
            let reader = try #require(try await readers().first)
            #expect(reader.id == "usb:1-\(device.address)")
            #expect(reader.problem == nil)
            try await swipe(reader, device)
            #expect(device.counts.driversDetached == 1)
        }

        @Test func aNodeThatIsNotThereIsNoObstacle() async throws {
            let device = Swiper.plug(Self.swiper)
            defer { device.unplug() }
            let path = "\(device.path.dropFirst(4))/1-\(device.address):1.0"
            EmulatedBus.shared.add("P: \(path)\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_interface\n")
            EmulatedBus.shared.add(
                "P: \(path)/hidraw/hidraw40\nE: SUBSYSTEM=hidraw\nE: DEVNAME=/dev/hidraw40\nE: MAJOR=240\nE: MINOR=40\n"
            )
            defer { EmulatedBus.shared.remove("/sys\(path)/hidraw/hidraw40") }
            let all = try await readers()
            let reader = try #require(all.first)
            #expect(all.count == 1)
            #expect(reader.problem == nil)
            try await swipe(reader, device)
        }

        @Test func theNodeComesFirst() async throws {
            let device = Swiper.plug(Self.swiper)
            defer { device.unplug() }
            let interface = "\(device.path)/1-\(device.address):1.0"
            let node = EmulatedHIDRaw(report: Self.swiper.descriptors.report ?? [], number: 41, below: interface)
            defer { node.unplug() }
            let all = try await readers()
            let reader = try #require(all.first)
            #expect(all.count == 1)
            let opened = try await HardwareReaderSource().connect(reader, token: Self.token)
            #expect(device.counts.submitted == 0)
            await opened.disconnect()
        }

        private static var swiper: SimulatedMagTekUSB {
            SimulatedMagTekUSB(SimulatedMagnetic.Options(form: .magneSafe, interval: nil))
        }

        private func swipe(_ reader: Reader, _ device: Swiper) async throws {
            let opened = try await HardwareReaderSource().connect(reader, token: Self.token)
            var events = opened.events.makeAsyncIterator()
            async let card = opened.collect(Self.request)
            #expect(await events.next() == .inputOptions(.swipeCard))
            device.counter(.presentCard)
            #expect(try await card.card.readMethod == .magneticStripeTrack2)
            await opened.disconnect()
        }
    }
}

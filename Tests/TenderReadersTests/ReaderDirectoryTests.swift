import TenderModel
import TenderReaders
import Testing

@Suite struct ReaderDirectoryTests {
    private static let port = "/sys/devices/pci0000:00/0000:00:14.0/usb3/3-1"

    /// A whole device, with interfaces of these classes.
    private func device(_ vendorID: UInt16, _ productID: UInt16, _ classes: [UInt8]) -> AttachedDevice {
        let interfaces = classes.enumerated().map { number, kind in
            var interface = ccidInterface(features: 0x2_0040, vendorID: vendorID, productID: productID)
            interface.number = UInt8(number)
            interface.interfaceClass = kind
            if kind == 0x03 { interface.extra = [9, 0x21, 0x11, 0x01, 0, 1, 0x22, 28, 0] }
            return interface
        }
        return AttachedDevice(
            path: Self.port, subsystem: .usb, node: "/dev/bus/usb/003/007", vendorID: vendorID, productID: productID,
            product: "Thing", serialNumber: "S1", bus: 3, address: 7, interfaces: interfaces)
    }

    private func node(_ vendorID: UInt16, _ productID: UInt16, interface: Int = 0) -> AttachedDevice {
        AttachedDevice(
            path: "\(Self.port)/3-1:1.\(interface)/0003:0801:0002.0001/hidraw/hidraw0", subsystem: .hidraw,
            node: "/dev/hidraw0", vendorID: vendorID, productID: productID)
    }

    private func directory(_ devices: AttachedDevice...) -> ReaderDirectory {
        var directory = ReaderDirectory()
        for device in devices { directory.handle(.attached(device)) }
        return directory
    }

    private func places(_ directory: ReaderDirectory) -> [String] {
        directory.usb.map { entry in
            "\(entry.reader.id) \(entry.family?.rawValue ?? "-") \(entry.interface.map { "\($0.number)" } ?? "-")"
        }
    }

    @Test func aChipReaderIsKnownByTheClassOfItsInterface() {
        #expect(places(directory(device(0x1209, 1, [0x0B]))) == ["usb:3-1 ccid 0"])
        #expect(places(directory(device(0x1209, 1, [0x08, 0x0B]))) == ["usb:3-1 ccid 1"])
        #expect(places(directory(device(0x1209, 1, [0x08, 0xFF]))) == [])
    }

    @Test func theMakersPresentStripeReadersAreKnown() {
        let numbers: [UInt16] = [0x0019, 0x001A, 0x001C, 0x001E, 0x001F, 0x0020, 0x2020, 0x2023, 0x2024]
        let unknown = numbers.filter { places(directory(device(0x0801, $0, [0x03]))) != ["usb:3-1 magtek 0"] }
        #expect(unknown == [])
    }

    @Test func aChipReaderIsListedWithItsFirmware() {
        var device = device(0x1209, 1, [0x0B])
        device.deviceVersion = 0x0206
        #expect(directory(device).usb.first?.reader.softwareVersion == "2.06")
    }

    @Test func aChipReaderOfTheMakersOwnClassIsKnownByItsNumbers() {
        #expect(places(directory(device(0x04E6, 0xE003, [0xFF]))) == ["usb:3-1 ccid 0"])
        #expect(places(directory(device(0x04E6, 0xE001, [0xFF]))) == [])
        var withoutDescriptor = device(0x04E6, 0xE003, [0xFF])
        withoutDescriptor.interfaces[0].extra = [4, 0x21, 0, 0]
        #expect(places(directory(withoutDescriptor)) == [])
    }

    @Test func everyChipInterfaceIsAReader() {
        let directory = directory(device(0x1209, 1, [0x0B, 0x08, 0x0B]))
        #expect(places(directory) == ["usb:3-1:0 ccid 0", "usb:3-1:2 ccid 2"])
        #expect(directory.usb.map(\.sharesDevice) == [true, true])
        #expect(directory.usb(at: "3-1:2")?.interface?.number == 2)
        #expect(directory.usb(at: "3-1")?.interface?.number == 0)
        #expect(directory.usb(at: "S1")?.interface?.number == 0)
        #expect(directory.usb(at: "3-2") == nil)
    }

    /// A keyboard with a slot for cards has hidraw nodes for its keys.
    @Test func nodesOfOtherInterfacesHideNoChipReader() {
        let keyboard = directory(device(0x046A, 0x0010, [0x03, 0x0B]), node(0x046A, 0x0010))
        #expect(places(keyboard) == ["usb:3-1 ccid 1"])
    }

    @Test func reportsComeByTheirNodeAndOtherwiseByTheInterface() throws {
        var hub = device(0x1D6B, 2, [0x09])
        hub.path = String(Self.port.dropLast(4))
        var directory = directory(hub, device(0x0801, 0x0002, [0x08, 0x03]))
        #expect(places(directory) == ["usb:3-1 magtek 1"])
        #expect(directory.usb.first?.device.subsystem == .usb)
        directory.handle(.attached(node(0x0801, 0x0002, interface: 1)))
        #expect(places(directory) == ["usb:3-1 magtek 1"])
        #expect(directory.usb.first?.device.subsystem == .hidraw)
        #expect(directory.usb.first?.interface?.node == "/dev/bus/usb/003/007")
        directory.handle(.detached(path: node(0, 0, interface: 1).path))
        #expect(directory.usb.first?.device.subsystem == .usb)
        directory.handle(.detached(path: Self.port))
        directory.handle(.detached(path: hub.path))
        #expect(directory.usb == [])
    }

    @Test func aKnownReaderWithoutReportsIsNoneOfTheBus() {
        #expect(places(directory(device(0x0ACD, 0x3530, [0x02, 0x0A]))) == [])
    }
}

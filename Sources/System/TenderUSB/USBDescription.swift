import CLibUSB
import TenderReaders

/// The description of a device that libusb reads without opening it.
struct USBDescription {
    /// The indexes of the device's strings.
    struct StringIndexes: Sendable {
        var manufacturer: UInt8
        var product: UInt8
        var serialNumber: UInt8
    }

    var interfaces: [USBInterface] = []
    var strings: StringIndexes

    /// The maximum number of interface and endpoint descriptors to read: more than a device can have.
    private static let limit = 32

    /// Reads the descriptors of the active configuration.
    init(_ device: OpaquePointer, _ node: String) throws(TransportError) {
        var descriptor = libusb_device_descriptor()
        let result = libusb_get_device_descriptor(device, &descriptor)
        guard result == 0 else { throw TransportError(result, "libusb_get_device_descriptor", node) }
        strings = StringIndexes(
            manufacturer: descriptor.iManufacturer, product: descriptor.iProduct, serialNumber: descriptor.iSerialNumber
        )
        var configuration: UnsafeMutablePointer<libusb_config_descriptor>?
        let read = libusb_get_active_config_descriptor(device, &configuration)
        guard read == 0, let configuration else {
            throw TransportError(read, "libusb_get_active_config_descriptor", node)
        }
        defer { libusb_free_config_descriptor(configuration) }
        let list = UnsafeBufferPointer(
            start: configuration.pointee.interface, count: Int(configuration.pointee.bNumInterfaces))
        for entry in list.prefix(Self.limit) where entry.num_altsetting > 0 {
            if let setting = entry.altsetting?.pointee { interfaces.append(Self.interface(setting, descriptor)) }
        }
    }

    private static func interface(
        _ setting: libusb_interface_descriptor, _ device: libusb_device_descriptor
    ) -> USBInterface {
        let endpoints = UnsafeBufferPointer(
            start: setting.endpoint, count: setting.endpoint == nil ? 0 : Int(setting.bNumEndpoints)
        ).prefix(limit)
        var extra = bytes(setting.extra, setting.extra_length)
        // Early CCID readers place their class descriptor here.
        if extra.isEmpty, let last = endpoints.last { extra = bytes(last.extra, last.extra_length) }
        return USBInterface(
            vendorID: device.idVendor, productID: device.idProduct, deviceVersion: device.bcdDevice,
            number: setting.bInterfaceNumber, interfaceClass: setting.bInterfaceClass,
            interfaceSubclass: setting.bInterfaceSubClass, interfaceProtocol: setting.bInterfaceProtocol, extra: extra,
            endpoints: endpoints.compactMap(endpoint))
    }

    private static func endpoint(_ descriptor: libusb_endpoint_descriptor) -> USBEndpoint? {
        let isIn = descriptor.bEndpointAddress & 0x80 != 0
        let kind: USBEndpoint.Kind
        switch (descriptor.bmAttributes & 3, isIn) {
        case (2, true): kind = .bulkIn
        case (2, false): kind = .bulkOut
        case (3, true): kind = .interruptIn
        default: return nil
        }
        // On a high-speed device, the higher bits give the number of packets per microframe.
        let size = Int(descriptor.wMaxPacketSize & 0x7FF)
        return USBEndpoint(address: descriptor.bEndpointAddress, kind: kind, maximumPacketSize: size)
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
        guard let start, count > 0 else { return [] }
        return [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
    }
}

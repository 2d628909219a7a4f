import CLibUSB
import TenderDevices
public import TenderReaders

/// The USB devices of this machine, through libusb.
///
/// All transfers are asynchronous and complete on one thread; calls that may block run on threads of their own.
public final class LibUSB: Sendable {
    private let context: USBContext

    /// The version of the libusb in use.
    public static var version: String {
        guard let version = libusb_get_version()?.pointee else { return "unknown" }
        return "\(version.major).\(version.minor).\(version.micro)"
    }

    /// Starts using libusb; its thread ends when this object and everything opened with it is gone.
    ///
    /// - Throws: `.failed` if the system provides no USB access.
    public init() throws(TransportError) { context = try USBContext() }

    /// Returns the attached devices, without their strings; devices whose descriptors cannot be read are left out.
    public func devices() async throws(TransportError) -> [USBDeviceListing] {
        try await onThread { (context) throws(TransportError) in
            try Self.withDevices(context) { (device) throws(TransportError) in
                let (bus, address) = (libusb_get_bus_number(device), libusb_get_device_address(device))
                guard let description = try? USBDescription(device, Self.node(bus, address)) else { return nil }
                return USBDeviceListing(bus: bus, address: address, interfaces: description.interfaces)
            }
        }
    }

    /// Opens a device and claims one of its interfaces; canceling does not interrupt it.
    ///
    /// - Parameters:
    ///   - bus: The number of its bus.
    ///   - address: Its address on the bus.
    ///   - interface: The number of the interface.
    /// - Throws: `.notFound`, `.accessDenied`, or `.busy` with the program that has the device open, such as pcscd, if
    ///   it can be determined.
    public func open(bus: UInt8, address: UInt8, interface: UInt8) async throws(TransportError) -> LibUSBTransport {
        let (handle, description) = try await openHandle(bus, address, interface)
        return LibUSBTransport(handle, description)
    }

    /// Opens a HID device and claims its interface, which its kernel driver releases until the device is closed.
    ///
    /// Use it where there is no hidraw node.
    /// - Throws: Like `open`; `.notFound` if the interface sends no reports.
    public func openHID(bus: UInt8, address: UInt8, interface: UInt8) async throws(TransportError) -> LibUSBHID {
        let (handle, description) = try await openHandle(bus, address, interface)
        do throws(TransportError) {
            return try await LibUSBHID(handle, description)
        } catch {
            await handle.close()
            throw error
        }
    }

    private func openHandle(
        _ bus: UInt8, _ address: UInt8, _ number: UInt8
    ) async throws(TransportError) -> (USBHandle, USBInterface) {
        let node = Self.node(bus, address)
        let opened = try await onThread { (context) throws(TransportError) -> Opened? in
            try Self.withDevices(context) { (device) throws(TransportError) -> Opened? in
                guard libusb_get_bus_number(device) == bus, libusb_get_device_address(device) == address else {
                    return nil
                }
                let description = try USBDescription(device, node)
                guard let interface = description.interfaces.first(where: { $0.number == number }) else {
                    throw .notFound("interface \(number) of \(node)")
                }
                let handle = try USBHandle(device, node, claiming: number, in: context)
                return Opened(handle: handle, interface: interface, strings: description.strings)
            }.first
        }
        guard let opened else { throw .notFound(node) }
        var interface = opened.interface
        interface.manufacturer = await opened.handle.string(opened.strings.manufacturer)
        interface.product = await opened.handle.string(opened.strings.product)
        interface.serialNumber = await opened.handle.string(opened.strings.serialNumber)
        return (opened.handle, interface)
    }

    private struct Opened: Sendable {
        let handle: USBHandle
        let interface: USBInterface
        let strings: USBDescription.StringIndexes
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable (USBContext) throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        let context = context
        let result = await OwnThread.run { () -> Result<Value, TransportError> in
            do throws(TransportError) { return .success(try body(context)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Returns the non-`nil` results of `body` for each device.
    private static func withDevices<Value>(
        _ context: USBContext, _ body: (OpaquePointer) throws(TransportError) -> Value?
    ) throws(TransportError) -> [Value] {
        try context.use { (raw) throws(TransportError) in
            var list: UnsafeMutablePointer<OpaquePointer?>?
            let count = libusb_get_device_list(raw, &list)
            guard count >= 0 else { throw TransportError(Int32(count), "libusb_get_device_list", "USB") }
            defer { libusb_free_device_list(list, 1) }
            var values: [Value] = []
            for device in UnsafeBufferPointer(start: list, count: count) {
                if let device, let value = try body(device) { values.append(value) }
            }
            return values
        }
    }

    /// Returns the node of a device, for messages.
    private static func node(_ bus: UInt8, _ address: UInt8) -> String {
        let parts = [bus, address].map { number in
            let digits = String(number)
            return String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "/dev/bus/usb/" + parts.joined(separator: "/")
    }
}

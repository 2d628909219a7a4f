import CLibUDev
import TenderReaders

extension AttachedDevice {
    /// Describes a libudev device; `nil` if it belongs to no reported family, or is a terminal without a device.
    init?(_ device: OpaquePointer, _ path: String) {
        guard let name = Self.text(udev_device_get_subsystem(device)), let subsystem = DeviceSubsystem(rawValue: name),
            subsystem != .tty || !path.contains("/devices/virtual/")
        else { return nil }
        self.init(
            path: path, subsystem: subsystem, node: Self.text(udev_device_get_devnode(device)),
            links: UDevList.names(udev_device_get_devlinks_list_entry(device)).sorted())
        // Borrowed from the child and freed with it.
        let usb =
            subsystem == .usb ? device : udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
        guard let usb else { return }
        vendorID = Self.attribute(usb, "idVendor").flatMap { UInt16($0, radix: 16) }
        productID = Self.attribute(usb, "idProduct").flatMap { UInt16($0, radix: 16) }
        deviceVersion = Self.attribute(usb, "bcdDevice").flatMap { UInt16($0, radix: 16) }
        manufacturer = Self.attribute(usb, "manufacturer")
        product = Self.attribute(usb, "product")
        serialNumber = Self.attribute(usb, "serial")
        guard subsystem == .usb else { return }
        bus = Self.attribute(usb, "busnum").flatMap { UInt8($0) }
        address = Self.attribute(usb, "devnum").flatMap { UInt8($0) }
        // Empty while the device is unconfigured.
        let active = Self.attribute(usb, "bConfigurationValue").flatMap { UInt8($0) }
        interfaces = USBInterface.all(in: SmallFile.bytes(path + "/descriptors") ?? [], configuration: active)
    }

    private static func attribute(_ device: OpaquePointer, _ name: String) -> String? {
        text(udev_device_get_sysattr_value(device, name))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}

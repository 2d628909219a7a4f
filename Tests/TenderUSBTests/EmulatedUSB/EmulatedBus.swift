import CUMockdev
import Glibc
import TenderBytes

/// The emulated machine of this process: its sysfs and its nodes.
///
/// There is one, since umockdev can have no other.
final class EmulatedBus: @unchecked Sendable {
    // umockdev's functions may be called from any thread; the pointer never changes.
    let testbed: UnsafeMutablePointer<UMockdevTestbed>

    private let lastAddress = Guarded<UInt8>(1)

    /// Whether this process runs under `umockdev-wrapper`.
    static var isAvailable: Bool {
        getenv("LD_PRELOAD").map { String(cString: $0) }?.contains("umockdev-preload") ?? false
    }

    /// The bus; made at the first use, with its root hub.
    static let shared = EmulatedBus()

    private init() {
        guard Self.isAvailable, let testbed = umockdev_testbed_new() else {
            fatalError("the emulated bus exists under umockdev-wrapper only")
        }
        self.testbed = testbed
        // The test bed is files in /tmp, which it removes when it is freed.
        atexit { g_object_unref(EmulatedBus.shared.testbed) }
        add(
            """
            P: /devices/pci0000:00/0000:00:14.0/usb1
            N: bus/usb/001/001
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            E: BUSNUM=001
            E: DEVNUM=001
            E: DEVNAME=/dev/bus/usb/001/001
            E: MAJOR=189
            E: MINOR=0
            A: busnum=1\\n
            A: devnum=1\\n
            A: speed=480\\n
            A: bConfigurationValue=1\\n
            H: descriptors=12010002090001406B1D020001060302010109021900010100E0000904000001090000000705810304000C

            """)
    }

    /// Adds a device in umockdev's own format, such as a serial port, and tells of it.
    func add(_ description: String) {
        var error: UnsafeMutablePointer<GError>?
        guard umockdev_testbed_add_from_string(testbed, description + "\n", &error) == 0 else { return }
        fatalError(error.map { String(cString: $0.pointee.message) } ?? "umockdev takes no device")
    }

    /// Tells that the rules were applied to a device anew, as `udevadm trigger` does.
    func change(_ path: String) { umockdev_testbed_uevent(testbed, path, "change") }

    /// Removes a device and tells of it.
    func remove(_ path: String) {
        umockdev_testbed_uevent(testbed, path, "remove")
        umockdev_testbed_remove_device(testbed, path)
    }

    /// An address that no device had.
    func makeAddress() -> UInt8 {
        lastAddress.withLock { last in
            last &+= 1
            return last
        }
    }
}

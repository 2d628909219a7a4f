import CLibUDev
import Glibc
import TenderReaders

/// A libudev monitor and the devices that it has reported; used by one thread.
struct UDevWatch: ~Copyable {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    private let subsystems: Set<DeviceSubsystem>
    /// The paths of the devices that were reported as attached.
    private var known: Set<String> = []

    init(_ subsystems: Set<DeviceSubsystem>) throws(TransportError) {
        guard let udev = udev_new() else { throw .failed("udev_new failed") }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            udev_unref(udev)
            throw .failed("udev_monitor_new_from_netlink: \(String(cString: strerror(errno)))")
        }
        for subsystem in subsystems {
            let type = subsystem == .usb ? "usb_device" : nil
            udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem.rawValue, type)
        }
        let result = udev_monitor_enable_receiving(monitor)
        guard result >= 0 else {
            udev_monitor_unref(monitor)
            udev_unref(udev)
            throw .failed("udev_monitor_enable_receiving: \(String(cString: strerror(-result)))")
        }
        (self.udev, self.monitor, self.subsystems) = (udev, monitor, subsystems)
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Reports the attached devices, and then the changes; blocks until the signal.
    mutating func run(
        until stop: StopSignal, _ tell: (DeviceEvent) throws(TransportError) -> Void
    ) throws(TransportError) {
        // The monitor is already listening, so no change is missed in between.
        try rescan(tell)
        try tell(.listed)
        while true {
            var polled = [
                pollfd(fd: udev_monitor_get_fd(monitor), events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.reader, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { throw TransportError(errno, "poll", "udev") }
            if polled[1].revents != 0 { return }
            guard polled[0].revents != 0 else { continue }
            errno = 0
            if let device = udev_monitor_receive_device(monitor) {
                defer { udev_device_unref(device) }
                try handle(device, tell)
            } else if errno == ENOBUFS {
                // Some events were lost.
                try rescan(tell)
            }
        }
    }

    private mutating func handle(
        _ device: OpaquePointer, _ tell: (DeviceEvent) throws(TransportError) -> Void
    ) throws(TransportError) {
        guard let path = udev_device_get_syspath(device).map({ String(cString: $0) }) else { return }
        switch udev_device_get_action(device).map({ String(cString: $0) }) {
        case "remove": if known.remove(path) != nil { try tell(.detached(path: path)) }
        case "change":
            // The rules were applied again and may have changed its permissions.
            known.remove(path)
            try attach(device, path, tell)
        default: try attach(device, path, tell)
        }
    }

    private mutating func attach(
        _ device: OpaquePointer, _ path: String, _ tell: (DeviceEvent) throws(TransportError) -> Void
    ) throws(TransportError) {
        guard !known.contains(path), let attached = AttachedDevice(device, path),
            subsystems.contains(attached.subsystem)
        else { return }
        known.insert(path)
        try tell(.attached(attached))
    }

    /// Reports the differences between the known and the attached devices.
    private mutating func rescan(_ tell: (DeviceEvent) throws(TransportError) -> Void) throws(TransportError) {
        var present: Set<String> = []
        // Without udevd, nothing ever reports that a device is ready.
        let isRunning = access("/run/udev/control", F_OK) == 0
        for subsystem in DeviceSubsystem.allCases where subsystems.contains(subsystem) {
            for path in try paths(subsystem) {
                guard let device = udev_device_new_from_syspath(udev, path) else { continue }
                defer { udev_device_unref(device) }
                guard !isRunning || udev_device_get_is_initialized(device) == 1 else { continue }
                present.insert(path)
                try attach(device, path, tell)
            }
        }
        for path in known.subtracting(present).sorted() {
            known.remove(path)
            try tell(.detached(path: path))
        }
    }

    private func paths(_ subsystem: DeviceSubsystem) throws(TransportError) -> [String] {
        guard let list = udev_enumerate_new(udev) else { throw .failed("udev_enumerate_new failed") }
        defer { udev_enumerate_unref(list) }
        udev_enumerate_add_match_subsystem(list, subsystem.rawValue)
        if subsystem == .usb { udev_enumerate_add_match_property(list, "DEVTYPE", "usb_device") }
        guard udev_enumerate_scan_devices(list) >= 0 else { throw .failed("udev_enumerate_scan_devices failed") }
        return UDevList.names(udev_enumerate_get_list_entry(list))
    }
}

/// Helpers for libudev's lists.
enum UDevList {
    /// Returns the names in a list, starting at its first entry.
    static func names(_ first: OpaquePointer?) -> [String] {
        var names: [String] = []
        var next = first
        while let entry = next {
            if let name = udev_list_entry_get_name(entry) { names.append(String(cString: name)) }
            next = udev_list_entry_get_next(entry)
        }
        return names
    }
}

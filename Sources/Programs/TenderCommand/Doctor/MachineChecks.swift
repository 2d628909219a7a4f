import CommandLineOptions
import FoundationEssentials
import Glibc
import TenderUSB

/// The kernel, its clock and its ports.
enum MachineChecks {
    static func all() -> [Finding] { [kernel(), clock(), usb(), serial()] }

    private static func kernel() -> Finding {
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .fine("kernel", release)
    }

    /// Checks the clock: one that is years off invalidates certificates and the age of keys; adjtimex tells whether it
    /// is synchronized.
    private static func clock() -> Finding {
        guard Date.now > builtAfter else {
            return .wrong("clock", "it is \(Date.now)", mend: "set the clock: timedatectl set-ntp true")
        }
        guard ProcessSettings.isClockSynchronized else {
            return .note(
                "clock", "\(Date.now), kept by nobody", mend: "synchronize it: timedatectl set-ntp true")
        }
        return .fine("clock", "\(Date.now), synchronized")
    }

    /// 2026-01-01: before the first version of this program.
    private static let builtAfter = Date(timeIntervalSince1970: 1_767_225_600)

    private static func usb() -> Finding {
        let buses = names("/dev/bus/usb")
        guard !buses.isEmpty else {
            return .note(
                "usb", "there is no USB on this machine (/dev/bus/usb is missing), libusb \(LibUSB.version)",
                mend: "for USB readers in a container or a virtual machine, hand /dev/bus/usb in")
        }
        return .fine("usb", "\(buses.count) buses, libusb \(LibUSB.version)")
    }

    private static func serial() -> Finding {
        let ports = (names("/dev").filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") || $0.hasPrefix("ttyS") })
            .map { "/dev/" + $0 }.sorted()
        let closed = ports.filter { access($0, R_OK | W_OK) != 0 }
        guard let first = closed.first else {
            return .fine("serial", ports.isEmpty ? "no serial ports" : "\(ports.count) ports may be opened")
        }
        return .note(
            "serial", "\(closed.count) of \(ports.count) ports may not be opened, such as \(first)",
            mend:
                "install 70-tender-readers.rules (tender udev-rules prints it), or join the group: sudo adduser $USER dialout"
        )
    }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}

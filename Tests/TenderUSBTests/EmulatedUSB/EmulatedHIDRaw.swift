import CUMockdev
import Glibc
import TenderBytes

/// A simulated HID device behind an emulated hidraw node.
final class EmulatedHIDRaw: Sendable {
    /// Its node.
    let node: String

    private struct State {
        var feature: [UInt8] = []
    }

    private let path: String
    private let report: [UInt8]
    private let state = Guarded(State())
    private let handler = RequestHandler()

    /// Plugs a device in.
    ///
    /// - Parameters:
    ///   - report: its report descriptor.
    ///   - number: the number of its node; each may be used once.
    ///   - parent: the interface that it belongs to in the kernel's tree; one of its own when nil.
    init(report: [UInt8], number: Int, below parent: String? = nil) {
        self.report = report
        node = "/dev/hidraw\(number)"
        path = (parent ?? "/sys/devices/platform/hid\(number)") + "/hidraw/hidraw\(number)"
        if let parent {
            EmulatedBus.shared.add("P: \(parent.dropFirst(4))\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_interface\n")
        }
        handler.answer { [weak self] client in self?.handle(client) ?? (-1, ENODEV) }
        var error: UnsafeMutablePointer<GError>?
        umockdev_testbed_attach_ioctl(EmulatedBus.shared.testbed, node, handler.pointer, &error)
        EmulatedBus.shared.add(
            """
            P: \(path.dropFirst(4))
            N: hidraw\(number)
            E: SUBSYSTEM=hidraw
            E: DEVNAME=\(node)
            E: MAJOR=240
            E: MINOR=\(number)

            """)
    }

    /// The device's end of the node: what is written there is an input report.
    var deviceEnd: Int32 { umockdev_testbed_get_dev_fd(EmulatedBus.shared.testbed, node) }

    /// What a program wrote to the node and nobody took, at most so many bytes; empty when there is nothing.
    func written(upTo byteCount: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var polled = pollfd(fd: deviceEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, 0) == 1 else { return [] }
        let count = read(polled.fd, &bytes, byteCount)
        return [UInt8](bytes.prefix(max(0, count)))
    }

    /// The feature report that was set last.
    var feature: [UInt8] { state.withLock { $0.feature } }

    /// Takes the device away; once.
    func unplug() {
        var error: UnsafeMutablePointer<GError>?
        // umockdev keeps it open for ever, and whoever has the node open would not notice.
        close(deviceEnd)
        EmulatedBus.shared.remove(path)
        umockdev_testbed_detach_ioctl(EmulatedBus.shared.testbed, node, &error)
    }

    private func handle(_ client: UnsafeMutablePointer<UMockdevIoctlClient>) -> (result: Int, code: Int32) {
        let request = umockdev_ioctl_client_get_request(client)
        let kind = cumockdev_hid(request)
        let size = Int(cumockdev_size(request))
        guard kind != CUMOCKDEV_HID_OTHER, let argument = umockdev_ioctl_client_get_arg(client),
            let data = umockdev_ioctl_data_resolve(argument, 0, gsize(size), nil)
        else { return (-1, ENOTTY) }
        defer { g_object_unref(data) }
        let bytes = UnsafeMutableBufferPointer(start: data.pointee.data, count: size)
        switch kind {
        case CUMOCKDEV_HID_SIZE:
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: report.count >> (8 * index)) }
            return (0, 0)
        case CUMOCKDEV_HID_DESCRIPTOR:
            for (index, byte) in report.enumerated() { bytes[4 + index] = byte }
            return (0, 0)
        case CUMOCKDEV_HID_SET:
            state.withLock { $0.feature = [UInt8](bytes) }
            return (size, 0)
        default:
            let answer = [bytes[0]] + feature.dropFirst().reversed()
            for (index, byte) in answer.prefix(size).enumerated() { bytes[index] = byte }
            return (min(size, answer.count), 0)
        }
    }
}

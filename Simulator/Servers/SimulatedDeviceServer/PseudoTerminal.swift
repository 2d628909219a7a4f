import Glibc
import TenderDevices
import TenderReaders

/// A pseudo terminal, seen from the device's side.
final class PseudoTerminal: Sendable {
    /// The path of the port that a program opens.
    let path: String

    private let device: Descriptor
    private let openings: Descriptor
    private let link: String?

    /// Creates a terminal, raw from the start, so that nothing the device sends is echoed.
    init(link: String?) throws(TransportError) {
        var ends: (device: Int32, port: Int32) = (-1, -1)
        guard openpty(&ends.device, &ends.port, nil, nil, nil) == 0 else { throw Self.failure("openpty") }
        device = Descriptor(ends.device, name: "pseudo terminal")
        defer { Glibc.close(ends.port) }
        var settings = termios()
        tcgetattr(ends.port, &settings)
        cfmakeraw(&settings)
        tcsetattr(ends.port, TCSANOW, &settings)
        path = TerminalPath.of(ends.port) ?? ""
        // The device's end is not notified when a program opens the other, so its node is watched.
        let watch = inotify_init1(Int32(IN_CLOEXEC))
        guard watch >= 0 else { throw Self.failure("inotify_init1") }
        openings = Descriptor(watch, name: path)
        guard inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0 else { throw Self.failure("inotify_add_watch") }
        self.link = link
        if let link { try Self.makeLink(link, to: path) }
    }

    /// Waits until a program opens the port.
    ///
    /// - Returns: The line to it, which is lost when the program closes the port.
    func session() async throws(TransportError) -> Descriptor {
        while true {
            if try isOpened() { return try copy() }
            _ = try await openings.receive()
        }
    }

    /// Unplugs the port: a program that has it open finds it gone.
    func close() async {
        if let link, Self.isLink(link, to: path) { unlink(link) }
        await openings.close()
        await device.close()
    }

    /// Returns whether a program has the port open, or had it open and left something to read.
    private func isOpened() throws(TransportError) -> Bool {
        try device.use { (number) throws(TransportError) in
            var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, 0)
            return polled.revents & Int16(POLLHUP) == 0 || polled.revents & Int16(POLLIN) != 0
        }
    }

    /// Returns a session's own descriptor: closing it leaves the port open.
    private func copy() throws(TransportError) -> Descriptor {
        let path = path
        return try device.use { (number) throws(TransportError) in
            let copy = dup(number)
            guard copy >= 0 else { throw Self.failure("dup") }
            return Descriptor(copy, name: path)
        }
    }

    private static func makeLink(_ link: String, to path: String) throws(TransportError) {
        if isLink(link, to: nil) { unlink(link) }
        guard symlink(path, link) == 0 else { throw failure("symlink \(link)") }
    }

    /// Returns whether there is a symbolic link, to this target if one is given.
    private static func isLink(_ link: String, to path: String?) -> Bool {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &bytes, bytes.count)
        guard count > 0 else { return false }
        let target = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path == nil || target == path
    }

    private static func failure(_ call: String) -> TransportError {
        .failed("\(call): \(String(cString: strerror(errno)))")
    }
}

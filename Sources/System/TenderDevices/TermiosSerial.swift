import CLibUDev
import Glibc
public import TenderReaders

/// A serial line of the system: a UART, a USB adapter, or a pseudo terminal.
///
/// It is raw, without flow control, and this program's alone while it is open.
public final class TermiosSerial: SerialTransport {
    private let descriptor: Descriptor
    private let path: String

    private init(_ descriptor: Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a line; opening may take long on a slow adapter, and a cancel does not shorten it.
    ///
    /// - Parameters:
    ///   - path: its node, such as `/dev/ttyUSB0` or a link below `/dev/serial/by-id`.
    ///   - configuration: speed and framing.
    /// - Throws: `.notFound`, `.accessDenied`, `.busy` with the program that has it where that can be told, `.failed`
    ///   when it is no serial line or cannot do the speed.
    public static func open(
        _ path: String, _ configuration: SerialConfiguration
    ) async throws(TransportError) -> TermiosSerial {
        let result = await OwnThread.run { () -> Result<Descriptor, TransportError> in
            do throws(TransportError) {
                return .success(try openNow(path))
            } catch {
                return .failure(error)
            }
        }
        let serial = TermiosSerial(try result.get(), path: path)
        do throws(TransportError) {
            try await serial.configure(configuration)
        } catch {
            await serial.close()
            throw error
        }
        return serial
    }

    /// Changes speed and framing; what was received and not read before is dropped.
    public func configure(_ configuration: SerialConfiguration) async throws(TransportError) {
        let settings = try TerminalSettings(configuration)
        let path = path
        try descriptor.use { (number) throws(TransportError) in try settings.apply(to: number, path) }
    }

    /// Waits for bytes.
    public func receive() async throws(TransportError) -> [UInt8] { try await descriptor.receive() }

    /// Hands bytes to the line's driver.
    public func send(_ bytes: [UInt8]) async throws(TransportError) { try await descriptor.send(bytes) }

    /// Closes the line, after what was sent has left.
    public func close() async {
        // A wait that is just ending may hold the file open for a moment longer than the descriptor.
        try? descriptor.use { (number) throws(TransportError) in
            _ = ioctl(number, UInt(TIOCNXCL))
            flock(number, LOCK_UN)
        }
        await descriptor.close()
    }

    private static func openNow(_ path: String) throws(TransportError) -> Descriptor {
        let number = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else {
            throw errno == EBUSY ? .busy(PortHolder.find(path)) : TransportError(errno, "open", path)
        }
        do throws(TransportError) {
            try takeAlone(number, path)
        } catch {
            Glibc.close(number)
            throw error
        }
        return Descriptor(number, name: path)
    }

    private static func takeAlone(_ number: Int32, _ path: String) throws(TransportError) {
        guard isatty(number) == 1 else { throw .failed("\(path) is not a serial line") }
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .busy(PortHolder.find(path, except: number)) }
        // The superuser is let in although somebody asked to be alone. A mark without an owner is left from a crash.
        if cudev_is_exclusive(number) == 1, let holder = PortHolder.find(path, except: number) { throw .busy(holder) }
        _ = ioctl(number, UInt(TIOCEXCL))
    }
}

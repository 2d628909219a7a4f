import CLibUDev
import Glibc
public import TenderReaders

/// A serial line of the system: a UART, a USB adapter, or a pseudo terminal.
///
/// The line is raw, without flow control, and exclusive to this program while it is open.
public final class TermiosSerial: SerialTransport {
    private let descriptor: Descriptor
    private let path: String

    private init(_ descriptor: Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a line; this may take long on a slow adapter, and canceling does not interrupt it.
    ///
    /// - Parameters:
    ///   - path: Its node, such as `/dev/ttyUSB0` or a link in `/dev/serial/by-id`.
    ///   - configuration: The speed and framing.
    /// - Throws: `.notFound`, `.accessDenied`, `.busy` with the program that has it open if that can be determined, or
    ///   `.failed` if it is not a serial line or does not support the speed.
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

    /// Changes speed and framing, and discards received bytes that were not read.
    public func configure(_ configuration: SerialConfiguration) async throws(TransportError) {
        let settings = try TerminalSettings(configuration)
        let path = path
        try descriptor.use { (number) throws(TransportError) in try settings.apply(to: number, path) }
    }

    /// Waits for bytes.
    public func receive() async throws(TransportError) -> [UInt8] { try await descriptor.receive() }

    /// Hands bytes to the line's driver.
    public func send(_ bytes: [UInt8]) async throws(TransportError) { try await descriptor.send(bytes) }

    /// Closes the line after everything sent has left.
    public func close() async {
        // A wait that is just ending may keep the file open for a moment longer than the descriptor.
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
        // The superuser gets in even though somebody asked for exclusive access. An exclusive flag without an owner is
        // left over from a crash.
        if cudev_is_exclusive(number) == 1, let holder = PortHolder.find(path, except: number) { throw .busy(holder) }
        _ = ioctl(number, UInt(TIOCEXCL))
    }
}

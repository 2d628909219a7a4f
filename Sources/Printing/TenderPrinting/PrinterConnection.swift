import Glibc
import TenderDevices
public import TenderReaders

/// A factory for connections to printers.
public enum PrinterConnection {
    /// Opens a printer; the caller closes the transport.
    ///
    /// - Throws: `TransportError`, such as `.notFound`, `.accessDenied` and `.busy`.
    public static func open(_ address: PrinterAddress) async throws(TransportError) -> any ByteTransport {
        switch address {
        case .file(let path): return try await openFile(path)
        case .serial(let path, let baudRate):
            return try await TermiosSerial.open(path, SerialConfiguration(baudRate: baudRate))
        case .tcp(let host, let port): return try await TCPStream.connect(host: host, port: port)
        }
    }

    private static func openFile(_ path: String) async throws(TransportError) -> Descriptor {
        let result = await OwnThread.run { () -> Result<Descriptor, TransportError> in
            do throws(TransportError) { return .success(try openNow(path)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Opens a node for reading as well, to request its status; a file is created for its owner only, since receipts
    /// contain customers' data.
    private static func openNow(_ path: String) throws(TransportError) -> Descriptor {
        var information = stat()
        let isNode = stat(path, &information) == 0 && information.st_mode & S_IFMT != S_IFREG
        let common = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let number =
            isNode ? Glibc.open(path, common | O_RDWR) : Glibc.open(path, common | O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard number >= 0 else { throw errno == EBUSY ? .busy(nil) : failure(errno, path) }
        return Descriptor(number, name: path)
    }

    private static func failure(_ code: Int32, _ path: String) -> TransportError {
        switch code {
        case ENOENT, ENODEV, ENXIO: .notFound(path)
        case EACCES, EPERM: .accessDenied(path)
        default: .failed("open \(path): \(String(cString: strerror(code)))")
        }
    }
}

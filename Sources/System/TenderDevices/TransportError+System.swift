import Glibc
import TenderReaders

extension TransportError {
    /// Translates an error number of the kernel.
    ///
    /// - Parameters:
    ///   - code: The number, `errno`.
    ///   - operation: The name of the failed call, for messages.
    ///   - device: The device's path or address.
    init(_ code: Int32, _ operation: String, _ device: String) {
        switch code {
        case ENOENT, ENXIO, ENOTDIR: self = .notFound(device)
        case EACCES, EPERM: self = .accessDenied(device)
        case EBUSY: self = .busy(nil)
        case EIO, ENODEV, ESHUTDOWN, EPIPE, ECONNRESET, ECONNABORTED, ENOTCONN: self = .disconnected
        case ETIMEDOUT: self = .timedOut
        case ECANCELED: self = .canceled
        default: self = .failed("\(operation) on \(device): \(String(cString: strerror(code)))")
        }
    }
}

import Glibc
import TenderReaders

extension TransportError {
    /// What an error number of the kernel means for a device.
    ///
    /// - Parameters:
    ///   - code: the number, `errno`.
    ///   - operation: the call that failed, for people.
    ///   - device: the device's path or address.
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

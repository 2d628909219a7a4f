import CLibUSB
import TenderReaders

extension TransportError {
    /// Translates a negative result of libusb.
    ///
    /// - Parameters:
    ///   - code: The result.
    ///   - operation: The name of the function, for messages.
    ///   - node: The device's node.
    init(_ code: Int32, _ operation: String, _ node: String) {
        switch libusb_error(code) {
        case LIBUSB_ERROR_NO_DEVICE: self = .disconnected
        case LIBUSB_ERROR_NOT_FOUND: self = .notFound(node)
        case LIBUSB_ERROR_ACCESS: self = .accessDenied(node)
        case LIBUSB_ERROR_BUSY: self = .busy(nil)
        case LIBUSB_ERROR_TIMEOUT: self = .timedOut
        case LIBUSB_ERROR_PIPE: self = .stalled
        case LIBUSB_ERROR_OVERFLOW: self = .overflow
        default: self = .failed("\(operation) on \(node): \(String(cString: libusb_strerror(code)))")
        }
    }

    /// Translates the final status of a transfer; `nil` if it completed.
    init?(_ status: libusb_transfer_status) {
        switch status {
        case LIBUSB_TRANSFER_COMPLETED: return nil
        case LIBUSB_TRANSFER_TIMED_OUT: self = .timedOut
        case LIBUSB_TRANSFER_CANCELLED: self = .canceled
        case LIBUSB_TRANSFER_STALL: self = .stalled
        case LIBUSB_TRANSFER_NO_DEVICE: self = .disconnected
        case LIBUSB_TRANSFER_OVERFLOW: self = .overflow
        default: self = .failed("the USB transfer failed")
        }
    }
}

import Glibc
import TenderAPI
import TenderService

/// A copy of a caller's text, which no mistake makes larger than it may be.
struct BoundedText: Sendable {
    /// The bytes without the NUL at the end; one more than the limit if there are more.
    let bytes: [UInt8]
    private let limit: Int

    /// Copies a text that ends with a NUL.
    init(_ text: UnsafePointer<CChar>, limit: Int = 64 * 1024) {
        self.limit = limit
        bytes = Array(UnsafeRawBufferPointer(start: text, count: strnlen(text, limit + 1)))
    }

    /// Reads the text as JSON.
    ///
    /// - Throws: `ServiceError` if it is too large or no JSON, or an object has a member twice.
    func json() throws(ServiceError) -> APIValue {
        guard bytes.count <= limit else {
            throw ServiceError(status: 413, code: "too_large", message: "the input is larger than 64 KiB")
        }
        return try ServiceInput.parse(bytes)
    }
}

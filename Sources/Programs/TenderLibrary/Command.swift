import FoundationEssentials
import TenderAPI
import TenderService

/// A call as a caller gives it.
struct Command: Sendable {
    private static let nameLimit = 100
    private static let keyLimit = 255

    private let name: BoundedText
    private let input: BoundedText?
    /// The idempotency key; one that is too long stays too long, and is no key.
    let key: String?

    /// Copies the texts.
    init(_ name: UnsafePointer<CChar>, _ input: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) {
        self.name = BoundedText(name, limit: Self.nameLimit)
        self.input = input.map { BoundedText($0) }
        self.key = key.map { String(decoding: BoundedText($0, limit: Self.keyLimit).bytes, as: UTF8.self) }
    }

    /// Finds the call and checks its input.
    ///
    /// - Throws: `ServiceError` that says what is wrong.
    func checked() throws(ServiceError) -> (ServiceCall, ServiceInput) {
        guard let call = ServiceCall.named(String(decoding: name.bytes, as: UTF8.self)) else {
            throw ServiceError(status: 404, code: "no_such_call", message: "there is no such call")
        }
        return (call, try call.input(try input?.json() ?? .null))
    }
}

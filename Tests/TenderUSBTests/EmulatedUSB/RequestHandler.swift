import CUMockdev
import Glibc
import TenderBytes

/// Answers what programs ask of one node; umockdev calls it on its own thread.
final class RequestHandler: @unchecked Sendable {
    // Set once; umockdev's functions may be called from any thread.
    let pointer: UnsafeMutablePointer<UMockdevIoctlBase>

    typealias Answer = @Sendable (UnsafeMutablePointer<UMockdevIoctlClient>) -> (result: Int, code: Int32)

    private final class Answerer: Sendable {
        let answer = Guarded<Answer?>(nil)
    }

    private let answerer = Answerer()

    init() {
        // Kept by umockdev's object, for ever.
        let context = Unmanaged.passRetained(answerer).toOpaque()
        pointer = cumockdev_handler(
            { _, client, context in
                guard let client, let context else { return 0 }
                let answer = Unmanaged<Answerer>.fromOpaque(context).takeUnretainedValue().answer.withLock { $0 }
                let (result, code) = answer?(client) ?? (-1, ENODEV)
                umockdev_ioctl_client_complete(client, glong(result), code)
                return 1
            }, context)
    }

    /// From now on this answers.
    func answer(_ answer: @escaping Answer) { answerer.answer.withLock { $0 = answer } }
}

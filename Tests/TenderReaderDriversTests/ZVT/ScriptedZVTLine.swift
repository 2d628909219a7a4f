import TenderBytes
import TenderReaders

/// A terminal that answers each command with what was written down for it: the first time, the second, and so on; the
/// last answer again.
final class ScriptedZVTLine: StreamTransport {
    private let answers: [ZVTControl: [[ZVTAPDU]]]
    private let stream: AsyncStream<[UInt8]>
    private let inbox: AsyncStream<[UInt8]>.Continuation
    private let commands = Guarded<[ZVTControl]>([])

    init(_ answers: [ZVTControl: [ZVTAPDU]], then: [ZVTControl: [ZVTAPDU]] = [:]) {
        self.answers = answers.mapValues { [$0] }.merging(then.mapValues { [$0] }) { $0 + $1 }
        (stream, inbox) = AsyncStream.makeStream()
    }

    var taken: [ZVTControl] { commands.withLock { $0 } }

    func receive() async throws(TransportError) -> [UInt8] {
        for await bytes in stream { return bytes }
        throw .disconnected
    }

    func send(_ bytes: [UInt8]) async throws(TransportError) {
        guard let apdu = ZVTAPDU(bytes), apdu.control != .accepted else { return }
        let count = commands.withLock { commands in
            commands.append(apdu.control)
            return commands.count { $0 == apdu.control }
        }
        guard let answers = answers[apdu.control] else { return }
        for answer in answers[min(count, answers.count) - 1] { inbox.yield(answer.bytes) }
    }

    func close() async { inbox.finish() }
}

import Foundation
import TenderBytes
import TenderFiles

/// A disk in memory on which one step fails or is the last, with what a power cut would leave of it.
final class FailingFileSystem: FileSystem {
    /// What happens at the step.
    enum Fault: CaseIterable {
        /// It is refused, and nothing was done.
        case before
        /// Half of it is done; of a name, all of it.
        case halfway
        /// It is done, and reported as a failure.
        case after
    }

    private struct State {
        var files: [String: [UInt8]] = [:]
        /// What is there after a power cut.
        var durable: [String: [UInt8]] = [:]
        var steps = 0
        var failure: (step: Int, fault: Fault, isLast: Bool)?
        var isDead = false
    }

    private let state = Guarded(State())

    init(_ files: [String: [UInt8]] = [:], failingAt step: Int = .max, _ fault: Fault = .before, isLast: Bool = false) {
        state.withLock {
            $0.files = files
            $0.durable = files
            $0.failure = (step, fault, isLast)
        }
    }

    var steps: Int { state.withLock { $0.steps } }
    /// What the disk has for programs that start after a kill, and after a power cut.
    var survivors: [[String: [UInt8]]] { state.withLock { [$0.files, $0.durable] } }

    private func step(
        _ operation: FileFailure.Operation, _ path: String, _ effect: @Sendable (inout [String: [UInt8]], Bool) -> Void,
        isSync: Bool = false
    ) throws(FileFailure) {
        try state.withLock { (state) throws(FileFailure) in
            guard !state.isDead else { throw FileFailure(operation, path, code: EIO) }
            state.steps += 1
            let hit = state.failure.flatMap { $0.step == state.steps ? $0 : nil }
            if hit?.fault != .before {
                effect(&state.files, hit?.fault == .halfway)
                if isSync { state.durable = state.files }
            }
            guard let hit else { return }
            state.isDead = hit.isLast
            throw FileFailure(operation, path, code: EIO)
        }
    }

    func write(_ bytes: SecretBytes, to path: String, mode: UInt32) throws(FileFailure) {
        try step(.write, path) { files, isHalf in
            files[path] = bytes.withUnsafeBytes { [UInt8]($0.prefix(isHalf ? $0.count / 2 : $0.count)) }
        }
    }

    func rename(_ path: String, to other: String) throws(FileFailure) {
        try step(.rename, path) { files, _ in files[other] = files.removeValue(forKey: path) }
    }

    func syncFolder(_ path: String) throws(FileFailure) {
        try step(.sync, path, { _, _ in }, isSync: true)
    }

    func delete(_ path: String) throws(FileFailure) {
        try step(.delete, path) { files, _ in files[path] = nil }
    }

    func readPrivate(_ path: String, limit: Int) throws(PrivateFileError) -> SecretBytes {
        guard let bytes = state.withLock({ $0.files[path] }) else {
            throw .unreadable(FileFailure(.open, path, code: ENOENT))
        }
        guard bytes.count <= limit else { throw .tooLarge }
        return SecretBytes(bytes)
    }

    func names(in folder: String) throws(FileFailure) -> [String] {
        state.withLock { $0.files.keys.map { String($0.dropFirst(folder.count + 1)) }.sorted() }
    }
}

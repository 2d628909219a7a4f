import Glibc

/// A lock that one holder has, in this process or another, for as long as it lives.
///
/// The kernel holds the lock and releases it with the process: what a dead process left behind is no obstacle.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock and writes the process ID into its file, which is created if it is missing.
    ///
    /// - Throws: `FileLockError.held` with the process ID from the file, if somebody else has the lock.
    package init(_ path: String) throws(FileLockError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(FileFailure(.open, path)) }
        // From here on, a throw runs `deinit`, which closes the file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK
                ? .held(processID: Self.owner(descriptor)) : .failed(FileFailure(.lock, path, code: code))
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw .failed(FileFailure(.write, path))
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A program that is being started inherits the lock until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func owner(_ descriptor: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: text.prefix(count), as: UTF8.self).prefix { $0.isNumber })
    }
}

/// The reason that a lock was not taken.
package enum FileLockError: Error, Hashable, Sendable {
    /// Somebody has it: the process whose ID is in the file, if one is.
    case held(processID: Int32?)
    /// The system refused it.
    case failed(FileFailure)
}

extension FileLockError {
    /// Who has the lock, in words.
    package static func holder(_ processID: Int32?) -> String {
        processID.map { $0 == getpid() ? "this process" : "process \($0)" } ?? "another process"
    }
}

import Glibc

/// A lock that one holder has, in this process or another, for as long as it lives.
///
/// The kernel holds the lock and releases it with the process: what a dead process left behind is no obstacle.
package final class FileLock: Sendable {
    private let descriptor: Int32

    /// How often a file may be replaced while it is being locked.
    private static let mostTries = 16

    /// Takes the lock and writes the process ID into its file, which is created if it is missing.
    ///
    /// - Throws: `FileLockError.held` with the process ID from the file, if somebody else has the lock.
    package convenience init(_ path: String) throws(FileLockError) { try self.init(path, opened: {}) }

    /// Takes the lock; `opened` is called between the opening of the file and its locking.
    init(_ path: String, opened: () -> Void) throws(FileLockError) {
        descriptor = try Self.locked(path, opened)
        // From here on, a throw runs `deinit`, which closes the file.
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw .failed(FileFailure(.write, path))
        }
    }

    /// Opens and locks the file that has the name: a lock on one that was deleted meanwhile keeps nobody out.
    private static func locked(_ path: String, _ opened: () -> Void) throws(FileLockError) -> Int32 {
        for _ in 0..<mostTries {
            let number = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard number >= 0 else { throw .failed(FileFailure(.open, path)) }
            opened()
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                let owner = owner(number)
                close(number)
                throw code == EWOULDBLOCK
                    ? .held(processID: owner) : .failed(FileFailure(.lock, path, code: code))
            }
            if hasName(number, path) { return number }
            close(number)
        }
        throw .failed(FileFailure(.lock, path, code: ESTALE))
    }

    private static func hasName(_ descriptor: Int32, _ path: String) -> Bool {
        var (locked, named) = (stat(), stat())
        return fstat(descriptor, &locked) == 0 && lstat(path, &named) == 0 && locked.st_ino == named.st_ino
            && locked.st_dev == named.st_dev
    }

    deinit {
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

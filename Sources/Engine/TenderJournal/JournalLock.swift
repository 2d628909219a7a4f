import Glibc
import TenderFlow

/// A lock that keeps the journal from being opened again, in this process and in others, as long as it lives.
///
/// The kernel holds the lock and releases it with the process: what a dead process left behind is no obstacle.
final class JournalLock {
    private let descriptor: Int32

    /// Takes the lock and writes the process ID into its file.
    ///
    /// - Throws: `JournalError.journalBusy` with the process ID from the file, if somebody else has the lock.
    init(_ path: String, journal: String) throws(JournalError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError(errno: errno, path) }
        // From here on, a throw runs `deinit`, which closes the file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK ? Self.busy(journal, Self.owner(descriptor)) : JournalError(errno: code, path)
        }
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw JournalError(errno: errno, path)
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

    private static func busy(_ journal: String, _ owner: Int32?) -> JournalError {
        let who = owner.map { $0 == getpid() ? "this process" : "process \($0)" } ?? "another process"
        return JournalError(
            .journalBusy(pid: owner), message: "\(who) has the journal \(journal) open: end it, or use another journal")
    }
}

import TenderFiles
import TenderFlow

/// A lock that keeps the journal from being opened again, in this process and in others, as long as it lives.
final class JournalLock {
    private let lock: FileLock

    /// Takes the lock and writes the process ID into its file.
    ///
    /// - Throws: `JournalError.journalBusy` with the process ID from the file, if somebody else has the lock.
    init(_ path: String, journal: String) throws(JournalError) {
        do throws(FileLockError) {
            lock = try FileLock(path)
        } catch {
            switch error {
            case .held(let owner):
                throw JournalError(
                    .journalBusy(pid: owner),
                    message: """
                        \(FileLockError.holder(owner)) has the journal \(journal) open: end it, or use another journal
                        """)
            case .failed(let failure): throw JournalError(errno: failure.code, path)
            }
        }
    }
}

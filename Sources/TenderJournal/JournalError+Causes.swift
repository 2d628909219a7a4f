import Glibc
import TenderFlow
import TenderSQLite

extension JournalError {
    /// A call of the operating system that failed on a file of the journal.
    init(errno code: Int32, _ path: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .full(path)
        case EACCES, EPERM, EROFS: self = .readOnly(path)
        default: self.init(message: "\(path): \(String(cString: strerror(code)))")
        }
    }

    /// A call of SQLite that failed on the journal.
    init(_ error: SQLiteError, _ path: String) {
        if error.isFull {
            self = .full(path)
        } else if error.isReadOnly || error.cannotOpen {
            self = .readOnly(path)
        } else if error.isCorrupt {
            self = .damaged(path, error.message)
        } else if error.isBusy {
            self.init(
                .journalBusy(pid: nil),
                message: "another program has the journal \(path) open for writing: end it, then try again")
        } else if error.isInputOutput {
            self.init(
                message: """
                    the disk of the journal \(path) fails or its quota is used up (\(error)): look at the disk, then \
                    start again
                    """)
        } else {
            self.init(message: "the journal \(path) cannot be used: \(error)")
        }
    }

    /// Any error of a transaction.
    init(_ error: any Error, _ path: String) {
        switch error {
        case let error as JournalError: self = error
        case let error as SQLiteError: self.init(error, path)
        default: self.init(message: "the journal \(path) cannot be used: \(error)")
        }
    }

    static func full(_ path: String) -> JournalError {
        JournalError(.full, message: "the disk of the journal \(path) is full: free some space, then try again")
    }

    static func readOnly(_ path: String) -> JournalError {
        JournalError(
            .readOnly, message: "the journal \(path) or its folder takes no writing: give this user the right to")
    }

    /// Damage is named and left as it is: a repair would hide what happened.
    static func damaged(_ path: String, _ what: String) -> JournalError {
        JournalError(
            .corrupt,
            message: """
                the journal \(path) is damaged: \(what). Nothing was changed in it. See tender journal verify; compare \
                its payments with the gateway, then move its files away to begin a new one
                """)
    }
}

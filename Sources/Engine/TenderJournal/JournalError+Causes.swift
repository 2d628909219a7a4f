import Glibc
import TenderFlow
import TenderRecords
import TenderSQLite

extension JournalError {
    init(errno code: Int32, _ path: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .full(path)
        case EACCES, EPERM, EROFS: self = .readOnly(path)
        case ELOOP: self = .link(path)
        default: self.init(message: "\(path): \(String(cString: strerror(code)))")
        }
    }

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

    init(_ error: any Error, _ path: String) {
        switch error {
        case let error as JournalError: self = error
        case let error as SQLiteError: self.init(error, path)
        case let finding as ChainFinding: self.init(message: "the journal \(path) needs an archive: \(finding)")
        default: self.init(message: "the journal \(path) cannot be used: \(error)")
        }
    }

    static func full(_ path: String) -> JournalError {
        JournalError(.full, message: "the disk of the journal \(path) is full: free some space, then try again")
    }

    /// Describes a symbolic link in place of a file that belongs beside the journal.
    static func link(_ path: String) -> JournalError {
        JournalError(message: "\(path) is a symbolic link, and must be a file beside its journal: remove the link")
    }

    static func deadLink(_ path: String) -> JournalError {
        JournalError(
            message: """
                \(path) is a symbolic link that leads to no journal: is its disk mounted? To begin a new one, remove the \
                link or name the file itself
                """)
    }

    /// Describes a file with several names, which could have several locks and logs, since these are found by name.
    static func severalNames(_ path: String, _ count: Int) -> JournalError {
        JournalError(
            message: """
                \(path) has \(count) names (hard links), and a journal has one: find the others with find / -xdev \
                -samefile \(path), and remove all but the right one; for a copy use cp while nobody has it open
                """)
    }

    /// - Parameter pid: This process, or `nil` for another one.
    static func heldUnderAnotherName(_ path: String, pid: Int32?) -> JournalError {
        JournalError(
            .journalBusy(pid: pid),
            message: """
                \(pid == nil ? "another program" : "this process") has the journal \(path) open, under another name or \
                without its lock: end it (fuser \(path) tells which), then try again
                """)
    }

    /// Describes a journal in use that is no longer where it was, so that nobody could find what is recorded from now
    /// on.
    static func lost(_ path: String, isReplaced: Bool) -> JournalError {
        let what = isReplaced ? "another file has taken the place of \(path)" : "\(path) was moved or deleted"
        return JournalError(
            message: """
                \(what) while in use: nothing is recorded or charged any more. End this program, put all \
                files of the journal back, then start again; if they are gone, compare the payments with the gateway
                """)
    }

    static func readOnly(_ path: String) -> JournalError {
        JournalError(
            .readOnly, message: "the journal \(path) or its folder cannot be written: give this user permission")
    }

    /// Describes damage, which is left as it is: a repair would hide what happened.
    static func damaged(_ path: String, _ what: String) -> JournalError {
        JournalError(
            .corrupt,
            message: """
                the journal \(path) is damaged: \(what). Nothing was changed in it. See tender journal verify; compare \
                its payments with the gateway, then move its files away to begin a new one
                """)
    }
}

import Glibc

/// The reason that the system refused something with a file.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was to be done.
    package enum Operation: String, Hashable, Sendable {
        case open, read, write, sync, rename, delete, lock, list
    }

    /// What was to be done.
    package let operation: Operation
    /// The file or folder.
    package let path: String
    /// The system's error number.
    package let code: Int32

    /// Creates a failure; `code` is that of the last call when left out.
    package init(_ operation: Operation, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Whether there is no room on the disk.
    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether there is no such file.
    package var isMissing: Bool { code == ENOENT }

    /// The system's words for the error number.
    package var words: String { String(cString: strerror(code)) }

    /// A human-readable clause.
    package var description: String { "cannot \(operation.rawValue) \(path): \(words)" }
}

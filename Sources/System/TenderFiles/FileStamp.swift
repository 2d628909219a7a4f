import Glibc

/// What tells a file from the one that had its name before: it differs after any change, also of its owner and mode.
package struct FileStamp: Hashable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file; `nil` if it cannot be found.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }
}

import Glibc

/// A small file that another process writes.
package struct SmallFile: Sendable {
    /// The contents, or the beginning of them; none of what is no regular file.
    package let bytes: [UInt8]
    /// The time of the last change, in milliseconds since 1970, UTC.
    package let changed: Int64

    /// Reads a file; blocks, but waits for no other process.
    ///
    /// - Parameter limit: How many bytes are read at most.
    /// - Returns: `nil` if there is no such file, or it cannot be read.
    package init?(_ path: String, limit: Int) {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var status = stat()
        guard fstat(number, &status) == 0 else { return nil }
        changed = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        guard status.st_mode & S_IFMT == S_IFREG else {
            bytes = []
            return
        }
        bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let read = Glibc.read(number, buffer.baseAddress?.advanced(by: count), limit - count)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
        }
    }
}

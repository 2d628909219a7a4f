import Glibc
package import TenderBytes

/// Files with secrets, which only their owner may read; all calls block.
package enum PrivateFile {
    /// Reads a file as a whole.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - isOwn: Whether a file of another user is refused.
    ///   - followsLinks: Whether a symbolic link may stand for the file.
    /// - Throws: `PrivateFileError`, also for a file that others may read or change.
    package static func read(
        _ path: String, limit: Int, isOwn: Bool, followsLinks: Bool = true
    ) throws(PrivateFileError) -> SecretBytes {
        let number = open(path, O_RDONLY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard number >= 0 else { throw .unreadable(FileFailure(.open, path)) }
        defer { close(number) }
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .unreadable(FileFailure(.read, path)) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed }
        guard !isOwn || status.st_uid == geteuid() else { throw .ofAnotherUser }
        var count = 0
        let bytes = try SecretBytes(count: limit + 1) { (buffer) throws(PrivateFileError) in
            while count < buffer.count {
                let read = Glibc.read(number, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                if read < 0, errno == EINTR { continue }
                guard read >= 0 else { throw .unreadable(FileFailure(.read, path)) }
                guard read > 0 else { break }
                count += read
            }
        }
        guard count <= limit else { throw .tooLarge }
        return bytes.withUnsafeBytes { SecretBytes($0.prefix(count)) }
    }
}

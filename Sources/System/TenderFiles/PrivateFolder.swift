import Glibc

/// Folders that only their owner may look into; all calls block.
package enum PrivateFolder {
    /// Creates a folder and those above it, if they are missing, and waits until its name is on the disk.
    ///
    /// - Throws: `PrivateFileError`, also for a folder that others may look into.
    package static func prepare(_ path: String) throws(PrivateFileError) {
        do throws(FileFailure) {
            try make(path)
        } catch {
            throw .unreadable(error)
        }
        try check(path)
    }

    /// Refuses a folder that others may look into, and one of another user.
    package static func check(_ path: String) throws(PrivateFileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(FileFailure(.open, path)) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unreadable(FileFailure(.open, path, code: ENOTDIR)) }
        guard status.st_mode & 0o077 == 0 else { throw .exposed }
        guard status.st_uid == geteuid() else { throw .ofAnotherUser }
    }

    private static func make(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o700) == 0 { return try LocalFileSystem().syncFolder(DurableFile.folder(of: path)) }
        let code = errno
        switch code {
        case EEXIST: return
        case ENOENT where DurableFile.folder(of: path) != path: try make(DurableFile.folder(of: path))
        default: throw FileFailure(.open, path, code: code)
        }
        guard mkdir(path, 0o700) == 0 else { throw FileFailure(.open, path) }
        try LocalFileSystem().syncFolder(DurableFile.folder(of: path))
    }
}

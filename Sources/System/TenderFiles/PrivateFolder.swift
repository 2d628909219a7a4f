import Glibc

/// Folders that only their owner may look into; all calls block.
package enum PrivateFolder {
    /// Creates a folder and those above it, if they are missing, and waits until its name is on the disk.
    ///
    /// - Throws: `PrivateFileError`, also for a folder that others may look into.
    package static func prepare(
        _ path: String, on files: any FileSystem = LocalFileSystem()
    ) throws(PrivateFileError) {
        do throws(FileFailure) {
            try make(path, files)
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

    private static func make(_ path: String, _ files: any FileSystem) throws(FileFailure) {
        let parent = DurableFile.folder(of: path)
        if mkdir(path, 0o700) == 0 { return try files.syncFolder(parent) }
        let code = errno
        switch code {
        case EEXIST: return try syncAgain(parent, files)
        case ENOENT where parent != path: try make(parent, files)
        default: throw FileFailure(.open, path, code: code)
        }
        guard mkdir(path, 0o700) == 0 else { throw FileFailure(.open, path) }
        try files.syncFolder(parent)
    }

    /// Syncs what is above a folder that was there: a run that was killed may have made it, and no more.
    private static func syncAgain(_ parent: String, _ files: any FileSystem) throws(FileFailure) {
        do throws(FileFailure) {
            try files.syncFolder(parent)
        } catch {
            // Somebody else made the folders in one that this user may not read.
            guard error.code == EACCES else { throw error }
        }
    }
}

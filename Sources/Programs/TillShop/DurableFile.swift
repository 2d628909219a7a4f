import Glibc

/// Files that are whole, or as they were before, whenever the power fails; all calls block.
enum DurableFile {
    /// Replaces a file, readable by its owner only; it is on the disk when the call returns.
    static func write(_ bytes: [UInt8], to path: String) throws(ShopFailure) {
        let temporary = path + ".new"
        let number = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw failure("open", temporary) }
        defer { Glibc.close(number) }
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress?.advanced(by: start), $0.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", temporary) }
            start += count
        }
        guard fsync(number) == 0 else { throw failure("sync", temporary) }
        guard rename(temporary, path) == 0 else { throw failure("rename", temporary) }
        try syncFolder(of: path)
    }

    /// Deletes a file, if it exists.
    static func remove(_ path: String) throws(ShopFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("delete", path) }
        try syncFolder(of: path)
    }

    private static func syncFolder(of path: String) throws(ShopFailure) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let number = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw failure("open", folder) }
        defer { Glibc.close(number) }
        guard fsync(number) == 0 else { throw failure("sync", folder) }
    }

    /// Cashiers read it, so it names the file without its folders.
    private static func failure(_ what: String, _ path: String) -> ShopFailure {
        let code = errno
        if code == ENOSPC || code == EDQUOT {
            return ShopFailure("the disk is full: free some space, then try again", isDiskFull: true)
        }
        let name = path.split(separator: "/").last ?? ""
        return ShopFailure("the till cannot \(what) its file \(name): \(String(cString: strerror(code)))")
    }
}

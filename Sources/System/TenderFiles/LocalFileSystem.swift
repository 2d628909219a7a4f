import Glibc
package import TenderBytes

/// The files of this machine.
package struct LocalFileSystem: FileSystem {
    /// Creates access to the files.
    package init() {}

    package func write(_ bytes: SecretBytes, to path: String, mode: UInt32) throws(FileFailure) {
        let number = try create(path, mode)
        defer { close(number) }
        try bytes.withUnsafeBytes { (bytes) throws(FileFailure) in
            var start = 0
            while start < bytes.count {
                let count = Glibc.write(number, bytes.baseAddress?.advanced(by: start), bytes.count - start)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileFailure(.write, path) }
                start += count
            }
        }
        guard fsync(number) == 0 else { throw FileFailure(.sync, path) }
    }

    /// Opens a file that nobody else has open: one that was left behind may have another mode, or another name.
    private func create(_ path: String, _ mode: UInt32) throws(FileFailure) -> Int32 {
        for isLast in [false, true] {
            let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            if number >= 0 { return number }
            guard errno == EEXIST, !isLast else { break }
            try delete(path)
        }
        throw FileFailure(.open, path)
    }

    package func rename(_ path: String, to other: String) throws(FileFailure) {
        guard Glibc.rename(path, other) == 0 else { throw FileFailure(.rename, path) }
    }

    package func syncFolder(_ path: String) throws(FileFailure) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw FileFailure(.open, path) }
        defer { close(number) }
        guard fsync(number) == 0 else { throw FileFailure(.sync, path) }
    }

    package func delete(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure(.delete, path) }
    }

    package func readPrivate(_ path: String, limit: Int) throws(PrivateFileError) -> SecretBytes {
        try PrivateFile.read(path, limit: limit, isOwn: true, followsLinks: false)
    }

    package func names(in folder: String) throws(FileFailure) -> [String] {
        guard let stream = opendir(folder) else { throw FileFailure(.list, folder) }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileFailure(.list, folder) }
        return names.sorted()
    }
}

import Glibc

/// Which file a name leads to: names with the same one are names of one file.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }

    /// The file that a name leads to now; nil when that cannot be told, as where there is none.
    ///
    /// - Parameter followsLinks: whether a symbolic link counts as the file that it leads to, or as one of its own.
    init?(_ path: String, followsLinks: Bool) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }
}

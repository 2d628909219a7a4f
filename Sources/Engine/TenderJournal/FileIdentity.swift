import Glibc

/// The identity of a file; names with the same identity are names of one file.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }

    /// Looks up the file that a name currently leads to; `nil` if that cannot be determined, for example if there is
    /// none.
    ///
    /// - Parameter followsLinks: Whether a symbolic link stands for the file that it leads to, or for itself.
    init?(_ path: String, followsLinks: Bool) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }
}

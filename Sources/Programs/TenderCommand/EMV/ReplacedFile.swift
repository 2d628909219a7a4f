import CommandLineOptions
import Glibc

/// A file that is to be replaced as a whole: where it really is, and who may read it.
struct ReplacedFile {
    let path: String
    let isThere: Bool
    let mode: UInt32

    init(_ path: String) throws(CommandLineError) {
        var status = stat()
        isThere = stat(path, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            throw CommandLineError("\(path) is not a file")
        }
        mode = isThere ? status.st_mode & 0o777 : 0o644
        // A link stays one.
        let real = isThere ? realpath(path, nil) : nil
        defer { free(real) }
        self.path = real.map { String(cString: $0) } ?? path
    }
}

import Glibc
import TenderFlow

/// The files of one journal: what lies beside `FILE` begins with its name.
struct JournalPaths {
    /// The database.
    let file: String

    /// What keeps other processes out; never deleted, since that would open a gap.
    var lock: String { file + ".lock" }
    /// The end of the chain.
    var head: String { file + ".head" }
    /// The head while it is being written.
    var newHead: String { file + ".head.new" }
    private var all: [String] { [file, file + "-wal", file + "-shm", head, newHead, lock] }

    /// Follows links, so that one journal has one lock under whatever name it is opened.
    ///
    /// - Throws: `JournalError` when the folder cannot be found.
    init(_ path: String) throws(JournalError) {
        if let real = Self.realPath(path) {
            file = real
            return
        }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let folder = String(path.dropLast(name.count))
        guard !name.isEmpty, let real = Self.realPath(folder.isEmpty ? "." : folder) else {
            throw JournalError(message: "the journal's folder cannot be found: make it, then try \(path) again")
        }
        file = real == "/" ? "/" + name : real + "/" + name
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether the database is there and holds anything.
    var isBegun: Bool { Self.status(file).map { $0.st_size > 0 } ?? false }

    /// Refuses files that others may read or change, and what is no file.
    func refuseExposed() throws(JournalError) {
        for path in all {
            guard let status = Self.status(path) else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw JournalError(message: "\(path) is no file: the journal cannot be kept there")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw JournalError(
                    .exposed, message: "\(path) can be read or changed by others: chmod 600 \(path)")
            }
        }
    }

    /// Makes the database file, private from its first moment; SQLite gives what it puts beside it the same mode.
    func createFile() throws(JournalError) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError(errno: errno, file) }
        close(descriptor)
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }
}

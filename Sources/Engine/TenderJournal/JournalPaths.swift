import Glibc
import TenderFlow

/// The files of one journal: what lies beside `FILE` begins with its name.
struct JournalPaths {
    /// The name under which it is opened, from the root: it may lead over links.
    let given: String
    /// The database, behind all links.
    let file: String

    /// What keeps other processes out; never deleted, since that would open a gap.
    var lock: String { file + ".lock" }
    /// The end of the chain.
    var head: String { file + ".head" }
    /// The head while it is being written.
    var newHead: String { file + ".head.new" }
    /// What SQLite keeps beside the database while it is open.
    var log: [String] { [file + "-wal", file + "-shm"] }
    private var all: [String] { [file] + log + [head, newHead, lock] }

    /// Follows links, so that one journal has one lock under whatever name it is opened.
    ///
    /// - Throws: `JournalError` when the folder cannot be found, and for a link that leads nowhere: a journal that was begun
    ///   at its other end would be another one as soon as the real one is back, such as with its disk.
    init(_ path: String) throws(JournalError) {
        given = Self.fromRoot(path)
        if let real = Self.realPath(path) {
            file = real
            return
        }
        guard !Self.isLink(path) else { throw .deadLink(path) }
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

    /// Refuses files that others may read or change, that have further names, and what is no file.
    func refuseUnfit() throws(JournalError) {
        for path in all {
            guard let status = Self.status(path) else { continue }
            guard status.st_mode & S_IFMT != S_IFLNK else { throw .link(path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw JournalError(message: "\(path) is no file: the journal cannot be kept there")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw JournalError(
                    .exposed, message: "\(path) can be read or changed by others: chmod 600 \(path)")
            }
            guard status.st_nlink <= 1 else { throw .severalNames(path, Int(status.st_nlink)) }
        }
    }

    /// Refuses to look at a journal under one of several names: what waits in its log is found by one of them only.
    func refuseSeveralNames() throws(JournalError) {
        guard let status = Self.status(file), status.st_nlink > 1 else { return }
        throw .severalNames(file, Int(status.st_nlink))
    }

    /// Of the name itself: where a link leads was followed before.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func isLink(_ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// The folder of a process may change while the journal is open.
    private static func fromRoot(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = realPath(".") else { return path }
        return folder == "/" ? "/" + path : folder + "/" + path
    }
}

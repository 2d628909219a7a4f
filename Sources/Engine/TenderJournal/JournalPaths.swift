import Glibc
import TenderFlow

/// The files of one journal; the names of those beside `FILE` begin with its name.
struct JournalPaths {
    /// The absolute path by which it is opened; it may contain links.
    let given: String
    /// The database, with all links resolved.
    let file: String

    /// The file that locks out other processes; never deleted, because that would leave a gap.
    var lock: String { file + ".lock" }
    /// The file with the end of the chain.
    var head: String { file + ".head" }
    /// The file with the new head while it is being written.
    var newHead: String { file + ".head.new" }
    /// The files that SQLite keeps beside the database while it is open.
    var log: [String] { [file + "-wal", file + "-shm"] }
    private var all: [String] { [file] + log + [head, newHead, lock] }

    /// Resolves links, so that one journal has one lock whatever name it is opened by.
    ///
    /// - Throws: `JournalError` if the folder cannot be found, and for a dangling link: a journal started at its other
    ///   end would be a different one as soon as the real one is back, for example with its disk.
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

    /// Returns the absolute path of a file or folder with all links resolved; `nil` if there is none.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Whether the database exists and is not empty.
    var isBegun: Bool { Self.status(file).map { $0.st_size > 0 } ?? false }

    /// Refuses files that others may read or change, files with further names, and anything that is not a regular file.
    func refuseUnfit() throws(JournalError) {
        for path in all {
            guard let status = Self.status(path) else { continue }
            guard status.st_mode & S_IFMT != S_IFLNK else { throw .link(path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw JournalError(message: "\(path) is not a file: the journal cannot be kept there")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw JournalError(
                    .exposed, message: "\(path) can be read or changed by others: chmod 600 \(path)")
            }
            guard status.st_nlink <= 1 else { throw .severalNames(path, Int(status.st_nlink)) }
        }
    }

    /// Refuses to inspect a journal by one of several names: only one of them leads to what waits in its log.
    func refuseSeveralNames() throws(JournalError) {
        guard let status = Self.status(file), status.st_nlink > 1 else { return }
        throw .severalNames(file, Int(status.st_nlink))
    }

    /// Returns the status of the name itself; links were resolved before.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func isLink(_ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
    }

    /// Makes a path absolute: the process may change its folder while the journal is open.
    private static func fromRoot(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = realPath(".") else { return path }
        return folder == "/" ? "/" + path : folder + "/" + path
    }
}

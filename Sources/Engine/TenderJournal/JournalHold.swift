import Glibc
import TenderBytes
import TenderFlow

/// A hold on the database file itself, whatever its name, that notices when its names lead elsewhere.
///
/// The lock beside the journal is found by its name, and a file can get another name through a link or a move. SQLite
/// also finds its log by name: under a different one, somebody would read, and continue, an older journal.
final class JournalHold {
    /// A name, and the file that it led to when the journal was opened.
    private struct Part {
        let path: String
        let followsLinks: Bool
        let identity: FileIdentity
    }

    /// The files that this process holds: closing a second descriptor of one would release SQLite's locks on it.
    private static let held = Guarded<Set<FileIdentity>>([])

    private let descriptor: Int32
    private var registered: FileIdentity?
    private var parts: [Part] = []

    /// Opens the database file or creates it, private from its first moment; SQLite gives its files beside it the same
    /// mode.
    ///
    /// - Throws: `JournalError.journalBusy` if somebody has it open under any name, and if it has several names.
    init(_ paths: JournalPaths) throws(JournalError) {
        if let identity = FileIdentity(paths.file, followsLinks: false), Self.held.withLock({ $0.contains(identity) }) {
            throw .heldUnderAnotherName(paths.file, pid: getpid())
        }
        descriptor = open(paths.file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError(errno: errno, paths.file) }
        // From here on, a throw runs `deinit`, which closes the file.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK
                ? .heldUnderAnotherName(paths.file, pid: nil) : JournalError(errno: code, paths.file)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw JournalError(errno: errno, paths.file) }
        guard status.st_nlink <= 1 else { throw .severalNames(paths.file, Int(status.st_nlink)) }
        let identity = FileIdentity(status)
        Self.held.withLock { _ = $0.insert(identity) }
        registered = identity
        parts = [
            Part(path: paths.file, followsLinks: false, identity: identity),
            // What the next start will open, possibly through a link.
            Part(path: paths.given, followsLinks: true, identity: identity),
        ]
    }

    deinit {
        if let registered { Self.held.withLock { _ = $0.remove(registered) } }
        guard descriptor >= 0 else { return }
        // A program that is being started inherits the lock until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Records which files SQLite has created beside the database; call it once the database is open and has been read.
    ///
    /// - Throws: As `expectPlaces()`: what was opened by name must be the file that is held.
    func noteLog(_ paths: JournalPaths) throws(JournalError) {
        for path in paths.log {
            guard let identity = FileIdentity(path, followsLinks: false) else { throw .lost(path, isReplaced: false) }
            parts.append(Part(path: path, followsLinks: false, identity: identity))
        }
        try expectPlaces()
    }

    /// Checks where the names lead, which takes microseconds compared with a sync.
    ///
    /// A further name that is created in the meantime is harmless while this process holds the file, because nobody can
    /// open the journal by it.
    ///
    /// - Throws: `JournalError` if a name leads elsewhere or nowhere; nobody could find what is written from now on.
    func expectPlaces() throws(JournalError) {
        for part in parts {
            let found = FileIdentity(part.path, followsLinks: part.followsLinks)
            guard found != part.identity else { continue }
            throw .lost(part.path, isReplaced: found != nil)
        }
    }
}

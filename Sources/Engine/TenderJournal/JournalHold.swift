import Glibc
import TenderBytes
import TenderFlow

/// Holds the database file itself, whatever its name is, and tells when its names lead elsewhere.
///
/// The lock beside the journal is found by its name, and a file can get another one, by a link or while it is moved. SQLite
/// finds its log by the name too: under another one somebody would read, and go on from, an older journal.
final class JournalHold {
    /// A name, and the file that it led to when the journal was opened.
    private struct Part {
        let path: String
        let followsLinks: Bool
        let identity: FileIdentity
    }

    /// The files that this process holds: closing a second descriptor of one would let SQLite's locks on it go.
    private static let held = Guarded<Set<FileIdentity>>([])

    private let descriptor: Int32
    private var registered: FileIdentity?
    private var parts: [Part] = []

    /// Opens the database file, or makes it, private from its first moment; SQLite gives what it puts beside it the same
    /// mode.
    ///
    /// - Throws: `JournalError.journalBusy` when somebody has it under whatever name, and when it has several.
    init(_ paths: JournalPaths) throws(JournalError) {
        if let identity = FileIdentity(paths.file, followsLinks: false), Self.held.withLock({ $0.contains(identity) }) {
            throw .heldUnderAnotherName(paths.file, pid: getpid())
        }
        descriptor = open(paths.file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JournalError(errno: errno, paths.file) }
        // From here on a throw runs `deinit`, which closes.
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
            // What the next start will open, which may be behind a link.
            Part(path: paths.given, followsLinks: true, identity: identity),
        ]
    }

    deinit {
        if let registered { Self.held.withLock { _ = $0.remove(registered) } }
        guard descriptor >= 0 else { return }
        // A program that is being started holds the lock too, until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Keeps in mind what SQLite has made beside the database; call it when it was opened and read.
    ///
    /// - Throws: as `expectPlaces()`: what was opened by its name must be what is held.
    func noteLog(_ paths: JournalPaths) throws(JournalError) {
        for path in paths.log {
            guard let identity = FileIdentity(path, followsLinks: false) else { throw .lost(path, isReplaced: false) }
            parts.append(Part(path: path, followsLinks: false, identity: identity))
        }
        try expectPlaces()
    }

    /// Looks where the names lead: some microseconds beside a sync.
    ///
    /// A further name that is made meanwhile does no harm while this process holds the file: nobody can open it by that.
    ///
    /// - Throws: `JournalError` when one leads elsewhere or nowhere; what is written from now on would be found by nobody.
    func expectPlaces() throws(JournalError) {
        for part in parts {
            let found = FileIdentity(part.path, followsLinks: part.followsLinks)
            guard found != part.identity else { continue }
            throw .lost(part.path, isReplaced: found != nil)
        }
    }
}

import Glibc
import TenderFlow
import TenderRecords

/// The file that keeps the end of the chain beside the journal.
///
/// It is made whole, as a new file that takes the old one's name. While the journal is open each batch of records is
/// followed by one write over its only line, which has a fixed length and lies in the first sector: a rename each time
/// would cost as much as the record's own sync (measured), and a disk writes a sector or leaves it. It is not synced
/// either: after a kill it may be a batch behind, after a power cut further. It never leads, since it is written after the
/// records are on the disk; `ChainCheck` says what a head that is behind still proves.
final class HeadFile {
    /// Blanks fill the line; the longest sequence fits.
    private static let byteCount = 160

    private let paths: JournalPaths
    private var descriptor: Int32 = -1
    /// Which file that is, to see when the name leads elsewhere.
    private var identity: FileIdentity?

    init(_ paths: JournalPaths) { self.paths = paths }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What the file holds; nil when it is not there or empty, as a power cut may leave it.
    ///
    /// - Throws: `JournalError` for anything else than a head.
    static func read(_ paths: JournalPaths) throws(JournalError) -> JournalHead? {
        let descriptor = open(paths.head, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw JournalError(errno: errno, paths.head) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var again = try content(descriptor, paths)
        // A journal in use is written meanwhile: what was seen twice was not seen half.
        for _ in 0..<100 where bytes != again {
            bytes = again
            again = try content(descriptor, paths)
        }
        guard bytes.contains(where: { $0 != 0 }) else { return nil }
        guard let head = JournalHead(String(decoding: bytes, as: UTF8.self)) else {
            throw JournalError.damaged(paths.file, "\(paths.head) holds no head")
        }
        return head
    }

    private static func content(_ descriptor: Int32, _ paths: JournalPaths) throws(JournalError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw JournalError(errno: errno, paths.head) }
        return Array(bytes.prefix(count))
    }

    /// Makes the file anew.
    ///
    /// - Throws: `JournalError`: a folder that takes no files is found before a payment starts.
    func make(_ head: JournalHead) throws(JournalError) {
        let made = open(paths.newHead, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw JournalError(errno: errno, paths.newHead) }
        let line = Self.line(head)
        guard write(made, line, line.count) == line.count, rename(paths.newHead, paths.head) == 0 else {
            let code = errno
            close(made)
            throw JournalError(errno: code, paths.head)
        }
        if descriptor >= 0 { close(descriptor) }
        descriptor = made
        identity = FileIdentity(paths.head, followsLinks: false)
    }

    /// Writes over the line; whether that worked matters to nobody who waits for a record, and the next one tries again.
    ///
    /// A file that was deleted or replaced meanwhile is made anew: the records are there, and their end is known.
    func update(_ head: JournalHead) {
        guard let identity, FileIdentity(paths.head, followsLinks: false) == identity else {
            try? make(head)
            return
        }
        let line = Self.line(head)
        _ = pwrite(descriptor, line, line.count, 0)
    }

    private static func line(_ head: JournalHead) -> [UInt8] {
        let text = Array(head.description.utf8)
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: max(0, byteCount - 1 - text.count))
        return text + blanks + [UInt8(ascii: "\n")]
    }
}

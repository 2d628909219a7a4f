import Glibc
import TenderFlow
import TenderRecords

/// The file beside the journal that stores the end of the chain.
///
/// It is created as a complete new file that is renamed over the old one. While the journal is open, each batch of
/// records is followed by a single write over its only line, which has a fixed length and lies in the first sector: a
/// rename each time would cost as much as the record's own sync (measured), and a disk writes a sector completely or
/// not at all. That write is not synced either: after a kill it may be one batch behind, after a power cut further. It
/// is never ahead, because it is written after the records are on disk; `ChainCheck` says what a head that is behind
/// still proves.
final class HeadFile {
    /// The length of the line, padded with spaces; it fits the largest sequence.
    private static let byteCount = 160

    private let paths: JournalPaths
    private var descriptor: Int32 = -1
    /// The identity of the file, to notice when its name leads elsewhere.
    private var identity: FileIdentity?

    init(_ paths: JournalPaths) { self.paths = paths }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the head in the file; `nil` if the file is missing or empty, as a power cut may leave it.
    ///
    /// - Throws: `JournalError` for anything other than a head.
    static func read(_ paths: JournalPaths) throws(JournalError) -> JournalHead? {
        let descriptor = open(paths.head, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw JournalError(errno: errno, paths.head) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var again = try content(descriptor, paths)
        // Another process may be writing the journal right now: contents that were read twice were not half written.
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

    /// Creates the file anew.
    ///
    /// - Throws: `JournalError`, so that an unwritable folder is noticed before a payment starts.
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

    /// Overwrites the line; nobody who waits for a record depends on its success, and the next update tries again.
    ///
    /// A file that was deleted or replaced in the meantime is created anew: the records are there, and their end is
    /// known.
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

import Glibc
import TenderReaders

/// Tells when a file is written to or replaced (inotify(7)).
///
/// Its folder is watched, so that a file that does not exist yet or is replaced by another one is noticed too.
package final class FileWatch: Sendable {
    private let descriptor: Descriptor
    private let name: String

    /// Watches the file at a path from now on.
    ///
    /// - Returns: `nil` if the folder does not exist, or the system has no watches left.
    package init?(path: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard number >= 0 else { return nil }
        guard inotify_add_watch(number, folder, UInt32(IN_MODIFY | IN_MOVED_TO)) >= 0 else {
            Glibc.close(number)
            return nil
        }
        descriptor = Descriptor(number, name: folder)
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Waits for the next change since the last call; changes in between count as one.
    ///
    /// - Returns: Whether there was one before the deadline; `false` too if the task is canceled.
    package func change(until deadline: ContinuousClock.Instant) async -> Bool {
        while true {
            do throws(TransportError) {
                try await descriptor.wait(forWriting: false, until: deadline)
                if try descriptor.use({ (number) throws(TransportError) in drain(number) }) { return true }
            } catch {
                return false
            }
        }
    }

    /// Reads all that is there; returns whether the file was among it, or some of it was lost.
    private func drain(_ number: Int32) -> Bool {
        var isFound = false
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(number, &bytes, bytes.count)
            guard count > 0 else { return isFound }
            isFound = isFound || isAbout(name, bytes[..<count])
        }
    }

    /// Returns whether one of the events is about a name: each is a header of 16 bytes, which ends with the length of the
    /// name, and the name, filled with NUL.
    private func isAbout(_ name: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while rest.count >= 16 {
            let header = rest.prefix(16)
            let isOverflow = integer(header.dropFirst(4)) & UInt32(IN_Q_OVERFLOW) != 0
            let length = Int(integer(header.dropFirst(12)))
            let found = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            if isOverflow || found.elementsEqual(name.utf8) { return true }
            rest = rest.dropFirst(16 + length)
        }
        return false
    }

    private func integer(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

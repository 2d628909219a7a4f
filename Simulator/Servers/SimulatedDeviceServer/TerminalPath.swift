import Glibc

/// Where a terminal stands in the file system.
package enum TerminalPath {
    /// Returns the path of an open terminal; `nil` if it has none.
    ///
    /// `ttyname` has one buffer for all threads, so that two terminals opened at once could get the same path.
    package static func of(_ terminal: Int32) -> String? {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard ttyname_r(terminal, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

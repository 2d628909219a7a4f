import Glibc

/// Files of the system that are read as a whole.
enum SmallFile {
    /// More than any of them has.
    private static let limit = 1 << 20

    /// The bytes of a file; nil when it cannot be read.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = fread(&piece, 1, piece.count, file)
            bytes += piece.prefix(count)
            if count < piece.count { break }
        }
        return ferror(file) == 0 ? bytes : nil
    }

    /// The text of a file; nil when it cannot be read.
    static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }
}

import Glibc

/// System files that are read as a whole.
enum SmallFile {
    /// The maximum size; none of these files is that large.
    private static let limit = 1 << 20

    /// Returns the bytes of a file; `nil` if it cannot be read.
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

    /// Returns the text of a file; `nil` if it cannot be read.
    static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }
}

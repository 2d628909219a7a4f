import Glibc

/// A file that a command reads as a whole.
package enum InputFile {
    /// Returns as much of a file as the limit allows, and at least a byte more of a larger one.
    ///
    /// - Parameter path: The file; `-` is standard input.
    package static func read(_ path: String, limit: Int) throws(CommandLineError) -> [UInt8] {
        guard let bytes = bytes(path, limit) else { throw CommandLineError("the file \(path) cannot be read") }
        return bytes
    }

    private static func bytes(_ path: String, _ limit: Int) -> [UInt8]? {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }
}

package import TenderBytes

/// Files that are whole, or as they were before, whenever the power fails; all calls block.
package enum DurableFile {
    /// What the name of a file ends in that is not whole yet; a crash may leave one behind.
    package static let unfinished = ".new"

    /// Replaces a file; it is on the disk when the call returns.
    ///
    /// - Parameter mode: Who may read it: its owner only when left out.
    /// - Throws: The system's error; the file is then as it was before, or as it was to become.
    package static func write(
        _ bytes: SecretBytes, to path: String, mode: UInt32 = 0o600, on files: any FileSystem = LocalFileSystem()
    ) throws(FileFailure) {
        let temporary = path + unfinished
        try files.write(bytes, to: temporary, mode: mode)
        try files.rename(temporary, to: path)
        try files.syncFolder(folder(of: path))
    }

    /// Replaces a file with bytes that are no secret.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws(FileFailure) {
        try write(SecretBytes(bytes), to: path, mode: mode)
    }

    /// Deletes a file, if it exists; it is gone from the disk when the call returns.
    package static func remove(_ path: String) throws(FileFailure) {
        let files = LocalFileSystem()
        try files.delete(path)
        try files.syncFolder(folder(of: path))
    }

    /// Returns the folder of a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

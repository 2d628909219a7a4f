package import TenderBytes

/// The steps that a file takes to the disk; tests put a disk in their place that fails at any of them.
///
/// All calls block.
package protocol FileSystem: Sendable {
    /// Creates a file in place of one that has the name, writes all of it and waits until the bytes are on the disk.
    ///
    /// - Parameter mode: Who may read the file.
    func write(_ bytes: SecretBytes, to path: String, mode: UInt32) throws(FileFailure)

    /// Gives a file another name, in place of a file that has it.
    func rename(_ path: String, to other: String) throws(FileFailure)

    /// Waits until the names in a folder are on the disk.
    func syncFolder(_ path: String) throws(FileFailure)

    /// Deletes a file, if it exists.
    func delete(_ path: String) throws(FileFailure)

    /// Reads a file that only its owner, who is this user, may read; a link is refused.
    ///
    /// - Parameter limit: The maximum size in bytes.
    func readPrivate(_ path: String, limit: Int) throws(PrivateFileError) -> SecretBytes

    /// Returns the names of the files in a folder.
    func names(in folder: String) throws(FileFailure) -> [String]
}

import FoundationEssentials

/// A folder of its own for a test, deleted with it.
final class TestFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/till-" + UUID().uuidString
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a file that only its user may read, and gives its path.
    func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        let isWritten = FileManager.default.createFile(
            atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
        return file
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

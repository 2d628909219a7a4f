import Foundation
import TenderTestSupport

/// A folder for the files of commands, which is their user's home too.
final class CommandFolder {
    let path = NSTemporaryDirectory() + "tender-files-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        try setMode(mode, of: name)
    }

    func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }

    /// Runs `tender`; gives its exit code, and all that it wrote.
    func tender(_ words: String) async throws -> (code: Int32?, text: String) { try await run([], words) }

    /// Runs `tender` with `--json`; gives its exit code, and the object that it printed.
    func json(_ words: String) async throws -> (code: Int32?, object: NSDictionary) {
        let (code, text) = try await run(["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"], words + " --json")
        return (code, try Required.some(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary))
    }

    private func run(_ before: [String], _ words: String) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "HOME=\(path)", "LANG=C.UTF-8"] + before + [TillJournal.program()]
                + words.split(separator: " ").map(String.init), in: path)
        return (code, text)
    }
}

extension NSDictionary {
    /// The code of the error that a command reported.
    var errorCode: String? { (self["error"] as? NSDictionary)?["code"] as? String }
}

import FoundationEssentials
public import TenderBackend
import TenderFiles

/// The file of the tills that a merchant's server knows; it holds hashes of tokens, and is readable by its owner only.
public struct TillsFile: Sendable {
    private let path: String
    private var stamp: FileStamp?

    /// Names a file; reads nothing yet.
    public init(path: String) { self.path = path }

    /// Reads the tills if the file is another one than the last time; `nil` if it is the same.
    ///
    /// - Throws: `BackendServerError` if it cannot be read.
    public mutating func changed() throws(BackendServerError) -> BackendTills? {
        guard let current = FileStamp(path) else {
            throw BackendServerError("the file of the tills \(path) cannot be read: tender backend add-till makes it")
        }
        guard current != stamp else { return nil }
        let tills = try read()
        stamp = current
        return tills
    }

    /// Reads the tills; throws `BackendServerError` if there is no such file, or it is damaged.
    public func read() throws(BackendServerError) -> BackendTills {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let tills = try? JSONDecoder().decode(BackendTills.self, from: data)
        else { throw BackendServerError("the file of the tills \(path) cannot be read") }
        return tills
    }

    /// Replaces the tills, whole or not at all.
    ///
    /// - Throws: `BackendServerError`; the file then stays as it was.
    public func write(_ tills: BackendTills) throws(BackendServerError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(tills) else { throw BackendServerError("the tills cannot be written") }
        do throws(FileFailure) {
            try DurableFile.write([UInt8](data), to: path)
        } catch {
            throw BackendServerError("the file of the tills \(path) cannot be written: \(error.words)")
        }
    }
}

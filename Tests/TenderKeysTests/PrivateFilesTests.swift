import Foundation
import TenderBytes
import Testing

@testable import TenderFiles

/// Files, folders and locks on the disk of this machine.
@Suite struct PrivateFilesTests {
    private let folder = NSTemporaryDirectory() + "tender-private-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// What a crash left behind, or somebody put there: others may read it, or it is another file too.
    @Test func whatLiesInTheWayOfADurableFileIsNotWrittenInto() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (path, other) = (folder + "/a", folder + "/other")
        try Data("kept".utf8).write(to: URL(filePath: other))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: other)
        try FileManager.default.linkItem(atPath: other, toPath: path + DurableFile.unfinished)
        try DurableFile.write(SecretBytes(utf8: "secret"), to: path)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
        #expect(try mode(path) == 0o600)
        try FileManager.default.createSymbolicLink(atPath: path + DurableFile.unfinished, withDestinationPath: other)
        try DurableFile.write(SecretBytes(utf8: "another"), to: path)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
    }

    @Test func aLockIsOnTheFileThatHasTheName() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lock"
        var opened = 0
        let lock = try FileLock(path) {
            opened += 1
            if opened < 3 { unlink(path) }
        }
        #expect(opened == 3)
        #expect(throws: FileLockError.held(processID: getpid())) { try FileLock(path) }
        withExtendedLifetime(lock) {}
    }

    @Test func aLockThatIsReplacedAgainAndAgainIsNotTaken() {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/lock"
        #expect(throws: FileLockError.failed(FileFailure(.lock, path, code: ESTALE))) {
            try FileLock(path) { unlink(path) }
        }
    }

    @Test func aFolderThatAKilledRunMadeIsOnTheDiskToo() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = SyncingFileSystem()
        for _ in 0..<2 { try PrivateFolder.prepare(folder + "/x/y", on: disk) }
        #expect(disk.synced.withLock { $0 } == [folder, folder + "/x", folder + "/x"])
        #expect(try mode(folder + "/x/y") == 0o700)
        let denied = SyncingFileSystem(error: EACCES)
        try PrivateFolder.prepare(folder + "/x/y", on: denied)
        #expect(throws: PrivateFileError.self) {
            try PrivateFolder.prepare(folder + "/x/y", on: SyncingFileSystem(error: EIO))
        }
    }
}

/// The disk of this machine, with a note of the folders that were synced.
private final class SyncingFileSystem: FileSystem {
    let synced = Guarded<[String]>([])
    private let error: Int32?
    private let disk = LocalFileSystem()

    init(error: Int32? = nil) { self.error = error }

    func syncFolder(_ path: String) throws(FileFailure) {
        if let error { throw FileFailure(.sync, path, code: error) }
        synced.withLock { $0.append(path) }
        try disk.syncFolder(path)
    }

    func write(_ bytes: SecretBytes, to path: String, mode: UInt32) throws(FileFailure) {
        try disk.write(bytes, to: path, mode: mode)
    }

    func rename(_ path: String, to other: String) throws(FileFailure) { try disk.rename(path, to: other) }

    func delete(_ path: String) throws(FileFailure) { try disk.delete(path) }

    func readPrivate(_ path: String, limit: Int) throws(PrivateFileError) -> SecretBytes {
        try disk.readPrivate(path, limit: limit)
    }

    func names(in folder: String) throws(FileFailure) -> [String] { try disk.names(in: folder) }
}

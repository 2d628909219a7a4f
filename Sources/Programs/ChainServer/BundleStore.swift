import TenderBytes
import TenderChain
import TenderDevices
import TenderFiles

/// The bundle beside a till's journal, and the one before it.
struct BundleStore: Sendable {
    private let path: String

    /// Names the bundle of a journal.
    init(journal: String) { path = SignedBundle.path(journal: journal) }

    /// The path of the bundle that was there before.
    private var before: String { path + ".before" }

    /// Returns the version that is there; 0 without one that the till takes.
    func version(_ trust: BundleTrust) async -> Int64 {
        await OwnThread.run { [path] in
            guard let file = Self.read(path), let bundle = try? SignedBundle(file: file) else { return 0 }
            return (try? bundle.open(trust, newerThan: 0).version) ?? 0
        }
    }

    /// Keeps a bundle in place of the one before, which stays beside it.
    ///
    /// - Throws: `BundleRefusal.notKept`; the file is then as it was.
    func keep(_ bundle: SignedBundle) async throws(BundleRefusal) {
        let result = await OwnThread.run { [path, before] () -> Result<Void, FileFailure> in
            Result { () throws(FileFailure) in
                if let old = Self.read(path) { try DurableFile.write(old, to: before) }
                try DurableFile.write(bundle.file, to: path)
            }
        }
        if case .failure(let failure) = result { throw .notKept(failure.words) }
    }

    private static func read(_ path: String) -> SecretBytes? {
        try? PrivateFile.read(path, limit: SignedBundle.maximumFileBytes, isOwn: true)
    }
}

import TenderBytes
package import TenderCrypto
package import TenderFiles

/// The DUKPT keys of this machine, in a folder that only their owner may look into; all calls block.
///
/// A serial number is on the disk before its keys are handed out: a crash loses a number and never repeats one. This is software
/// on an ordinary disk, and protects keys as far as the machine does (docs/keys.md).
package final class KeyStore: Sendable {
    private static let suffix = ".key"

    private let folder: String
    private let files: any FileSystem
    private let lock: FileLock?
    private let keys: Guarded<[String: Result<StoredKey, KeyStoreError>]>

    /// Opens a store, which is created if it is missing, and locks others out as long as this one lives.
    ///
    /// - Throws: `KeyStoreError`; a damaged key is refused when it is asked for.
    package convenience init(folder: String) throws(KeyStoreError) {
        do throws(PrivateFileError) {
            try PrivateFolder.prepare(folder)
        } catch {
            throw KeyStoreError(refusing: folder, error)
        }
        let lock: FileLock
        do throws(FileLockError) {
            lock = try FileLock(folder + "/lock")
        } catch {
            switch error {
            case .held(let owner):
                throw KeyStoreError(
                    .busy, "\(FileLockError.holder(owner)) has the key store \(folder) open: end it, then try again")
            case .failed(let failure): throw KeyStoreError(failure)
            }
        }
        try self.init(folder: folder, files: LocalFileSystem(), lock: lock)
    }

    /// Opens a store on any file system.
    package init(folder: String, files: any FileSystem, lock: FileLock? = nil) throws(KeyStoreError) {
        self.folder = folder
        self.files = files
        self.lock = lock
        do throws(FileFailure) {
            // What a crash left half written holds keys too.
            for name in try files.names(in: folder) where name.hasSuffix(Self.suffix + DurableFile.unfinished) {
                try files.delete(folder + "/" + name)
            }
        } catch {
            throw KeyStoreError(error)
        }
        keys = Guarded(try Self.read(folder, files))
    }

    /// Returns what may be shown of a store, which may be in use; empty if there is none.
    ///
    /// - Throws: `KeyStoreError`.
    package static func entries(folder: String) throws(KeyStoreError) -> [KeyEntry] {
        do throws(PrivateFileError) {
            try PrivateFolder.check(folder)
        } catch {
            if case .unreadable(let failure) = error, failure.isMissing { return [] }
            throw KeyStoreError(refusing: folder, error)
        }
        return entries(try read(folder, LocalFileSystem()))
    }

    /// What may be shown of each key.
    package var entries: [KeyEntry] { Self.entries(keys.withLock { $0 }) }

    /// Puts a key into the store; it is on the disk when the call returns.
    ///
    /// A key that was removed before goes on behind the last number that was used.
    ///
    /// - Throws: `KeyStoreError`, also if the key is there already.
    package func load(_ file: KeyFile) throws(KeyStoreError) -> KeyEntry {
        try keys.withLock { (keys) throws(KeyStoreError) in
            let id = StoredKey.id(file.serialNumber)
            let before = try keys[id]?.get()
            guard before?.isRemoved ?? true else {
                throw KeyStoreError(.alreadyLoaded, "the key \(id) is in the store already")
            }
            let number = [file.serialNumber, before?.device.serialNumber].compactMap(\.self).max {
                $0.counter < $1.counter
            }
            let device: DUKPTDevice
            do throws(CryptoError) {
                device = try DUKPTDevice(initialKey: file.initialKey, serialNumber: number ?? file.serialNumber)
            } catch {
                throw KeyStoreError(.malformed, "the key \(id) cannot be loaded: \(error)")
            }
            guard device.serialNumber.next != nil else { throw Self.exhausted(id) }
            let key = StoredKey(device: device, checkValue: file.checkValue)
            try self.write(key)
            keys[id] = .success(key)
            return Self.entry(id, .success(key))
        }
    }

    /// Forgets a key, and keeps its count, so that loading it again repeats no number.
    ///
    /// - Throws: `KeyStoreError`, also for a key that is damaged or not there.
    package func remove(_ id: String) throws(KeyStoreError) {
        try keys.withLock { (keys) throws(KeyStoreError) in
            var key = try Self.key(id, keys)
            key.isRemoved = true
            try self.write(key)
            keys[id] = DUKPTDevice(spentAt: key.device.serialNumber).map {
                .success(StoredKey(device: $0, checkValue: key.checkValue, isRemoved: true))
            }
        }
    }

    /// Refuses a key of which no transaction is left.
    ///
    /// - Throws: `KeyStoreError`, also for a key that is removed, damaged or not there.
    package func requireReady(_ id: String) throws(KeyStoreError) {
        try keys.withLock { (keys) throws(KeyStoreError) in
            guard try Self.key(id, keys).device.serialNumber.next != nil else { throw Self.exhausted(id) }
        }
    }

    /// Hands out the keys of the next transaction; their number is on the disk by then, and is never handed out again.
    ///
    /// - Throws: `KeyStoreError`, also for a key that is used up, removed, damaged or not there.
    package func nextTransaction(_ id: String) throws(KeyStoreError) -> DUKPTTransaction {
        try keys.withLock { (keys) throws(KeyStoreError) in
            var key = try Self.key(id, keys)
            let transaction: DUKPTTransaction?
            do throws(CryptoError) {
                transaction = try key.device.advance()
            } catch {
                throw KeyStoreError(.failed, "the key \(id) cannot be derived: \(error)")
            }
            guard let transaction else { throw Self.exhausted(id) }
            // If this fails, nothing was handed out, and the next call takes the same number.
            try self.write(key)
            keys[id] = .success(key)
            return transaction
        }
    }

    // MARK: - Files

    private func write(_ key: StoredKey) throws(KeyStoreError) {
        do throws(FileFailure) {
            try DurableFile.write(key.encode(), to: "\(folder)/\(key.id)\(Self.suffix)", on: files)
        } catch {
            throw KeyStoreError(error)
        }
    }

    private static func read(
        _ folder: String, _ files: any FileSystem
    ) throws(KeyStoreError) -> [String: Result<StoredKey, KeyStoreError>] {
        let names: [String]
        do throws(FileFailure) {
            names = try files.names(in: folder)
        } catch {
            throw KeyStoreError(error)
        }
        var keys: [String: Result<StoredKey, KeyStoreError>] = [:]
        for name in names where name.hasSuffix(suffix) {
            let id = String(name.dropLast(suffix.count))
            keys[id] = key(id, "\(folder)/\(name)", files)
        }
        return keys
    }

    private static func key(
        _ id: String, _ path: String, _ files: any FileSystem
    ) -> Result<StoredKey, KeyStoreError> {
        do throws(PrivateFileError) {
            let bytes = try files.readPrivate(path, limit: StoredKey.limit)
            guard let key = StoredKey(decoding: bytes), key.id == id else { return .failure(.damaged(path)) }
            return .success(key)
        } catch {
            return .failure(error == .tooLarge ? .damaged(path) : KeyStoreError(refusing: path, error))
        }
    }

    // MARK: - Keys

    private static func key(
        _ id: String, _ keys: [String: Result<StoredKey, KeyStoreError>]
    ) throws(KeyStoreError) -> StoredKey {
        guard let key = try keys[id]?.get(), !key.isRemoved else {
            throw KeyStoreError(.unknownKey, "there is no key \(id) in the store: tender keys list shows them")
        }
        return key
    }

    private static func exhausted(_ id: String) -> KeyStoreError {
        KeyStoreError(.exhausted, "the key \(id) is used up: every number was used once, and a new key is needed")
    }

    private static func entries(_ keys: [String: Result<StoredKey, KeyStoreError>]) -> [KeyEntry] {
        keys.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
    }

    private static func entry(_ id: String, _ key: Result<StoredKey, KeyStoreError>) -> KeyEntry {
        guard case .success(let key) = key else { return KeyEntry(id: id, state: .damaged) }
        let number = key.device.serialNumber
        return KeyEntry(
            id: id, state: key.isRemoved ? .removed : number.next == nil ? .exhausted : .ready,
            scheme: KeyFile.scheme(number), serialNumber: Hex.encode(number.bytes).uppercased(),
            checkValue: Hex.encode(key.checkValue).uppercased())
    }
}

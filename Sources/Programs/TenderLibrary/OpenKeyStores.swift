import TenderBytes
import TenderKeys

/// The key stores that this process has open: one process at a time has a store, and all its tills share it.
enum OpenKeyStores {
    private struct Entry {
        weak var store: KeyStore?
    }

    private static let entries = Guarded<[String: Entry]>([:])

    /// Returns a store, which is opened unless a till has it; blocks.
    ///
    /// - Throws: `KeyStoreError`.
    static func store(_ folder: String) throws(KeyStoreError) -> KeyStore {
        try entries.withLock { (entries) throws(KeyStoreError) in
            if let store = entries[folder]?.store { return store }
            let store = try KeyStore(folder: folder)
            entries[folder] = Entry(store: store)
            return store
        }
    }
}

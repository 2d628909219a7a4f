import Tender
import TenderKeys

/// A key of a key store under which card data is encrypted.
struct SealingKey: Sendable {
    /// What names it in the store.
    let id: String
    /// The store's folder.
    let store: String

    /// Opens the store, and keeps others out of it.
    ///
    /// - Throws: `KeyStoreError`.
    func open() throws(KeyStoreError) -> any CardSealer { try DUKPTCardSealer(KeyStore(folder: store), key: id) }
}

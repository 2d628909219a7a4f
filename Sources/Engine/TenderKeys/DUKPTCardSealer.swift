import TenderBytes
import TenderCrypto
import TenderDevices
package import TenderFlow
package import TenderReaders

/// A sealer whose keys come from a key store: each card is encrypted under the keys of a transaction of its own (DUKPT).
///
/// docs/gateway-extension.md describes the payload, which whoever has the base key can open.
package final class DUKPTCardSealer: CardSealer {
    private let store: KeyStore
    private let id: String

    /// Takes a key of a store.
    ///
    /// - Throws: `KeyStoreError` for a key that is used up, removed, damaged or not there.
    package init(_ store: KeyStore, key id: String) throws(KeyStoreError) {
        try store.requireReady(id)
        self.store = store
        self.id = id
    }

    /// Takes the keys of the next transaction, whose number is on the disk by then; without a card it stays unused.
    ///
    /// - Throws: `.failed(.missingKeys)` with the store's reason.
    package func nextSeal() async throws(ReaderError) -> any CardSeal {
        // The store waits for the disk.
        let transaction = await OwnThread.run { [store, id] in
            Result { () throws(KeyStoreError) in try store.nextTransaction(id) }
        }
        switch transaction {
        case .success(let transaction): return DUKPTCardSeal(transaction)
        case .failure(let error): throw .failed(.missingKeys, error.description)
        }
    }
}

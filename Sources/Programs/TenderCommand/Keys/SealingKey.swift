import CommandLineOptions
import Tender
import TenderKeys

/// A key of a key store under which card data is encrypted.
struct SealingKey: Sendable {
    private static let id = Option(
        "sealing-key", "ID",
        "encrypt what a USB reader hands out under this key of the key store, as keys list shows it (DUKPT)", as: .text)
    private static let store = Option(
        "key-store", "FOLDER", "with --sealing-key, the key store; the one of tender keys when left out", as: .file)

    /// The options that name it.
    static let options: [any DeclaredOption] = [id, store]

    /// What names it in the store.
    let id: String
    /// The store's folder.
    let store: String

    /// Takes the key that the options name; `nil` if they name none.
    ///
    /// - Throws: `CommandLineError` for a store without a key.
    init?(_ arguments: Arguments) throws {
        guard let id = arguments[Self.id] else {
            guard arguments[Self.store] == nil else {
                throw CommandLineError("--key-store is for --sealing-key: which of its keys to use")
            }
            return nil
        }
        self.id = id.uppercased()
        store = try KeyStoreOption.folder(arguments[Self.store], option: "--key-store FOLDER")
    }

    /// Opens the store, and keeps others out of it.
    ///
    /// - Throws: `KeyStoreError`.
    func open() throws(KeyStoreError) -> any CardSealer { try DUKPTCardSealer(KeyStore(folder: store), key: id) }
}

import TenderBytes
import TenderCrypto

/// The identity of a keyed command: two front ends, and two tills of one account, may use the same key for different
/// things.
struct CommandKey: Hashable, Sendable {
    /// The name under which it is recorded, which tells neither the front end nor its key.
    let id: String
    /// The journal that what the command makes names as its till's; `nil` for none.
    var journal: String?

    /// The key under which the gateway executes what it asks for at most once.
    var gatewayKey: String { "tender_" + id }

    /// - Parameters:
    ///   - journal: The random name of the till's journal.
    ///   - client: The front end's name.
    ///   - key: The key that it gave.
    init(journal: String, client: String, key: String) {
        self.journal = journal
        id = String(Hex.encode(SHA256.hash(Array("\(journal)\n\(client)\n\(key)".utf8))).lowercased().prefix(32))
    }

    /// Whether a text can be a key: 1 to 255 printable ASCII characters without spaces.
    static func isKey(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

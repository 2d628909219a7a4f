public import TenderCrypto

/// Whose bundles a till takes, as it was told when it was enrolled.
public struct BundleTrust: Hashable, Sendable {
    /// The shop's name.
    public let shop: String
    /// Head office's public key.
    public let key: Ed25519PublicKey

    /// Names a shop and a key.
    public init(shop: String, key: Ed25519PublicKey) {
        self.shop = shop
        self.key = key
    }
}

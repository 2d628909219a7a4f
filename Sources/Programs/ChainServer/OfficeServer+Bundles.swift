public import TenderBytes
import TenderChain
public import TenderCrypto
import TenderPostgres

/// What head office publishes for its shops.
extension OfficeServer {
    /// Publishes a bundle under the next version of its shop.
    ///
    /// - Parameters:
    ///   - shop: The shop's name.
    ///   - shopFile: The shop's file.
    ///   - products: Tables of further products.
    ///   - people: A people file; `nil` to leave open who works there.
    ///   - key: Head office's key.
    /// - Returns: The version, and how many lanes of the shop will fetch it.
    /// - Throws: `ChainError`, if a file cannot be read by a till, or somebody published at the same moment.
    public func publish(
        shop: String, shopFile: [UInt8], products: [[UInt8]], people: SecretBytes?, key: Ed25519PrivateKey
    ) async throws(ChainError) -> (version: Int64, lanes: Int) {
        let newest = try await rows(
            "SELECT coalesce(max(version), 0) FROM tender.bundles WHERE shop = $1", [.text(shop)])
        let version = (newest.first?.first?.integer ?? 0) + 1
        let bundle: SignedBundle
        do throws(BundleRefusal) {
            bundle = try SignedBundle(
                shop: shop, version: version, shopFile: shopFile, products: products, people: people, key: key)
        } catch {
            throw ChainError(error.description)
        }
        var statements = [
            PostgresStatement(
                "INSERT INTO tender.bundles (shop, version, sha256, signature, body) VALUES ($1, $2, $3, $4, $5)",
                [
                    .text(shop), .integer(version), .bytes(bundle.sha256), .bytes(bundle.signature),
                    .bytes(bundle.body),
                ])
        ]
        if let people = bundle.people {
            statements.append(
                PostgresStatement(
                    "INSERT INTO tender.people_secrets (shop, version, body) VALUES ($1, $2, $3)",
                    [.text(shop), .integer(version), .bytes(people.withUnsafeBytes { Array($0) })]))
        }
        try await run(statements)
        let lanes = try await rows("SELECT FROM tender.lanes WHERE shop = $1 AND blocked IS NULL", [.text(shop)])
        return (version, lanes.count)
    }
}

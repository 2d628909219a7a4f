import ChainServer
import CommandLineOptions
import Tender
import TenderChain
import TenderCrypto

/// The parts that the commands about a chain share.
enum ChainAccess {
    /// The file of head office or, for an uplink, of its lane.
    static let server = RequiredOption<String>(
        "server", "FILE", "the file that says where the server is and as whom to connect, see below", as: .file,
        example: "/etc/tender/chain")
    static let shop = RequiredOption<String>("shop", "NAME", "the shop", as: .text, example: "Harbor")
    static let lane = RequiredOption<String>(
        "lane", "NAME", "the lane, unique in its shop", as: .text, example: "till-1")
    /// Head office's public key.
    static let bundleKey = Option(
        "bundle-key", "HEX", "whose bundles its uplink takes: what tender chain key new prints; none when left out",
        as: .text)

    /// The help text about the file.
    static let notes = """
        FILE has lines of name = value: host, port, database, user and password; for TLS authority (a PEM file), and certificate
        and key in place of a password. Only its owner may read it (mode 0600). The environment (PG…) and .pgpass count for nothing.
        """

    /// Returns whose bundles a lane of the shop takes; `nil` for nobody's.
    static func trust(_ arguments: Arguments, shop: String) throws(CommandLineError) -> BundleTrust? {
        guard let digits = arguments[bundleKey] else { return nil }
        guard let key = Hex.decode(digits).flatMap({ Ed25519PublicKey($0) }) else {
            throw CommandLineError("a bundle key has 64 hexadecimal digits: tender chain key new prints it")
        }
        return BundleTrust(shop: shop, key: key)
    }

    /// Returns a name for a shop or a lane, which people read in every report.
    static func name(_ text: String) throws(CommandLineError) -> String {
        guard !text.isEmpty, text.count <= 64, text == text.withoutControls else {
            throw CommandLineError("a shop's or a lane's name has 1 to 64 characters, and no control characters")
        }
        return text
    }
}

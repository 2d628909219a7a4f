import FoundationEssentials
public import TenderSale

/// What head office sends the tills of a shop: the shop's file, further products, and the fingerprint of who works there.
///
/// Who works there, with the hashes of their PINs, is beside it in `SignedBundle`, so that a reader of goods sees none.
public struct ShopBundle: Hashable, Sendable, Codable {
    /// The form of a bundle that this version makes, and the only one that it reads.
    static let currentForm = 1

    private let form: Int
    /// The shop's name.
    public let shop: String
    /// The version, which rises with each bundle of the shop.
    public let version: Int64
    /// The shop's file (JSON5).
    public let shopFile: String
    /// Further products (CSV).
    public let products: [String]
    /// The SHA-256 of who works there, in hexadecimal digits; `nil` if the bundle does not say.
    let peopleHash: String?

    /// Describes a bundle.
    init(shop: String, version: Int64, shopFile: String, products: [String], peopleHash: String?) {
        form = Self.currentForm
        self.shop = shop
        self.version = version
        self.shopFile = shopFile
        self.products = products
        self.peopleHash = peopleHash
    }

    /// Reads the signed bytes.
    ///
    /// - Throws: `BundleRefusal.unreadable`.
    init(body: [UInt8]) throws(BundleRefusal) {
        guard let bundle = try? JSONDecoder().decode(Self.self, from: Data(body)), bundle.form == Self.currentForm
        else {
            throw .unreadable("it has a form that this version does not know")
        }
        self = bundle
    }

    /// The bytes to sign.
    var body: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    /// Reads what is sold, and how the shop works.
    ///
    /// - Throws: `BundleRefusal.unreadable`, with the lines and how to fix them.
    public func goods() throws(BundleRefusal) -> (catalogue: Catalogue, settings: ShopSettings) {
        do throws(CatalogueImportError) {
            let file = try ShopFile(json5: Array(shopFile.utf8))
            var catalogue = file.catalogue
            for table in products { catalogue = try catalogue.adding(csv: Array(table.utf8)) }
            return (catalogue, file.settings)
        } catch {
            throw .unreadable(error.description)
        }
    }
}

import FoundationEssentials
public import TenderBytes
public import TenderCrypto
public import TenderSale

/// A bundle as it is published, sent and kept: the signed bytes, the signature, and who works in the shop.
public struct SignedBundle: Sendable {
    /// The size of the largest bundle, with everything, in bytes.
    public static let maximumBytes = 8 << 20

    /// The signed bytes.
    public let body: [UInt8]
    /// The Ed25519 signature.
    public let signature: [UInt8]
    /// Who works there, with the hashes of their PINs, as a people file; `nil` if the bundle does not say.
    public let people: SecretBytes?

    /// What is signed before the bytes, so that the key's signature under anything else is none of a bundle.
    private static let purpose = Array("tender-bundle-1\0".utf8)

    private init(_ body: [UInt8], _ signature: [UInt8], _ people: SecretBytes?) throws(BundleRefusal) {
        guard body.count + (people?.count ?? 0) <= Self.maximumBytes else { throw .tooLarge }
        (self.body, self.signature, self.people) = (body, signature, people)
    }

    /// Makes a bundle, whose contents can be read, and signs it.
    ///
    /// - Parameters:
    ///   - shop: The shop's name.
    ///   - version: The version.
    ///   - shopFile: The shop's file.
    ///   - products: Tables of further products.
    ///   - people: A people file; `nil` to leave open who works there.
    ///   - key: Head office's key.
    /// - Throws: `BundleRefusal.unreadable` and `tooLarge`.
    public init(
        shop: String, version: Int64, shopFile: [UInt8], products: [[UInt8]], people: SecretBytes?,
        key: Ed25519PrivateKey
    ) throws(BundleRefusal) {
        guard let text = String(validating: shopFile, as: UTF8.self) else {
            throw .unreadable("the shop's file is not UTF-8")
        }
        var tables: [String] = []
        for table in products {
            guard let text = String(validating: table, as: UTF8.self) else {
                throw .unreadable("a table of products is not UTF-8")
            }
            tables.append(text)
        }
        let bundle = ShopBundle(
            shop: shop, version: version, shopFile: text, products: tables, peopleHash: people.map(Self.hash))
        _ = try bundle.goods()
        let body = bundle.body
        let signature: [UInt8]
        do throws(CryptoError) {
            signature = try key.sign(Self.purpose + body)
        } catch {
            throw .unreadable(error.description)
        }
        try self.init(body, signature, people)
        _ = try cashiers()
    }

    /// Takes a bundle from a server.
    ///
    /// - Parameter sha256: The hash that was published with it.
    /// - Throws: `BundleRefusal.tooLarge` and `wrongHash`.
    public init(
        body: [UInt8], sha256: [UInt8], signature: [UInt8], people: SecretBytes?
    ) throws(BundleRefusal) {
        try self.init(body, signature, people)
        guard SHA256.hash(body) == sha256 else { throw .wrongHash }
    }

    /// The hash of the signed bytes.
    public var sha256: [UInt8] { SHA256.hash(body) }

    /// Checks that head office made the bundle for this shop, and that it is newer.
    ///
    /// - Parameters:
    ///   - trust: Whose bundles are taken.
    ///   - version: The version that is there already; 0 for none.
    /// - Throws: `BundleRefusal`.
    public func open(_ trust: BundleTrust, newerThan version: Int64) throws(BundleRefusal) -> ShopBundle {
        guard trust.key.verifies(signature, of: Self.purpose + body) else { throw .badSignature }
        let bundle = try ShopBundle(body: body)
        guard bundle.shop == trust.shop else { throw .otherShop(bundle.shop) }
        guard bundle.version > version else { throw .notNewer(bundle.version, than: version) }
        guard bundle.peopleHash == people.map(Self.hash) else { throw .otherPeople }
        _ = try bundle.goods()
        _ = try cashiers()
        return bundle
    }

    /// Reads who works there; `nil` if the bundle does not say.
    ///
    /// - Throws: `BundleRefusal.unreadable`.
    public func cashiers() throws(BundleRefusal) -> [Cashier]? {
        guard let people else { return nil }
        let read = people.withUnsafeBytes { try? JSONDecoder().decode([Cashier].self, from: Data($0)) }
        guard let read, read.contains(where: \.isActive), Set(read.map(\.id)).count == read.count else {
            throw .unreadable("its people are no people file, name somebody twice, or nobody may sign in")
        }
        return read
    }

    private static func hash(_ people: SecretBytes) -> String {
        Hex.encode(people.withUnsafeBytes { SHA256.hash($0) })
    }
}

/// The file beside a till's journal.
///
/// It has a first line, the signature, the size of the signed bytes (8 bytes, big-endian), these, and the rest is who works
/// there; without a rest nobody says.
extension SignedBundle {
    private static let firstLine = Array("tender-bundle-file-1\n".utf8)
    /// The size of the largest file, in bytes.
    public static let maximumFileBytes = maximumBytes + 128

    /// The path of the bundle that belongs to a journal.
    public static func path(journal: String) -> String { journal + ".bundle" }

    /// The contents of the file, which only its owner may read.
    public var file: SecretBytes {
        let size = withUnsafeBytes(of: UInt64(body.count).bigEndian) { Array($0) }
        let head = Self.firstLine + signature + size + body
        return SecretBytes(count: head.count + (people?.count ?? 0)) { output in
            output.copyBytes(from: head)
            people?.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: output[head.count...]).copyBytes(from: $0)
            }
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `BundleRefusal.unreadable` and `tooLarge`.
    public init(file: SecretBytes) throws(BundleRefusal) {
        let head = Self.firstLine.count + Ed25519PublicKey.signatureByteCount
        guard file.count <= Self.maximumFileBytes else { throw .tooLarge }
        guard file.count >= head + 8 else { throw .unreadable("its file is cut off") }
        let parts = file.withUnsafeBytes { bytes -> (body: [UInt8], signature: [UInt8])? in
            let size = bytes[head..<head + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard bytes.starts(with: Self.firstLine), size <= UInt64(bytes.count - head - 8) else { return nil }
            return (Array(bytes[(head + 8)...].prefix(Int(size))), Array(bytes[Self.firstLine.count..<head]))
        }
        guard let parts else { throw .unreadable("its file is damaged") }
        let rest = head + 8 + parts.body.count
        try self.init(parts.body, parts.signature, rest < file.count ? file.copy(rest..<file.count) : nil)
    }
}

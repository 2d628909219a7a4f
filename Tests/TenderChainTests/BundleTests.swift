import Foundation
import TenderBytes
import TenderChain
import TenderCrypto
import TenderSale
import Testing

/// Bundles of head office, and what is not taken for one.
@Suite struct BundleTests {
    private let key: Ed25519PrivateKey
    private let people: SecretBytes
    private let trust: BundleTrust

    init() throws {
        key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
        let pin = try PINHash(SecretBytes(utf8: "2468"), salt: [UInt8](repeating: 1, count: 16))
        people = SecretBytes(try JSONEncoder().encode([Cashier(id: "anna", name: "Anna", pin: pin)]))
        trust = BundleTrust(shop: "Harbor", key: key.publicKey)
    }

    private static let shopFile = """
        {currency: 'EUR', taxes: [{name: 'A', rate: '19', included: true}], departments: [{name: 'All', tax: 'A'}],
         products: [{code: '1', name: 'Räucheraal', department: 'All', price: '10.00'}]}
        """
    private static let table = "code,name,department,price\n2,Bowl,All,20.00\n"

    private func bundle(
        shop: String = "Harbor", version: Int64 = 3, shopFile: String = shopFile, products: [String] = [table],
        people: SecretBytes? = nil, key: Ed25519PrivateKey? = nil
    ) throws -> SignedBundle {
        try SignedBundle(
            shop: shop, version: version, shopFile: Array(shopFile.utf8), products: products.map { Array($0.utf8) },
            people: people ?? self.people, key: key ?? self.key)
    }

    private func refusal(_ body: () throws -> Void) -> BundleRefusal? {
        do {
            try body()
            return nil
        } catch { return error as? BundleRefusal }
    }

    @Test func whatIsPublishedIsReadAgain() throws {
        let made = try bundle()
        let sent = try SignedBundle(
            body: made.body, sha256: made.sha256, signature: made.signature, people: made.people)
        let kept = try SignedBundle(file: sent.file)
        let read = try kept.open(trust, newerThan: 2)
        #expect(read.version == 3)
        #expect(try read.goods().catalogue.product("1")?.name == "Räucheraal")
        #expect(try read.goods().catalogue.product("2")?.name == "Bowl")
        #expect(try kept.cashiers()?.map(\.id) == ["anna"])
    }

    @Test func aBundleMayLeaveOpenWhoWorksThere() throws {
        let made = try SignedBundle(
            shop: "Harbor", version: 1, shopFile: Array(Self.shopFile.utf8), products: [], people: nil, key: key)
        let kept = try SignedBundle(file: made.file)
        _ = try kept.open(trust, newerThan: 0)
        #expect(try kept.cashiers() == nil)
    }

    @Test func everyRefusalHasItsName() throws {
        let made = try bundle()
        let other = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 8, count: 32)))
        func sent(_ body: [UInt8], _ sha256: [UInt8], _ people: SecretBytes?) throws -> SignedBundle {
            try SignedBundle(body: body, sha256: sha256, signature: made.signature, people: people)
        }
        let fake = made.body + [UInt8(ascii: " ")]
        let large = [UInt8](repeating: 0, count: SignedBundle.maximumBytes + 1)
        let rows: [(BundleRefusal, () throws -> Void)] = [
            (.badSignature, { _ = try bundle(key: other).open(trust, newerThan: 0) }),
            (.badSignature, { _ = try sent(fake, SHA256.hash(fake), people).open(trust, newerThan: 0) }),
            (.wrongHash, { _ = try sent(fake, made.sha256, people) }),
            (.otherShop("Station"), { _ = try bundle(shop: "Station").open(trust, newerThan: 0) }),
            (.notNewer(3, than: 3), { _ = try made.open(trust, newerThan: 3) }),
            (.notNewer(3, than: 9), { _ = try made.open(trust, newerThan: 9) }),
            (.otherPeople, { _ = try sent(made.body, made.sha256, nil).open(trust, newerThan: 0) }),
            (
                .otherPeople,
                { _ = try sent(made.body, made.sha256, SecretBytes(utf8: "[]")).open(trust, newerThan: 0) }
            ),
            (.tooLarge, { _ = try sent(large, SHA256.hash(large), nil) }),
        ]
        let wrong = rows.compactMap { expected, body in
            let found = refusal(body)
            return found == expected ? nil : "\(expected): \(String(describing: found))"
        }
        #expect(wrong == [])
    }

    /// Head office finds its own mistakes before anything is published.
    @Test func whatNoTillCouldReadIsNotSigned() throws {
        let unreadable = [
            refusal { _ = try bundle(shopFile: "{currency: 'EUR', cash: {roundin: '5'}}") },
            refusal { _ = try bundle(products: ["code,nam\n"]) },
            refusal { _ = try bundle(people: SecretBytes(utf8: "[]")) },
            refusal { _ = try bundle(people: SecretBytes(utf8: "no people")) },
        ]
        let wrong = unreadable.filter { if case .unreadable? = $0 { false } else { true } }
        #expect(wrong == [])
    }

    @Test func noChangedFileIsTaken() throws {
        let whole = try bundle().file
        let bytes = whole.withUnsafeBytes { Array($0) }
        var taken: [String] = []
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x80
            if refusal({ _ = try SignedBundle(file: SecretBytes(changed)).open(trust, newerThan: 0) }) == nil {
                taken.append("byte \(place)")
            }
            if refusal({ _ = try SignedBundle(file: SecretBytes(bytes.prefix(place))).open(trust, newerThan: 0) })
                == nil
            {
                taken.append("length \(place)")
            }
        }
        if refusal({ _ = try SignedBundle(file: SecretBytes(bytes + [0])).open(trust, newerThan: 0) }) == nil {
            taken.append("one more")
        }
        #expect(taken == [])
    }
}

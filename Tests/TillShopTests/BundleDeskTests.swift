import Foundation
import Tender
import TenderChain
import TenderCrypto
import TenderFiles
import TenderSale
import TenderTestSupport
import Testing
import TillShop

/// A till that sells with what head office published.
@Suite(.timeLimit(.minutes(2))) struct BundleDeskTests {
    private let key: Ed25519PrivateKey
    private let hall: SellerHall

    init() async throws {
        key = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
        var hall = try await SellerHall()
        hall.trust = BundleTrust(shop: "Harbor", key: key.publicKey)
        self.hall = hall
    }

    private var path: String { SignedBundle.path(journal: hall.folder.path + "/till.journal") }

    /// A bundle with one article, `9` Tea at a price.
    private func tea(
        _ version: Int64, _ price: String, shop: String = "Harbor", currency: String = "USD",
        people: [Cashier]? = nil, key: Ed25519PrivateKey? = nil
    ) throws -> SignedBundle {
        let file = """
            {currency: '\(currency)', taxes: [{name: 'A', rate: '0', included: true}],
             departments: [{name: 'All', tax: 'A'}],
             products: [{code: '9', name: 'Tea', department: 'All', price: '\(price)'}]}
            """
        return try SignedBundle(
            shop: shop, version: version, shopFile: Array(file.utf8), products: [],
            people: people.map { SecretBytes(try JSONEncoder().encode($0)) }, key: key ?? self.key)
    }

    private func keep(_ bundle: SignedBundle, _ ending: String = "") throws {
        try DurableFile.write(bundle.file, to: path + ending)
    }

    /// The journal: the versions sold with, and what the tickets came to.
    private func journal() async throws -> (versions: [Int64], totals: [Int64]) {
        let journal = try await hall.journal()
        let history = ShopHistory(try await journal.shopRecords())
        await journal.close()
        let totals = history.events.compactMap { event -> Int64? in
            guard case .ticketFinished(let ticket) = event.kind else { return nil }
            return ticket.total.minorUnits
        }
        return (history.bundles.map(\.version), totals)
    }

    /// The second one comes while a ticket is open, which keeps its prices.
    @Test func aBundleCountsFromTheNextTicketOn() async throws {
        try keep(try tea(1, "3.50"))
        let second = try tea(2, "4.00")
        let path = path
        try await hall.play(
            """
            wait version 1
            wait Next customer
            line 9
            wait 3.50
            show
            line 9
            wait 7.00
            line 700CA
            wait version 2
            line 9
            wait 4.00
            line 400CA
            wait DONE
            """
        ) { try DurableFile.write(second.file, to: path) }
        #expect(try await journal() == ([1, 2], [700, 400]))
        try await hall.play("wait Next customer\nline 9\nwait 4.00\nline 400CA\nwait DONE")
        #expect(try await journal() == ([1, 2], [700, 400, 400]))
    }

    @Test func itsPeopleSignInAndOthersDoNot() async throws {
        let pin = try PINHash(SecretBytes(utf8: "13579"), salt: [UInt8](repeating: 1, count: 16))
        try keep(try tea(1, "3.50", people: [Cashier(id: "zoe", name: "Zoe", pin: pin)]))
        try await hall.play(
            "wait Zoe\ngone Anna\nline 1\nwait PIN\nline 13579\nwait Open a shift")
    }

    /// Each is told by name, and the till goes on with what it has.
    @Test func whatIsRefusedIsToldAndChangesNothing() async throws {
        let other = try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 8, count: 32)))
        try keep(try tea(5, "3.50"))
        try await hall.play("wait version 5")
        try keep(try tea(5, "3.50"), ".before")
        let refused = [
            (try tea(6, "0.01", key: other), "not signed with head office"), (try tea(4, "0.01"), "version 4, and 5"),
            (try tea(6, "0.01", shop: "Station"), "of another shop: Station"),
            (try tea(6, "0.01", currency: "EUR"), "sells in EUR"),
        ]
        for (bundle, words) in refused {
            try keep(bundle)
            try await hall.play("wait \(words)\nwait Next customer\nline 9\nwait 3.50\nline 350CA\nwait DONE")
        }
        try keep(try tea(5, "3.50"))
        let path = path
        for (bundle, words) in refused {
            try await hall.play("wait Next customer\nshow\nwait \(words)\nline 9\nwait 3.50\nline 350CA\nwait DONE") {
                try DurableFile.write(bundle.file, to: path)
            }
            try keep(try tea(5, "3.50"))
        }
        #expect(try await journal() == ([5], [Int64](repeating: 350, count: 8)))
    }
}

import Foundation
import SimulatedGateway
import Tender
import TenderTestSupport
import Testing

/// `tender sale --ask-tip configured` beside a gateway of the test.
@Suite(.timeLimit(.minutes(2))) final class ConfiguredTipTests {
    private let gateway: SimulatedGateway
    private let client: PaymentsClient
    private let folder: String

    init() throws {
        gateway = try SimulatedGateway()
        client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
        folder = NSTemporaryDirectory() + "tender-tips-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func call(
        _ words: String, at url: String?, in folder: String
    ) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", "HOME=\(folder)", TillJournal.program(), "sale"]
                + words.split(separator: " ").map(String.init) + (url.map { ["--gateway", $0] } ?? []), in: folder)
        return (code, text)
    }

    private func place(_ tipping: [Currency: TippingOptions]?) async throws -> TerminalLocation {
        var configuration: String?
        if let tipping {
            configuration = try await client.createTerminalConfiguration(
                .init(tipping: tipping.mapValues { .set($0) }), key: IdempotencyKey("configuration")
            ).id
        }
        return try await client.createLocation(
            displayName: "Shop",
            address: Address(line1: "1 Main Street", city: "Berlin", postalCode: "10115", country: "DE"),
            configuration: configuration, key: IdempotencyKey("location-\(configuration ?? "")"))
    }

    /// Below 15.00 the first fixed amount, from there on the first percentage.
    @Test func aSaleOffersWhatItsLocationIsConfiguredToOffer() async throws {
        let options = TippingOptions(
            fixedAmounts: [Amount(minorUnits: 70, currency: .eur)], percentages: [10, 15],
            smartTipThreshold: Amount(minorUnits: 1500, currency: .eur))
        let place = try await place([.eur: options])
        var found: [Int64?] = []
        for amount in ["10.00", "20.00"] {
            let (code, text) = try await Self.call(
                "--amount \(amount) --ask-tip configured --location \(place.id)", at: gateway.url, in: folder)
            #expect(code == 0)
            #expect(text.contains(amount == "10.00" ? "  tips      0.70 EUR\n" : "2.00 EUR (10 %), 3.00 EUR (15 %)\n"))
            let paid = try await client.listPaymentIntents(ListQuery(limit: 1)).data.first
            found.append(paid?.amountReceived?.minorUnits)
        }
        #expect(found == [1070, 2200])
    }

    /// The customer takes another tip than those that the reader shows.
    @Test func aSmartReaderOffersTheTipsOfWhereItStands() async throws {
        let place = try await place([.eur: TippingOptions(percentages: [10])])
        let reader = try await client.registerReader(
            code: "simulated-wpe", location: place.id, label: "Desk", key: IdempotencyKey("reader")
        ).id
        async let sale = Self.call(
            "--amount 10.00 --ask-tip configured --reader internet", at: gateway.url, in: folder)
        while try await client.retrieveReader(reader).action?.status != .inProgress { await Task.yield() }
        _ = try await client.presentPaymentMethod(
            to: reader, tip: Amount(minorUnits: 250, currency: .eur), key: IdempotencyKey("card"))
        let (code, text) = try await sale
        #expect(code == 0, "\(text)")
        #expect(text.contains("  tips      1.00 EUR (10 %)\n"))
        let paid = try await client.listPaymentIntents(ListQuery(limit: 1)).data.first
        #expect(paid?.amountReceived == Amount(minorUnits: 1250, currency: .eur))
    }

    @Test func whatCannotBeOfferedIsSaidBeforeAnythingIsCharged() async throws {
        let place = try await place([.eur: TippingOptions(percentages: [10])])
        let configuration = try #require(place.configurationOverrides)
        let bare = try await self.place(nil).id
        let asking = "--amount 10.00 --ask-tip configured"
        let cases: [(words: String, url: String?, code: Int32, text: String)] = [
            (
                "\(asking) --currency usd --location \(place.id)", gateway.url, 1,
                "tender terminal configuration update \(configuration)"
            ),
            (
                "\(asking) --location \(bare)", gateway.url, 1,
                "tender terminal configuration create --location \(bare)"
            ),
            (asking, gateway.url, 1, "name a location that does"),
            ("\(asking) --location tml_x", gateway.url, 6, "tml_x"), (asking, nil, 1, "give --gateway URL"),
            ("--amount 10.00 --ask-tip 1.00 --location \(bare)", gateway.url, 1, "--location is for"),
            ("--amount 10.00 --location \(bare)", gateway.url, 1, "--location is for"),
            ("\(asking) --reader internet --location \(bare)", gateway.url, 1, "leave --location out"),
            ("\(asking) --tip 1.00", gateway.url, 1, "--tip or --ask-tip"),
        ]
        var wrong: [String] = []
        for (words, url, code, text) in cases {
            let found = try await Self.call(words, at: url, in: folder)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
        #expect(try await client.listPaymentIntents(ListQuery()).data == [])
    }
}

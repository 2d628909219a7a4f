import CommandLineOptions
import Foundation
import SimulatedGateway
import Synchronization
import Tender
@testable import TenderCommand
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
        _ words: String, at url: String?, in folder: String, _ isOver: Flag = Flag()
    ) async throws -> (code: Int32?, text: String) {
        defer { isOver.set() }
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
        let isOver = Flag()
        let (url, folder) = (gateway.url, folder)
        async let sale = Self.call(
            "--amount 10.00 --ask-tip configured --reader internet", at: url, in: folder, isOver)
        while !isOver.isSet, try await client.retrieveReader(reader).action?.status != .inProgress {
            await Task.yield()
        }
        // A sale that ended before says why below.
        if !isOver.isSet {
            _ = try await client.presentPaymentMethod(
                to: reader, tip: Amount(minorUnits: 250, currency: .eur), key: IdempotencyKey("card"))
        }
        let (code, text) = try await sale
        #expect(code == 0, "\(text)")
        #expect(text.contains("  tips      1.00 EUR (10 %)\n"))
        let paid = try await client.listPaymentIntents(ListQuery(limit: 1)).data.first
        #expect(paid?.amountReceived == Amount(minorUnits: 1250, currency: .eur))
    }

    /// The account's default is every location's, so that no advice changes it for one.
    @Test func whoOffersNoTipsIsToldACommandThatSetsThemThere() {
        let own = TerminalConfiguration(id: "tmc_own")
        let base = TerminalConfiguration(id: "tmc_base", isAccountDefault: true)
        var rich = own
        rich.tipping = [.usd: TippingOptions(percentages: [10])]
        var richBase = base
        richBase.tipping = rich.tipping
        let tips = "--currency eur --percentages 10,15,20 --gateway URL"
        let (create, update) = ("configuration create --location", "configuration update")
        let replacing = " (a location's own tips replace all that it inherits, in every currency), or give"
        let cases: [(location: String?, configuration: TerminalConfiguration?, text: String)] = [
            ("tml_1", own, "location tml_1 offers no tips in EUR: set them with tender terminal \(update) tmc_own"),
            ("tml_1", own, "\(update) tmc_own \(tips), or give an amount"),
            ("tml_1", rich, "\(update) tmc_own \(tips)\(replacing)"),
            ("tml_1", base, "\(create) tml_1 \(tips), or give"),
            ("tml_1", richBase, "\(create) tml_1 \(tips)\(replacing)"),
            ("tml_1", nil, "\(create) tml_1 \(tips), or give"),
            (nil, base, "the account's default offers no tips in EUR: set them with tender terminal \(update) tmc_"),
            (nil, base, "\(update) tmc_base \(tips), or give"),
            (nil, richBase, "\(update) tmc_base \(tips), or give"),
            (nil, nil, "\(create) ID \(tips), or give"),
        ]
        let wrong = cases.compactMap { location, configuration, text in
            let found = Self.missing(.eur, location, configuration, .usb)
            return found.contains(text) ? nil : found
        }
        #expect(wrong == [])
    }

    private static func missing(
        _ currency: Currency, _ location: String?, _ configuration: TerminalConfiguration?, _ method: DiscoveryMethod
    ) -> String {
        let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: method, simulated: true)
        return AskedTip.missing(currency, location, configuration, at: reader).description
    }

    /// `--location` is refused for a smart reader.
    @Test func aSmartReaderWithoutALocationIsToBeRegisteredAtOne() {
        let found = Self.missing(.eur, nil, nil, .internet)
        #expect(found.contains("tender terminal reader register --code CODE --location ID --gateway URL, or give"))
        #expect(!found.contains("name a location"))
    }

    @Test func theAmountToGiveInsteadIsOneOfTheCurrency() throws {
        let currencies: [Currency] = [.eur, try #require(Currency("jpy")), try #require(Currency("kwd"))]
        let found = currencies.map { Self.missing($0, nil, nil, .usb).split(separator: " ").last }
        #expect(found == ["5.00", "500", "0.500"])
    }

    @Test func whatCannotBeOfferedIsSaidBeforeAnythingIsCharged() async throws {
        let place = try await place([.eur: TippingOptions(percentages: [10])])
        let configuration = try #require(place.configurationOverrides)
        let bare = try await self.place(nil).id
        let asking = "--amount 10.00 --ask-tip configured"
        let cases: [(words: String, url: String?, code: Int32, text: String)] = [
            (
                "\(asking) --currency usd --location \(place.id)", gateway.url, 1,
                "tender terminal configuration update \(configuration) --currency usd --percentages 10,15,20"
            ),
            (
                "\(asking) --location \(bare)", gateway.url, 1,
                "tender terminal configuration create --location \(bare) --currency eur --percentages 10,15,20"
            ),
            (asking, gateway.url, 1, "name a location that does"),
            ("\(asking) --location tml_x", gateway.url, 6, "tml_x"), (asking, nil, 1, "give --gateway URL"),
            ("\(asking) --offline prefer", nil, 1, "authorized at once"),
            ("\(asking) --reader tcp:127.0.0.1:1,zvt", nil, 1, "authorized at once"),
            ("--amount 10.00 --ask-tip 1.00 --location \(bare)", gateway.url, 1, "--location needs"),
            ("--amount 10.00 --location \(bare)", gateway.url, 1, "--location needs"),
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

/// What is set once.
private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}

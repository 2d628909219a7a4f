import Foundation
import Tender
import Testing

/// `tender terminal configuration …` beside a gateway of the test.
@Suite(.timeLimit(.minutes(2))) struct ConfigurationCommandTests {
    private let bench: CommandBench

    init() throws { bench = try CommandBench("terminal") }

    private func place() async throws -> String {
        try await bench.client.createLocation(
            displayName: "Shop",
            address: Address(line1: "1 Main Street", city: "Berlin", postalCode: "10115", country: "DE"),
            key: IdempotencyKey("location")
        ).id
    }

    private static func euros(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: .eur) }

    @Test func aLocationOffersWhatWasSet() async throws {
        let place = try await place()
        #expect(try await bench.told("configuration show \(place)")["object"] is NSNull)
        let made = try await bench.id(
            "configuration create --location \(place) --name Tips --percentages 10,15 --fixed-amounts 0.50,1.00 "
                + "--smart-tip-threshold 10.00")
        var holding = try await bench.client.terminalConfiguration(at: place)
        #expect(holding?.id == made)
        #expect(
            holding?.tipping == [
                .eur: TippingOptions(
                    fixedAmounts: [Self.euros(50), Self.euros(100)], percentages: [10, 15],
                    smartTipThreshold: Self.euros(1000))
            ])
        _ = try await bench.told("configuration update \(made) --currency jpy --fixed-amounts 100")
        let text = try await bench.call("configuration show \(place)").text
        #expect(
            text == """
                \(made)  Tips
                  tips      EUR: 0.50 EUR, 1.00 EUR below 10.00 EUR, else 10 %, 15 %
                  tips      JPY: 100 JPY

                """)
        _ = try await bench.told("configuration update \(made) --no-tips --currency eur")
        holding = try await bench.client.terminalConfiguration(at: place)
        #expect(holding?.tipping?.keys.map(\.code) == ["jpy"])
        #expect(try await bench.told("configuration delete \(made)")["deleted"] as? Bool == true)
        #expect(try await bench.call("configuration show \(place)").text.contains("Nothing is configured"))
    }

    @Test func oneKindOfTipsIsChangedWithoutTheOther() async throws {
        let made = try await bench.id("configuration create --percentages 10")
        func tips() async throws -> TippingOptions? {
            try await bench.client.retrieveTerminalConfiguration(made).tipping?[.eur]
        }
        let refused = try await bench.call("configuration update \(made) --smart-tip-threshold 5.00")
        #expect(refused.code == 1)
        #expect(refused.text.contains("give both --fixed-amounts and --percentages"))
        #expect(try await tips() == TippingOptions(percentages: [10]))
        let (fixed, threshold) = ([Self.euros(50)], Self.euros(500))
        _ = try await bench.told("configuration update \(made) --fixed-amounts 0.50 --smart-tip-threshold 5.00")
        _ = try await bench.told("configuration update \(made) --percentages 15,20")
        #expect(
            try await tips()
                == TippingOptions(fixedAmounts: fixed, percentages: [15, 20], smartTipThreshold: threshold))
        _ = try await bench.told("configuration update \(made) --no-tips --currency eur")
        _ = try await bench.told("configuration update \(made) --percentages 15")
        #expect(try await tips() == TippingOptions(percentages: [15]))
    }

    /// What is used at one place can be given to another.
    @Test func aConfigurationIsGivenToALocation() async throws {
        let place = try await place()
        let made = try await bench.id("configuration create --percentages 10")
        #expect(try await bench.client.retrieveLocation(place).configurationOverrides == nil)
        #expect(try await bench.id("configuration update \(made) --location \(place)") == made)
        #expect(try await bench.client.retrieveLocation(place).configurationOverrides == made)
        #expect(try await bench.call("configurations").text == made + "\n")
    }

    @Test func aKeyCreatesOnce() async throws {
        let words = "configuration create --percentages 10 --idempotency-key tips-1"
        let made = try await [bench.id(words), bench.id(words)]
        #expect(made[0] == made[1])
        #expect(try await bench.client.listTerminalConfigurations().data.map(\.id) == [made[0]])
    }

    @Test func whatIsWrongIsSaidBeforeAnythingIsCreated() async throws {
        let cases: [(words: String, code: Int32, text: String)] = [
            ("create", 1, "--fixed-amounts 1.00,2.00 or --percentages"),
            ("create --percentages 10 --smart-tip-threshold 5.00", 1, "give both --fixed-amounts and --percentages"),
            ("create --percentages 10,101", 1, "1 to 100"), ("create --percentages 1,2,3,4", 1, "at most 3"),
            ("create --fixed-amounts 0", 1, "above zero"), ("create --fixed-amounts 1.00,", 1, "is not an amount"),
            ("create --fixed-amounts 1.005", 1, "1.005"),
            ("create --percentages 10 --location tml_x", 6, "tml_x"),
            ("create --percentages 10 --idempotency-key ü", 1, "1 to 255"),
            ("update tmc_x", 1, "give what is to be changed"), ("update tmc_x --currency usd", 1, "is for tips"),
            ("update tmc_x --no-tips --percentages 10", 1, "--no-tips cannot be combined"),
            ("update tmc_x --percentages 10", 6, "tmc_x"), ("update", 1, "give one id of a configuration"),
            ("show tml_x", 6, "tml_x"), ("delete tmc_x", 6, "tmc_x"),
        ]
        var wrong: [String] = []
        for (words, code, text) in cases {
            let found = try await bench.call("configuration " + words)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
        #expect(try await bench.client.listTerminalConfigurations().data == [])
    }
}

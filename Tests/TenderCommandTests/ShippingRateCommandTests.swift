import Foundation
import SimulatedGateway
import Tender
import TenderTestSupport
import Testing

/// `tender shipping-rate …` beside a gateway of the test.
@Suite(.timeLimit(.minutes(1))) struct ShippingRateCommandTests {
    private let gateway: SimulatedGateway
    private let client: PaymentsClient

    init() throws {
        gateway = try SimulatedGateway()
        client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
    }

    private func call(_ words: String) async throws -> (code: Int32?, text: String) {
        let (code, text) = try await ChildProcess.run(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program(), "shipping-rate"]
                + words.split(separator: " ").map(String.init) + ["--gateway", gateway.url],
            in: NSTemporaryDirectory())
        return (code, text)
    }

    /// The id of the object of a command that must end well.
    private func id(_ words: String) async throws -> String {
        let (code, text) = try await call(words + " --json")
        try #require(code == 0, "\(words): \(text)")
        let told = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
        return try #require((told["object"] as? NSDictionary)?["id"] as? String)
    }

    @Test func aRateIsCreatedListedAndClosed() async throws {
        let words = "create --name Parcel --amount 4.90 --days 2-4 --tax-behavior inclusive --idempotency-key p-1"
        let parcel = try await id(words)
        #expect(try await id(words) == parcel)
        let pickup = try await id("create --name Pickup --amount 0 --currency usd")
        let made = try await client.retrieveShippingRate(parcel)
        #expect(made.amount == Amount(minorUnits: 490, currency: .eur))
        let estimate = DeliveryEstimate(minimum: .init(2, .businessDay), maximum: .init(4, .businessDay))
        #expect(made.deliveryEstimate == estimate)
        #expect(
            try await call("show \(parcel)").text == """
                \(parcel)  Parcel  4.90 EUR
                  takes     2 to 4 business days
                  tax       inclusive

                """)
        #expect(try await call("list").text == "\(pickup)  Pickup  0.00 USD\n\(parcel)  Parcel  4.90 EUR\n")
        let closed = try await call("update \(parcel) --active no").text
        #expect(closed.hasPrefix("\(parcel)  Parcel  4.90 EUR  not offered\n"))
        #expect(try await call("list --active yes").text == "\(pickup)  Pickup  0.00 USD\n")
        #expect(try await call("update \(parcel) --active yes").code == 0)
        #expect(try await client.retrieveShippingRate(parcel) == made)
    }

    @Test func whatIsWrongIsSaidBeforeAnythingIsChanged() async throws {
        let cases: [(words: String, code: Int32, text: String)] = [
            ("create --amount 1", 1, "--name is required"), ("create --name X", 1, "--amount is required"),
            ("create --name X --amount -1", 1, "--amount"), ("create --name X --amount 1 --days 4-2", 1, "such as 2-4"),
            ("create --name X --amount 1 --days 0", 1, "such as 2-4"), ("show", 1, "shipping rate id"),
            ("show shr_x", 6, "shr_x"), ("update shr_x", 1, "nothing to change"),
            ("update shr_x --active no", 6, "shr_x"), ("list --active perhaps", 1, "yes or no"),
        ]
        var wrong: [String] = []
        for (words, code, text) in cases {
            let found = try await call(words)
            if found.code != code || !found.text.contains(text) { wrong.append("\(words): \(found)") }
        }
        #expect(wrong == [])
        #expect(try await client.listShippingRates().data == [])
    }
}

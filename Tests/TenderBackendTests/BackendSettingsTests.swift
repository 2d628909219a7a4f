import FoundationEssentials
import TenderBackend
import Testing

/// The configuration file of the merchant's server.
@Suite struct BackendSettingsTests {
    private func settings(_ json: String) throws -> BackendSettings {
        try JSONDecoder().decode(BackendSettings.self, from: Data(json.utf8))
    }

    @Test func anEmptyFileAllowsTheStandard() throws {
        #expect(try settings("{}") == BackendSettings())
    }

    @Test func everySettingIsRead() throws {
        let read = try settings(
            """
            {"api": "https://api.example.com", "tills": "t.json", "allow": ["payments", "shares"],
             "currencies": {"eur": 5}, "maximum_refund": 4, "maximum_surcharge": 7, "maximum_transfer": 6,
             "requests_per_minute": 3}
            """)
        let expected = BackendSettings(
            api: "https://api.example.com", tillsFile: "t.json", allowed: try BackendAllowList(["payments", "shares"]),
            currencies: ["eur": 5], maximumRefund: 4, maximumSurcharge: 7, maximumTransfer: 6,
            requestsPerMinute: 3)
        #expect(read == expected)
    }

    /// A limit that is not understood would be none.
    @Test func whatIsNotUnderstoodIsAnError() {
        let texts = [
            #"{"maximum_refunds": 4}"#, #"{"allow": ["refund"]}"#, #"{"currencies": {"EUR": 5}}"#,
            #"{"currencies": {"eur": 0}}"#, #"{"maximum_refund": 0}"#, #"{"maximum_transfer": 0}"#,
            #"{"maximum_surcharge": 0}"#,
            #"{"requests_per_minute": 0}"#,
        ]
        #expect(texts.filter { (try? settings($0)) != nil } == [])
    }

    @Test func aTillsListIsKeptAsItIsRead() throws {
        let tills = BackendTills([
            BackendTill(name: "a", tokenHash: "00", allowed: try BackendAllowList(["create_refund", "shares"])),
            BackendTill(name: "b", tokenHash: "01"),
        ])
        let read = try JSONDecoder().decode(BackendTills.self, from: JSONEncoder().encode(tills))
        #expect(read == tills)
    }
}

import SimulatedPayments
import Testing

@Suite struct LocationTests {
    static let german: Form = [
        ("display_name", "Berlin"), ("address[country]", "DE"), ("address[city]", "Berlin"),
    ]
    private static let american: Form = [
        ("display_name", "HQ"), ("address[line1]", "1 Main St"), ("address[city]", "Springfield"),
        ("address[state]", "IL"), ("address[postal_code]", "62701"), ("address[country]", "US"),
    ]

    @Test func aLocationIsMadeChangedListedAndDeleted() {
        var shop = Shop()
        let made = shop.post("terminal/locations", Self.american + [("metadata[shop]", "1"), ("phone", "+1555")])
        #expect(made.id.hasPrefix("tml_"))
        #expect(made["object"] == "terminal.location")
        #expect(made["livemode"] == false)
        #expect(made["address", "line2"] == .null)
        #expect(made["address", "state"] == "IL")
        #expect(made["phone"] == "+1555")
        #expect(made["configuration_overrides"] == nil)
        let path = "terminal/locations/\(made.id)"
        #expect(shop.get(path).body == made.body)
        let changed = shop.post(path, [("display_name", "Shop"), ("address[line2]", "Back"), ("phone", "")])
        #expect(changed["display_name"] == "Shop")
        #expect(changed["phone"] == nil)
        #expect(changed["metadata"] == ["shop": "1"])
        #expect(changed["address", "line1"] == "1 Main St")
        #expect(changed["address", "line2"] == "Back")
        let other = shop.post("terminal/locations", Self.german).id
        #expect(shop.get("terminal/locations")["data"]?.elements.map { $0["id"]?.text } == [other, made.id])
        let gone: JSONValue = ["id": .string(made.id), "object": "terminal.location", "deleted": true]
        #expect(shop.delete(path).body == gone)
        #expect(shop.get(path).body == gone)
        #expect(shop.post(path).state == "HTTP 404 resource_missing")
        #expect(shop.delete(path).status == 404)
        #expect(shop.get("terminal/locations")["data"]?.elements.count == 1)
    }

    @Test func theAddressNeedsWhatItsCountryNeeds() {
        let german = Self.german.filter { $0.0 != "address[city]" }
        let table: [(Form, String)] = [
            (Self.american.filter { $0.0 != "address[line1]" }, "parameter_missing address[line1]"),
            (Self.american.filter { $0.0 != "address[city]" }, "parameter_missing address[city]"),
            (Self.american.filter { $0.0 != "address[state]" }, "parameter_missing address[state]"),
            (Self.american.filter { $0.0 != "address[postal_code]" }, "parameter_missing address[postal_code]"),
            (Self.american.filter { $0.0 != "address[country]" }, "parameter_missing address[country]"),
            (Self.american.filter { $0.0 != "display_name" }, "parameter_missing display_name"),
            (Array(Self.american.prefix(1)), "parameter_missing address"),
            (german + [("address[country]", "Germany")], "country_unsupported address[country]"),
            (german + [("address", "Berlin")], "- address"),
            (german + [("configuration_overrides", "tmc_x")], "resource_missing configuration_overrides"),
            (german + [("color", "red")], "parameter_unknown color"),
            (german, "- -"),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let answer = shop.post("terminal/locations", form)
            let found = "\(answer.code) \(answer.param)"
            if found != expected || (answer.status == 200) != (expected == "- -") { wrong.append("\(form): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func anUpdateKeepsTheRules() {
        var shop = Shop()
        let path = "terminal/locations/\(shop.post("terminal/locations", Self.american).id)"
        #expect(shop.post(path, [("address[state]", "")]).param == "address[state]")
        #expect(shop.post(path, [("display_name", "")]).code == "parameter_invalid_empty")
        #expect(shop.get(path)["address", "state"] == "IL")
    }

    @Test func aPlaceInJapanIsWrittenInItsScripts() {
        var shop = Shop()
        let names = ["city", "country", "line1", "line2", "postal_code", "state", "town"]
        let empty = Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.null) })
        let made = shop.post(
            "terminal/locations",
            [
                ("display_name", "Shibuya"), ("address[country]", "JP"), ("display_name_kanji", "渋谷"),
                ("address_kanji[town]", "道玄坂"),
            ])
        #expect(made["address_kanji"] == .object(empty.merging(["town": "道玄坂"]) { $1 }))
        #expect(made["address_kana"] == nil)
        let path = "terminal/locations/\(made.id)"
        let changed = shop.post(
            path, [("address_kanji[line1]", "1"), ("address_kana[town]", "x"), ("display_name_kanji", "")])
        #expect(changed["address_kanji"] == .object(empty.merging(["town": "道玄坂", "line1": "1"]) { $1 }))
        #expect(changed["address_kana", "town"] == "x")
        #expect(changed["display_name_kanji"] == nil)
    }

    @Test func locationsAreOfOneAccount() {
        var shop = Shop()
        let id = shop.post("terminal/locations", Self.german).id
        #expect(shop.get("terminal/locations/\(id)", key: "sk_test_other").status == 404)
        #expect(shop.post("terminal/connection_tokens", [("location", id)])["location"] == .string(id))
        _ = shop.delete("terminal/locations/\(id)")
        #expect(shop.post("terminal/connection_tokens", [("location", id)]).state == "HTTP 400 resource_missing")
    }
}

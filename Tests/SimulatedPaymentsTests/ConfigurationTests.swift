import SimulatedPayments
import Testing

@Suite struct ConfigurationTests {
    private let path = "terminal/configurations"

    @Test func aConfigurationIsMadeChangedListedAndDeleted() {
        var shop = Shop()
        let made = shop.post(
            path,
            [
                ("name", "Tips"), ("tipping[usd][percentages][]", "15"), ("tipping[usd][percentages][]", "20"),
                ("tipping[eur][fixed_amounts][0]", "100"), ("tipping[eur][smart_tip_threshold]", "1000"),
                ("offline[enabled]", "true"), ("reboot_window[start_hour]", "0"), ("reboot_window[end_hour]", "3"),
                ("bbpos_wisepos_e[splashscreen]", "file_1"), ("verifone_p400[splashscreen]", "file_2"),
            ])
        #expect(made.id.hasPrefix("tmc_"))
        #expect(made["is_account_default"] == false)
        #expect(made["name"] == "Tips")
        #expect(made["tipping", "usd"] == ["percentages": [15, 20], "fixed_amounts": nil])
        #expect(
            made["tipping", "eur"] == ["percentages": nil, "fixed_amounts": [100], "smart_tip_threshold": 1000])
        #expect(made["offline"] == ["enabled": true])
        #expect(made["reboot_window"] == ["start_hour": 0, "end_hour": 3])
        #expect(made["bbpos_wisepos_e"] == ["splashscreen": "file_1"])
        #expect(made["stripe_s700"] == nil)
        let own = path + "/\(made.id)"
        let changed = shop.post(own, [("tipping[eur]", ""), ("offline", ""), ("name", "")])
        #expect(changed["tipping"] == ["usd": ["percentages": [15, 20], "fixed_amounts": nil]])
        #expect(changed["offline"] == nil)
        #expect(changed["name"] == .null)
        #expect(changed["reboot_window"] != nil)
        #expect(shop.get(own).body == changed.body)
        #expect(shop.post(own, [("tipping", "")])["tipping"] == nil)
        #expect(shop.get(path, [("is_account_default", "false")])["data"]?.elements.count == 1)
        #expect(shop.get(path, [("is_account_default", "true")])["data"] == [])
        let gone: JSONValue = ["id": .string(made.id), "object": "terminal.configuration", "deleted": true]
        #expect(shop.delete(own).body == gone)
        #expect(shop.get(own).body == gone)
        #expect(shop.delete(own).status == 404)
    }

    @Test func wrongValuesAreNamed() {
        let table: [(Form, String)] = [
            ([("tipping[xyz][percentages][]", "1")], "parameter_unknown tipping[xyz]"),
            ([("tipping[usd][percentages][]", "many")], "parameter_invalid_integer tipping[usd][percentages][0]"),
            ([("tipping[usd][fixed_amounts][]", "-1")], "parameter_invalid_integer tipping[usd][fixed_amounts][0]"),
            ([("offline[enabled]", "maybe")], "- offline[enabled]"),
            ([("reboot_window[start_hour]", "1")], "parameter_missing reboot_window[end_hour]"),
            (
                [("reboot_window[start_hour]", "24"), ("reboot_window[end_hour]", "3")],
                "parameter_invalid_integer reboot_window[start_hour]"
            ),
            (
                [("reboot_window[start_hour]", "3"), ("reboot_window[end_hour]", "3")], "- reboot_window[end_hour]"
            ),
            ([("wifi[type]", "open")], "- wifi[type]"), ([("metadata[a]", "b")], "parameter_unknown metadata"),
        ]
        var wrong: [String] = []
        for (form, expected) in table {
            var shop = Shop()
            let answer = shop.post(path, form)
            let found = "\(answer.code) \(answer.param)"
            if answer.status != 400 || found != expected { wrong.append("\(form): \(answer.status) \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func aDeletedConfigurationLeavesItsLocations() {
        var shop = Shop()
        let id = shop.post(path).id
        let place = shop.post(
            "terminal/locations",
            [("display_name", "x"), ("address[country]", "FR"), ("configuration_overrides", id)])
        #expect(place["configuration_overrides"] == .string(id))
        _ = shop.delete(path + "/\(id)")
        #expect(shop.get("terminal/locations/\(place.id)")["configuration_overrides"] == nil)
    }
}

import SimulatedPayments
import Testing

@Suite struct ReaderTests {
    @Test func theCodesOfSimulatedReadersRegisterThem() {
        let table = [
            ("simulated-wpe", "simulated_wisepos_e"), ("simulated-s700", "simulated_stripe_s700"),
            ("simulated-s710", "simulated_stripe_s710"), ("simulated-v660p", "simulated_verifone_v660p"),
            ("puppies-plug-could", "HTTP 400 resource_missing registration_code"),
            ("", "HTTP 400 parameter_invalid_empty registration_code"),
        ]
        var found: [String] = []
        for (code, _) in table {
            var shop = Shop()
            let answer = shop.post("terminal/readers", [("registration_code", code)])
            found.append(answer["device_type"]?.text ?? "HTTP \(answer.status) \(answer.code) \(answer.param)")
        }
        #expect(found == table.map(\.1))
    }

    @Test func aNewReaderIsOnlineAndCalledByItsSerialNumber() {
        var shop = Shop()
        let reader = shop.post("terminal/readers", [("registration_code", "simulated-s700")])
        #expect(reader.id.hasPrefix("tmr_"))
        #expect(reader["status"] == "online")
        #expect(reader["action"] == .null)
        #expect(reader["ip_address"] == "0.0.0.0")
        #expect(reader["device_sw_version"] == "")
        #expect(reader["location"] == .null)
        #expect(reader["serial_number"]?.text?.hasPrefix("simulated-s700-") == true)
        #expect(reader["label"] == reader["serial_number"])
        #expect(reader["last_seen_at"] == .integer(shop.now * 1000))
        #expect(reader["serial_number"] != shop.reader(shop.register())["serial_number"])
    }

    @Test func aReaderIsChangedAndDeleted() {
        var shop = Shop()
        let place = shop.post("terminal/locations", [("display_name", "x"), ("address[country]", "FR")]).id
        let id = shop.register([("label", "Till 1"), ("location", place), ("metadata[row]", "2")])
        let path = "terminal/readers/\(id)"
        let made = shop.get(path, [("expand[]", "location")])
        #expect(made["label"] == "Till 1")
        #expect(made["location", "id"] == .string(place))
        #expect(made["metadata", "row"] == "2")
        let changed = shop.post(path, [("label", "Till 2"), ("metadata[row]", "")])
        #expect(changed["label"] == "Till 2")
        #expect(changed["metadata"] == [:])
        #expect(shop.post(path, [("label", "")])["label"] == made["serial_number"])
        #expect(shop.post(path, [("location", place)]).code == "parameter_unknown")
        let gone: JSONValue = [
            "id": .string(id), "object": "terminal.reader", "deleted": true, "device_type": "simulated_wisepos_e",
            "serial_number": made["serial_number"] ?? .null,
        ]
        #expect(shop.delete(path).body == gone)
        #expect(shop.get(path).body == gone)
        #expect(shop.delete(path).status == 404)
        #expect(shop.get("terminal/readers")["data"] == [])
        #expect(shop.register([("location", "tml_x")]) == "")
    }

    @Test func aListIsFilteredByWhatReadersAre() {
        var shop = Shop()
        let place = shop.post("terminal/locations", [("display_name", "x"), ("address[country]", "FR")]).id
        let first = shop.register([("location", place)])
        let second = shop.post("terminal/readers", [("registration_code", "simulated-s700")])
        _ = shop.arm(first, "offline")
        let table: [(Form, [String])] = [
            ([], [second.id, first]), ([("device_type", "simulated_wisepos_e")], [first]),
            ([("location", place)], [first]), ([("status", "offline")], [first]), ([("status", "online")], [second.id]),
            ([("serial_number", second["serial_number"]?.text ?? "")], [second.id]),
            ([("serial_number", "x")], []), ([("limit", "1"), ("starting_after", second.id)], [first]),
            ([("device_type", "stripe_m2"), ("location", place)], []),
        ]
        let found = table.map { shop.get("terminal/readers", $0.0)["data"]?.elements.compactMap { $0["id"]?.text } }
        #expect(found == table.map(\.1))
        #expect(shop.get("terminal/readers", [("device_type", "toaster")]).param == "device_type")
    }

    @Test func aReaderIsItsAccountsAlone() {
        var shop = Shop()
        let id = shop.register()
        shop.key = "sk_test_other"
        #expect(shop.reader(id).status == 404)
        #expect(shop.delete("terminal/readers/\(id)").status == 404)
        #expect(shop.tell(id, "cancel_action").state == "HTTP 404 resource_missing")
        #expect(shop.present(on: id).state == "HTTP 404 resource_missing")
        #expect(shop.arm(id, "busy").status == 404)
    }

    @Test func everyModelOfTheClientIsKnown() {
        var shop = Shop()
        _ = shop.register()
        let models = ["simulated_wisepos_e", "simulated_stripe_t600", "stripe_t600", "verifone_m425", "verifone_ux700"]
        #expect(models.map { shop.get("terminal/readers", [("device_type", $0)]).ids.count } == [1, 0, 0, 0, 0])
        let screens: Form = ["stripe_t600", "verifone_m425", "verifone_p630", "verifone_ux700", "verifone_v660p"].map {
            ($0 + "[splashscreen]", "file_1")
        }
        let made = shop.post("terminal/configurations", screens)
        #expect(made["verifone_v660p"] == ["splashscreen": "file_1"])
    }
}

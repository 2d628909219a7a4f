import SimulatedCard
import SimulatedPayments

/// Terminal objects of every shape, for the check against their schemas.
enum TerminalAnswers {
    static func all() -> [JSONValue] {
        var shop = Shop()
        let configuration = shop.post(
            "terminal/configurations",
            [
                ("name", "Tips"), ("tipping[usd][percentages][]", "15"), ("offline[enabled]", "true"),
                ("reboot_window[start_hour]", "0"), ("reboot_window[end_hour]", "3"),
                ("bbpos_wisepos_e[splashscreen]", "file_1"), ("stripe_s700[splashscreen]", ""),
            ])
        let location = shop.post(
            "terminal/locations",
            [
                ("display_name", "x"), ("address[country]", "JP"), ("phone", "+81"),
                ("configuration_overrides", configuration.id), ("address_kana[town]", "x"),
            ])
        var objects = [configuration.body, location.body, shop.post("terminal/configurations").body]
        objects.append(shop.post("terminal/locations", [("display_name", "x"), ("address[country]", "FR")]).body)
        objects.append(shop.delete("terminal/locations/\(location.id)").body)
        objects.append(shop.delete("terminal/configurations/\(configuration.id)").body)
        objects += readers()
        return objects.flatMap { [$0] + embedded(in: $0) }
    }

    /// Readers with actions of every kind and outcome.
    private static func readers() -> [JSONValue] {
        var shop = Shop()
        let reader = shop.register([("metadata[a]", "b")])
        var objects: [JSONValue] = [shop.reader(reader).body]
        let config: Form = [
            ("process_config[enable_customer_cancellation]", "true"), ("process_config[skip_tipping]", "false"),
            ("process_config[tipping][amount_eligible]", "1"), ("process_config[return_url]", "https://example.com"),
            ("process_config[allow_redisplay]", "always"),
        ]
        for card in ["4242424242424242", "4000000000000002"] {
            _ = shop.ask(reader, for: 1000, config: config)
            objects.append(shop.reader(reader).body)
            let path = "action.process_payment_intent.payment_intent"
            objects.append(shop.present(on: reader, card, [("expand[]", path), ("amount_tip", "100")]).body)
            if card == "4242424242424242" { objects += refund(shop.sellToInterac(on: reader), &shop, reader) }

            let collected = shop.create(1000, "usd").id
            objects.append(
                shop.tell(
                    reader, "collect_payment_method",
                    [("payment_intent", collected), ("collect_config[skip_tipping]", "true")]
                ).body)
            objects.append(shop.present(on: reader, card).body)
            _ = shop.tell(
                reader, "confirm_payment_intent",
                [("payment_intent", collected), ("confirm_config[return_url]", "https://example.com")])
            objects.append(shop.reader(reader).body)

            let setup = shop.createSetup()
            _ = shop.tell(reader, "process_setup_intent", [("setup_intent", setup), ("allow_redisplay", "always")])
            objects.append(
                shop.present(
                    on: reader, card, [("expand[]", "action.process_setup_intent.setup_intent.latest_attempt")]
                ).body)
        }
        return objects + inputs(&shop, reader)
    }

    private static func refund(_ intent: String, _ shop: inout Shop, _ reader: String) -> [JSONValue] {
        _ = shop.tell(reader, "refund_payment", [("payment_intent", intent), ("amount", "10")])
        let waiting = shop.reader(reader).body
        let expansion: Form = ["charge", "payment_intent", "refund"].map { ("expand[]", "action.refund_payment.\($0)") }
        return [waiting, shop.present(on: reader, nil, expansion).body]
    }

    private static func inputs(_ shop: inout Shop, _ reader: String) -> [JSONValue] {
        let types = ["signature", "text", "phone", "email"]
        let forms: Form = types.enumerated().flatMap { index, type -> Form in
            [("inputs[\(index)][type]", type), ("inputs[\(index)][custom_text][title]", "x")]
        }
        let choice: Form = [
            ("inputs[4][type]", "selection"), ("inputs[4][custom_text][title]", "x"),
            ("inputs[4][selection][choices][0][id]", "a"), ("inputs[4][selection][choices][0][text]", "A"),
            ("inputs[4][toggles][0][title]", "x"),
        ]
        var objects: [JSONValue] = []
        for helper in ["succeed_input_collection", "timeout_input_collection"] {
            objects.append(shop.tell(reader, "collect_inputs", forms + choice).body)
            objects.append(shop.help(reader, helper).body)
        }
        objects.append(shop.tell(reader, "set_reader_display", ReaderStateTests.cart).body)
        objects.append(shop.arm(reader, "offline").body)
        objects.append(shop.delete("terminal/readers/\(reader)").body)
        return objects
    }

    /// The objects that stand expanded in a reader's action.
    private static func embedded(in object: JSONValue) -> [JSONValue] {
        guard case .object(let action)? = object["action"] else { return [] }
        var found = [action["api_error"]?["payment_intent"], action["api_error"]?["payment_method"]].compactMap { $0 }
        for case .object(let content) in action.values { found += content.values }
        found += found.compactMap { $0["latest_attempt"] }
        return found.filter { $0["object"] != nil }
    }
}

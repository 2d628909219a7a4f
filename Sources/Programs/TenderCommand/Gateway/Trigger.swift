/// The calls of the API that trigger an event.
struct Trigger: Sendable {
    struct Call: Sendable {
        enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

        /// The name of the call's result: later calls refer to it as `{name}`, to its charge as `{name.charge}`.
        let name: String
        let method: Method
        let path: String
        var form: [(String, String)]
        /// Whether the gateway is to refuse it, such as a card that is declined.
        let isRefused: Bool
        /// The connected account that it is made for, by the name of an earlier result; empty for one's own.
        var account = ""

        static func post(
            _ path: String, as name: String, _ form: KeyValuePairs<String, String> = [:], isRefused: Bool = false
        ) -> Call {
            Call(
                name: name, method: .post, path: "/v1/" + path, form: form.map { ($0.key, $0.value) },
                isRefused: isRefused)
        }

        static func delete(_ path: String) -> Call {
            Call(name: "", method: .delete, path: "/v1/" + path, form: [], isRefused: false)
        }

        /// Returns a call that looks something up; of a list, the newest.
        static func get(_ path: String, as name: String) -> Call {
            Call(name: name, method: .get, path: "/v1/" + path, form: [], isRefused: false)
        }

        /// Returns the same call for a connected account.
        func acting(for account: String) -> Call {
            var call = self
            call.account = account
            return call
        }

        /// Returns the same call with more parameters.
        func with(_ more: KeyValuePairs<String, String>) -> Call {
            var call = self
            for (name, value) in more { call.set(name, value) }
            return call
        }

        /// Replaces a parameter, or adds it.
        mutating func set(_ name: String, _ value: String) {
            form.removeAll { $0.0 == name }
            form.append((name, value))
        }
    }

    let event: String
    var calls: [Call]

    init(_ event: String, _ calls: Call...) {
        self.event = event
        self.calls = calls
    }
}

extension Trigger.Call {
    static let intent = post(
        "payment_intents", as: "intent", ["amount": "2000", "currency": "usd", "payment_method_types[]": "card"])
    static let confirmed = intent.with(["payment_method": "pm_card_visa", "confirm": "true"])
    static let held = confirmed.with(["capture_method": "manual"])
    static let declined = post(
        "payment_intents", as: "intent",
        [
            "amount": "2000", "currency": "usd", "payment_method_types[]": "card",
            "payment_method": "pm_card_visa_chargeDeclined", "confirm": "true",
        ], isRefused: true)
    static let challenged = intent.with(["payment_method": "pm_card_authenticationRequired", "confirm": "true"])
    static let refund = post("refunds", as: "refund", ["payment_intent": "{intent}"])
    static let customer = post("customers", as: "customer", ["name": "Jenny Rosen", "email": "jenny@example.com"])
    static let source = post("customers/{customer}/sources", as: "source", ["source": "tok_visa"])
    static let method = post("payment_methods", as: "method", ["type": "card", "card[token]": "tok_visa"])
    static let attached = post("payment_methods/{method}/attach", as: "method", ["customer": "{customer}"])
    static let setup = post("setup_intents", as: "setup", ["payment_method_types[]": "card", "usage": "off_session"])
    static let location = post(
        "terminal/locations", as: "location",
        [
            "display_name": "Shop", "address[line1]": "1 Main Street", "address[city]": "San Francisco",
            "address[state]": "CA", "address[postal_code]": "94111", "address[country]": "US",
        ])
    static let reader = post(
        "terminal/readers", as: "reader", ["registration_code": "simulated-wpe", "location": "{location}"])
    static let presentIntent = post(
        "payment_intents", as: "intent",
        ["amount": "2000", "currency": "usd", "payment_method_types[]": "card_present", "capture_method": "manual"])
    static let process = post(
        "terminal/readers/{reader}/process_payment_intent", as: "action", ["payment_intent": "{intent}"])
    static let present = post(
        "test_helpers/terminal/readers/{reader}/present_payment_method", as: "presented", ["type": "card_present"])
}

extension Trigger {
    /// Every event that can be triggered.
    static let all: [Trigger] =
        payments + charges + refunds + customers + setups + terminal
        + catalogue + checkouts + accounts + disputes + transfers + payouts

    private static let payments = [
        Trigger("payment_intent.created", .intent),
        Trigger("payment_intent.succeeded", .confirmed),
        Trigger("payment_intent.payment_failed", .declined),
        Trigger(
            "payment_intent.canceled", .intent, .post("payment_intents/{intent}/cancel", as: "canceled")),
        Trigger("payment_intent.amount_capturable_updated", .held),
        Trigger("payment_intent.requires_action", .challenged),
    ]

    private static let charges = [
        Trigger("charge.succeeded", .confirmed),
        Trigger("charge.failed", .declined),
        Trigger("charge.captured", .held, .post("payment_intents/{intent}/capture", as: "captured")),
        Trigger("charge.refunded", .confirmed, .refund),
        Trigger(
            "charge.updated", .confirmed, .post("charges/{intent.charge}", as: "charge", ["description": "Changed"])),
        Trigger(
            "charge.refund.updated", .confirmed, .refund, .post("refunds/{refund}", as: "changed", ["metadata[a]": "b"])
        ),
    ]

    private static let refunds = [
        Trigger("refund.created", .confirmed, .refund),
        Trigger("refund.updated", .confirmed, .refund, .post("refunds/{refund}", as: "changed", ["metadata[a]": "b"])),
    ]

    private static let customers = [
        Trigger("customer.created", .customer),
        Trigger("customer.updated", .customer, .post("customers/{customer}", as: "changed", ["name": "Jenny Smith"])),
        Trigger("customer.deleted", .customer, .delete("customers/{customer}")),
        Trigger("customer.source.created", .customer, .source),
        Trigger("customer.source.deleted", .customer, .source, .delete("customers/{customer}/sources/{source}")),
        Trigger("payment_method.attached", .customer, .method, .attached),
        Trigger(
            "payment_method.updated", .customer, .method, .attached,
            .post("payment_methods/{method}", as: "changed", ["billing_details[name]": "Jenny Smith"])),
        Trigger(
            "payment_method.detached", .customer, .method, .attached,
            .post("payment_methods/{method}/detach", as: "detached")),
    ]

    private static let setups = [
        Trigger("setup_intent.created", .setup),
        Trigger("setup_intent.succeeded", .setup.with(["payment_method": "pm_card_visa", "confirm": "true"])),
        Trigger("setup_intent.canceled", .setup, .post("setup_intents/{setup}/cancel", as: "canceled")),
        Trigger(
            "setup_intent.requires_action",
            .setup.with(["payment_method": "pm_card_authenticationRequired", "confirm": "true"])),
        Trigger(
            "setup_intent.setup_failed", .setup,
            .post(
                "setup_intents/{setup}/confirm", as: "failed", ["payment_method": "pm_card_visa_chargeDeclined"],
                isRefused: true)),
    ]

    private static let terminal = [
        Trigger("terminal.reader.action_succeeded", .location, .reader, .presentIntent, .process, .present),
        Trigger(
            "terminal.reader.action_failed", .location, .reader, .presentIntent, .process,
            .present.with(["card_present[number]": "4000000000000002"])),
    ]
}

import SimulatedPayments
import Testing

/// When a token is used up: once the request that names it is carried out, whatever the bank says, and not before.
@Suite struct TokenUseTests {
    /// An endpoint that takes a token.
    private struct Endpoint {
        /// With `{…}` in place of the id of what is acted on, which is made afresh.
        let path: String
        /// The parameter with the token.
        let token: String
        var form: Form = []
        /// What is refused, and what is carried out.
        let refused: Form
        let accepted: Form

        var isForBank: Bool { token == "external_account" }
    }

    private static let long = String(repeating: "k", count: 41)
    private static let data: Form = [("payment_method_data[type]", "card")]
    private static let dataToken = "payment_method_data[card][token]"
    private static let amount: Form = [("amount", "1000"), ("currency", "usd")]
    private static let back: Form = [("return_url", "https://shop.test/back")]
    private static let present: Form = [("payment_method_types[]", "card_present")]
    private static let card: Form = [("payment_method_types[]", "card")]
    private static let billing = "payment_method_data[billing_details][address]"

    private static func metadata(_ path: String = "metadata") -> Form { [("\(path)[\(long)]", "x")] }

    /// Endpoints at which a bank is asked.
    private static let asking: [Endpoint] = [
        Endpoint(
            path: "payment_intents", token: dataToken, form: amount + data + [("confirm", "true")], refused: [],
            accepted: back),
        Endpoint(
            path: "payment_intents/{intent}/confirm", token: dataToken, form: data, refused: [], accepted: back),
        Endpoint(
            path: "setup_intents", token: dataToken, form: data + [("confirm", "true")], refused: [], accepted: back),
        Endpoint(path: "setup_intents/{setup}/confirm", token: dataToken, form: data, refused: [], accepted: back),
        Endpoint(
            path: "payment_pages/{session}/confirm", token: dataToken, form: data + [("email", "jo@example.com")],
            refused: [], accepted: [("\(billing)[line1]", "1 Main St"), ("\(billing)[country]", "US")]),
        Endpoint(
            path: "customers", token: "source",
            refused: [("invoice_settings[default_payment_method]", "pm_nothing")], accepted: []),
        Endpoint(path: "customers/{customer}", token: "source", refused: metadata(), accepted: []),
        Endpoint(path: "customers/{customer}/sources", token: "source", refused: metadata(), accepted: []),
        Endpoint(
            path: "charges", token: "source", form: [("currency", "usd")], refused: [("amount", "1")],
            accepted: [("amount", "1000")]),
    ]

    private static let keeping: [Endpoint] = [
        Endpoint(
            path: "payment_methods", token: "card[token]", form: [("type", "card")], refused: metadata(), accepted: []),
        Endpoint(
            path: "confirmation_tokens", token: dataToken, form: data,
            refused: metadata("payment_method_data[metadata]"), accepted: []),
        Endpoint(
            path: "test_helpers/confirmation_tokens", token: dataToken, form: data,
            refused: metadata("payment_method_data[metadata]"), accepted: []),
        Endpoint(path: "payment_intents", token: dataToken, form: amount + data, refused: present, accepted: card),
        Endpoint(path: "payment_intents/{intent}", token: dataToken, form: data, refused: present, accepted: card),
        Endpoint(path: "setup_intents", token: dataToken, form: data, refused: present, accepted: card),
        Endpoint(path: "setup_intents/{setup}", token: dataToken, form: data, refused: present, accepted: card),
        Endpoint(
            path: "accounts", token: "external_account", form: [("type", "custom")],
            refused: metadata("individual[metadata]"), accepted: []),
        Endpoint(
            path: "accounts/{seller}", token: "external_account", refused: metadata("individual[metadata]"),
            accepted: []),
        Endpoint(
            path: "accounts/{seller}/external_accounts", token: "external_account", refused: metadata(), accepted: []),
    ]

    private var shop = Shop()

    private mutating func makeToken(_ endpoint: Endpoint, _ number: String = "4242424242424242") -> String {
        let bank: Form = [
            ("bank_account[country]", "US"), ("bank_account[currency]", "usd"),
            ("bank_account[routing_number]", "110000000"), ("bank_account[account_number]", "000123456789"),
        ]
        let typed = Shop.typed.map { $0.0 == "card[number]" ? ($0.0, number) : $0 }
        return shop.post("tokens", endpoint.isForBank ? bank : typed).id
    }

    private mutating func path(of endpoint: Endpoint) -> String {
        guard let start = endpoint.path.firstIndex(of: "{"), let end = endpoint.path.firstIndex(of: "}") else {
            return endpoint.path
        }
        let id: String
        switch endpoint.path[start...end] {
        case "{intent}": id = shop.post("payment_intents", Self.amount).id
        case "{setup}": id = shop.post("setup_intents").id
        case "{session}": id = shop.checkout(1500, [("billing_address_collection", "required")]).id
        case "{customer}": id = shop.customer()
        default: id = shop.seller()
        }
        return endpoint.path.replacing(endpoint.path[start...end], with: id)
    }

    private mutating func isUsed(_ token: String) -> Bool { shop.get("tokens/\(token)")["used"] == true }

    @Test mutating func aRefusedRequestDoesNotUseATokenUp() {
        var wrong: [String] = []
        for endpoint in Self.asking + Self.keeping {
            let token = makeToken(endpoint)
            let (path, other) = (path(of: endpoint), path(of: endpoint))
            let form = endpoint.form + [(endpoint.token, token)]
            let refused = shop.post(path, form + endpoint.refused)
            let wasUsed = isUsed(token)
            let accepted = shop.post(path, form + endpoint.accepted)
            let again = shop.post(other, form + endpoint.accepted)
            let found = [
                "\(refused.status)", refused.code == "token_already_used" ? "used" : "-", "\(wasUsed)",
                "\(accepted.status)", "\(isUsed(token))", again.refusal,
            ]
            if found != ["400", "-", "false", "200", "true", "400 token_already_used"] {
                wrong.append("\(endpoint.path): \(found) \(accepted.param)")
            }
        }
        #expect(wrong == [])
    }

    @Test mutating func aDeclineUsesATokenUp() {
        var wrong: [String] = []
        for endpoint in Self.asking {
            let token = makeToken(endpoint, "4000000000000002")
            let (path, other) = (path(of: endpoint), path(of: endpoint))
            let form = endpoint.form + [(endpoint.token, token)] + endpoint.accepted
            let found = [shop.post(path, form).refusal, "\(isUsed(token))", shop.post(other, form).refusal]
            if found != ["402 card_declined", "true", "400 token_already_used"] {
                wrong.append("\(endpoint.path): \(found)")
            }
        }
        #expect(wrong == [])
    }
}

import Foundation
import SimulatedPayments
import Testing

/// Checks answers against the public response schemas in `Resources`.
@Suite struct SchemaTests {
    private let checker: SchemaChecker

    init() throws { checker = try SchemaChecker() }

    @Test func everyAnswerHasTheFieldsOfItsSchema() throws {
        var problems: [String] = []
        for object in try Self.everyKindOfAnswer() {
            checker.check(object, of: object["object"]?.text ?? "?", &problems)
        }
        #expect(Array(Set(problems)).sorted() == [])
    }

    @Test func everyAnswerAboutTerminalsHasTheFieldsOfItsSchema() {
        var problems: [String] = []
        let objects = TerminalAnswers.all()
        for object in objects {
            let name = object["object"]?.text ?? "?"
            checker.check(object, of: object["deleted"] == true ? "deleted_" + name : name, &problems)
        }
        #expect(Array(Set(problems)).sorted() == [])
        #expect(objects.count > 40)
    }

    @Test func theCheckFindsAMissingField() throws {
        guard case .object(var members)? = try Self.everyKindOfAnswer().first else { throw Shop.Missing() }
        members["status"] = .null
        members["latest_charge"] = nil
        members["amount"] = "10"
        members["surprise"] = true
        var problems: [String] = []
        checker.check(.object(members), of: "payment_intent", &problems)
        // The status breaks two rules: it is required, and it is null.
        #expect(problems.count == 5)
    }

    /// Intents whose customers were asked, and others of which more was said than usual.
    private static func onlinePayments(_ shop: inout Shop) -> [String] {
        let card: Form = [
            ("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("payment_method", "pm_card_authenticationRequired"),
        ]
        let options = "payment_method_options[card]"
        let asked = shop.post("payment_intents", card).id
        _ = shop.post("_tender/authenticate", [("intent", asked), ("outcome", "succeed")])
        let refused = shop.post("payment_intents", card).id
        _ = shop.post("_tender/authenticate", [("intent", refused), ("outcome", "fail")])
        let more: [Form] = [
            [], [(options + "[moto]", "true")],
            [
                (options + "[three_d_secure][cryptogram]", "x"), (options + "[three_d_secure][transaction_id]", "x"),
                (options + "[three_d_secure][version]", "2.2.0"), (options + "[installments][enabled]", "true"),
                (options + "[stored_credential_usage]", "recurring"),
                (options + "[setup_credential_usage]", "recurring"),
            ],
            [
                ("amount_details[tax][total_tax_amount]", "7"), ("amount_details[shipping][amount]", "5"),
                ("amount_details[discount_amount]", "1"), ("payment_details[order_reference]", "A"),
                ("confirmation_method", "manual"), ("excluded_payment_method_types[]", "klarna"),
            ],
        ]
        return [asked, refused] + more.map { shop.post("payment_intents", card + $0).id }
    }

    /// Intents in all states with everything expanded, their charges and methods, refunds, and a token.
    private static func everyKindOfAnswer() throws -> [JSONValue] {
        var shop = Shop()
        let all: Form = [("expand[0]", "latest_charge"), ("expand[1]", "payment_method")]
        let manual: Form = [("capture_method", "manual")]
        let interac: Form = [("payment_method_types[]", "interac_present")]
        let held = try shop.pay(1000, manual).id
        var ids = [
            shop.create(1000).id, held, try shop.pay(1000).id, try shop.pay(1001).id,
            try shop.pay(1000, "cad", card: "interac", interac).id,
            shop.post("payment_intents", [("amount", "1000"), ("currency", "eur")]).id,
        ]
        ids.append(try shop.pay(1000, manual).id)
        _ = shop.post("payment_intents/\(ids[6])/cancel")
        ids.append(shop.create(1000).id)
        _ = shop.post("payment_intents/\(ids[7])", try shop.present("mastercard", 1000))
        let refund = shop.post(
            "refunds", [("payment_intent", ids[2]), ("expand[]", "charge"), ("expand[]", "payment_method")])
        let failing = try shop.pay(1000, card: "refundFailed").id
        let failed = shop.post("refunds", [("payment_intent", failing)]).id
        shop.now += SimulatedPayments.refundDelay
        var objects = ids.map { shop.get("payment_intents/\($0)", all).body }
        objects += onlinePayments(&shop).map { shop.get("payment_intents/\($0)", all).body }
        objects += [refund.body, shop.get("refunds/\(failed)").body, shop.post("terminal/connection_tokens").body]
        objects += objects.flatMap { object in
            [
                object["latest_charge"], object["payment_method"], object["charge"],
                object["last_payment_error"]?["payment_method"],
            ]
            .compactMap { $0 }.filter { $0["object"] != nil }
        }
        return objects
    }
}

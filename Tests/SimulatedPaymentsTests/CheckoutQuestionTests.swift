import SimulatedPayments
import Testing

/// What a shop asks its customers on the page beside their card, and what they agree to.
@Suite struct CheckoutQuestionTests {
    private var shop = Shop()

    private static func field(_ key: String, _ type: String, _ index: Int = 0, _ more: Form = []) -> Form {
        let path = "custom_fields[\(index)]"
        return [
            (path + "[key]", key), (path + "[type]", type), (path + "[label][type]", "custom"),
            (path + "[label][custom]", "Label of \(key)"),
        ] + more.map { (path + $0.0, $0.1) }
    }

    private static let three =
        field("engraving", "text", 0, [("[text][maximum_length]", "5"), ("[text][minimum_length]", "2")])
        + field("floor", "numeric", 1, [("[optional]", "true")])
        + field(
            "size", "dropdown", 2,
            [
                ("[dropdown][options][0][label]", "Small"), ("[dropdown][options][0][value]", "s"),
                ("[dropdown][options][1][label]", "Large"), ("[dropdown][options][1][value]", "l"),
            ])

    private static func values(_ session: Shop.Answer) -> [JSONValue?] {
        session["custom_fields"]?.elements.map { field in
            field["type"]?.text.flatMap { field[$0]?["value"] }
        } ?? []
    }

    @Test mutating func answersAreShownWhenTheSessionIsComplete() {
        let made = shop.checkout(1500, Self.three)
        let fields = made["custom_fields"]?.elements ?? []
        #expect(fields.map { $0["optional"] } == [false, true, false])
        #expect(fields.map { $0["label"]?["custom"] } == ["Label of engraving", "Label of floor", "Label of size"])
        #expect(fields.first?["text"]?["maximum_length"] == 5)
        #expect(Self.values(made) == [.null, .null, .null])
        let answers: Form = [("custom_fields[engraving]", "Jo ü"), ("custom_fields[size]", "l")]
        let declined = shop.pay(session: made.id, card: "4000000000000002", answers)
        let open = shop.get("checkout/sessions/\(made.id)")
        let paid = shop.pay(session: made.id, answers)
        #expect([declined.status, paid.status] == [402, 200])
        #expect(Self.values(open) == [.null, .null, .null])
        #expect(Self.values(paid) == ["Jo ü", .null, "l"])
    }

    @Test mutating func unfitAnswersAreRefused() {
        let made = shop.checkout(1500, Self.three)
        let answers: [(Form, String)] = [
            ([("engraving", "Jo")], "size"), ([("size", "l")], "engraving"),
            ([("size", "xl"), ("engraving", "Jo")], "size"), ([("size", "l"), ("engraving", "J")], "engraving"),
            ([("size", "l"), ("engraving", "Johanna")], "engraving"),
            ([("size", "l"), ("engraving", "")], "engraving"),
            ([("size", "l"), ("engraving", "Jo"), ("floor", "2a")], "floor"),
            ([("size", "l"), ("engraving", "Jo"), ("other", "1")], "other"),
        ]
        let params = answers.map { form, _ in
            shop.pay(session: made.id, form.map { ("custom_fields[\($0.0)]", $0.1) }).param
        }
        #expect(params == answers.map { "custom_fields[\($0.1)]" })
        #expect(shop.get("charges")["data"]?.elements.count == 0)
    }

    @Test mutating func unfitFieldsAreRefused() {
        let path = "custom_fields[0]", option = "[dropdown][options][0]"
        let small: Form = [(option + "[label]", "Small"), (option + "[value]", "s")]
        let refusals: [(Form, String)] = [
            ((0..<4).flatMap { Self.field("a\($0)", "text", $0) }, "custom_fields"),
            (Self.field("a", "text") + Self.field("a", "text", 1), "custom_fields[1][key]"),
            (Self.field("a b", "text"), path + "[key]"), (Self.field("a", "date"), path + "[type]"),
            (Self.field("a", "dropdown"), path + "[dropdown]"),
            (Self.field("a", "text", 0, small), path + "[dropdown]"),
            (
                Self.field("a", "dropdown", 0, small + [("[dropdown][default_value]", "x")]),
                path + "[dropdown][default_value]"
            ),
            (Self.field("a", "text", 0, [("[text][maximum_length]", "256")]), path + "[text][maximum_length]"),
            (
                Self.field("a", "text", 0, [("[text][maximum_length]", "2"), ("[text][minimum_length]", "3")]),
                path + "[text][minimum_length]"
            ),
            (Self.field("a", "numeric", 0, [("[numeric][default_value]", "x")]), path + "[numeric][default_value]"),
            ([(path + "[key]", "a"), (path + "[type]", "text")], path + "[label]"),
        ]
        let params = refusals.map { shop.checkout(1500, $0.0).param }
        #expect(params == refusals.map(\.1))
        #expect(shop.get("products")["data"]?.elements.count == 0)
    }

    @Test mutating func linksAskToo() {
        let link = shop.post("payment_links", Shop.line(1500) + Self.three)
        let session = shop.post("payment_pages", [("payment_link", link.id)])
        let paid = shop.pay(
            session: session.id, [("custom_fields[engraving]", "Jo"), ("custom_fields[size]", "s")])
        let cleared = shop.post("payment_links/\(link.id)", [("custom_fields", "")])
        let shown = link["custom_fields"]?.elements.first?["text"]
        #expect([shown?["value"], shown?["default_value"]] == [nil, .null])
        #expect(Self.values(paid) == ["Jo", .null, "s"])
        #expect(cleared["custom_fields"] == [])
    }

    @Test mutating func customersAgree() {
        let asked: Form = [
            ("consent_collection[terms_of_service]", "required"), ("consent_collection[promotions]", "auto"),
        ]
        let made = shop.checkout(1500, asked)
        let link = shop.post("payment_links", Shop.line(1500) + asked)
        let refused = shop.pay(session: made.id)
        let paid = shop.pay(session: made.id, [("consent[terms_of_service]", "accepted")])
        let opened = shop.post("payment_pages", [("payment_link", link.id)])
        let second = shop.pay(
            session: opened.id, [("consent[terms_of_service]", "accepted"), ("consent[promotions]", "opt_in")])
        #expect(made["consent_collection"]?["payment_method_reuse_agreement"] == .null)
        #expect([made["consent", "terms_of_service"], made["consent", "promotions"]] == [.null, .null])
        #expect(refused.param == "consent[terms_of_service]")
        #expect([paid["consent", "terms_of_service"], paid["consent", "promotions"]] == ["accepted", "opt_out"])
        #expect([second["consent", "terms_of_service"], second["consent", "promotions"]] == ["accepted", "opt_in"])
        #expect(shop.checkout(1500)["consent"] == .null)
    }
}

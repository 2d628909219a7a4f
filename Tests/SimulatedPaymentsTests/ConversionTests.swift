import SimulatedPayments
import Testing

/// The offer to charge a presented card in its own currency, and its customer's choice.
@Suite struct ConversionTests {
    private static let option = "payment_method_options[card_present]"
    private static let asking: Form = [("\(option)[request_dynamic_currency_conversion]", "true")]

    private static func chosen(_ status: String, _ units: Int64 = 0, _ currency: String = "eur") -> Form {
        [
            ("status", status), ("presentment_amount", String(units)), ("presentment_currency", currency),
        ].map { ("\(option)[dynamic_currency_conversion][\($0)]", $1) }
    }

    /// A German card, collected for ten dollars with this beside it.
    private static func collect(
        _ shop: inout Shop, _ card: String = "onlinePinScaRetry", _ more: Form = asking, _ terms: Form = []
    ) throws -> (id: String, card: Form, answer: Shop.Answer) {
        let id = shop.create(1000, "usd", terms).id
        let form = try shop.present(card, 1000, "usd", pin: card != "visa")
        let all: Form = [("expand[0]", "payment_method")]
        return (id, form, shop.post("payment_intents/\(id)", form + more + all))
    }

    private static func conversion(_ answer: Shop.Answer, _ path: String...) -> JSONValue? {
        path.reduce(answer.body) { $0[$1] ?? .null }["card_present"]?["dynamic_currency_conversion"]
    }

    @Test func aForeignCardIsOfferedItsOwnCurrencyAtAFixedRate() throws {
        var shop = Shop()
        let answer = try Self.collect(&shop).answer
        #expect(
            Self.conversion(answer, "payment_method") == [
                "cardholder_rate": "0.947600", "fx_as_of": .integer(shop.now), "original_amount": 1000,
                "original_currency": "usd", "presentment_amount": 948, "presentment_currency": "eur",
                "reference_fx_rate": "0.920000", "reference_markup_percent": "3", "status": "offered",
                "transaction_fx_rate": nil, "transaction_markup_percent": nil,
            ])
        #expect(answer["amount"] == 1000)
    }

    @Test func onlyWhoAsksForACardThatCanBeConvertedGetsAnOffer() throws {
        var shop = Shop()
        let answers = [
            try Self.collect(&shop, "visa").answer, try Self.collect(&shop, "onlinePinScaRetry", []).answer,
        ]
        #expect(answers.map(\.status) == [200, 200])
        #expect(answers.allSatisfy { Self.conversion($0, "payment_method") == nil })
    }

    @Test func anIntentThatCannotBeConvertedIsRefused() throws {
        var shop = Shop()
        let partial: Form = [("\(Self.option)[request_partial_authorization]", "if_available")]
        let answer = try Self.collect(&shop, "onlinePinScaRetry", Self.asking, partial).answer
        #expect(answer.param == Self.asking[0].0)
    }

    /// A card that was offered nothing is charged in the shop's currency, whatever is said.
    @Test func aNoNeedsNoOffer() throws {
        var shop = Shop()
        let (id, card, _) = try Self.collect(&shop, "visa")
        #expect(shop.post("payment_intents/\(id)/confirm", card + Self.chosen("declined")).state == "succeeded")
    }

    @Test func aChargeIsConvertedAfterARestartToo() throws {
        var shop = Shop()
        let (id, card, _) = try Self.collect(&shop)
        _ = shop.post("payment_intents/\(id)/confirm", card + Self.chosen("accepted", 948))
        let expand: Form = [("expand[0]", "latest_charge")]
        let before = Self.conversion(
            shop.get("payment_intents/\(id)", expand), "latest_charge", "payment_method_details")
        shop.payments = try SimulatedPayments(seed: [99], records: shop.payments.takeChanges())
        let after = Self.conversion(
            shop.get("payment_intents/\(id)", expand), "latest_charge", "payment_method_details")
        #expect(before?["status"] == "accepted")
        #expect(after == before)
    }

    @Test func onlyTheAmountThatWasShownIsCharged() throws {
        var shop = Shop()
        let expand: Form = [("expand[0]", "latest_charge")]
        var found: [String] = []
        for choice in [Self.chosen("accepted", 948), Self.chosen("accepted", 949), Self.chosen("declined"), []] {
            let (id, card, _) = try Self.collect(&shop)
            let answer = shop.post("payment_intents/\(id)/confirm", card + choice + expand)
            let told = Self.conversion(answer, "latest_charge", "payment_method_details")
            found.append("\(answer.status) \(told?["status"]?.text ?? "none") \(shop.ledger(id).captured)")
        }
        #expect(found == ["200 accepted 1000", "400 none 0", "200 declined 1000", "200 none 1000"])
    }

    @Test func aConvertedHoldIsNeitherRaisedNorCapturedHigher() throws {
        var shop = Shop()
        let terms: Form = [
            ("capture_method", "manual"), ("\(Self.option)[request_incremental_authorization_support]", "true"),
        ]
        let (id, card, _) = try Self.collect(&shop, "onlinePinScaRetry", Self.asking, terms)
        _ = shop.post("payment_intents/\(id)/confirm", card + Self.chosen("accepted", 948))
        #expect(shop.post("payment_intents/\(id)/increment_authorization", [("amount", "1500")]).status == 400)
        #expect(shop.post("payment_intents/\(id)/capture", [("amount_to_capture", "1001")]).status == 400)
    }
}

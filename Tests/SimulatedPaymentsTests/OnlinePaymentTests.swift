import SimulatedPayments
import Testing

/// Payments with cards that are not in a reader.
@Suite struct OnlinePaymentTests {
    private static func form(_ card: String, _ more: Form = []) -> Form {
        [
            ("amount", "2000"), ("currency", "usd"), ("payment_method_types[]", "card"), ("confirm", "true"),
            ("payment_method", card),
        ] + more
    }

    @Test(arguments: [
        ("pm_card_visa", "succeeded", "-"),
        ("pm_card_visa_chargeDeclined", "HTTP 402 card_declined", "generic_decline"),
        ("pm_card_chargeDeclinedExpiredCard", "HTTP 402 expired_card", "expired_card"),
        ("pm_card_chargeDeclinedIncorrectCvc", "HTTP 402 incorrect_cvc", "incorrect_cvc"),
        ("pm_card_chargeDeclinedProcessingError", "HTTP 402 processing_error", "processing_error"),
        ("pm_card_visa_chargeDeclinedInsufficientFunds", "HTTP 402 card_declined", "insufficient_funds"),
        ("pm_card_radarBlock", "HTTP 402 card_declined", "fraudulent"),
        ("pm_card_authenticationRequired", "requires_action", "-"),
        ("pm_card_nobody", "HTTP 400 resource_missing", "-"),
    ])
    func theTestCardDecides(_ card: String, _ state: String, _ declineCode: String) {
        var shop = Shop()
        let answer = shop.post("payment_intents", Self.form(card))
        #expect(answer.state == state)
        #expect(answer.declineCode == declineCode)
    }

    @Test func aMandateThatIsNoneIsRefused() {
        var shop = Shop()
        let answer = shop.post("payment_intents", Self.form("pm_card_visa", [("mandate", "mandate_x")]))
        #expect(answer.state == "HTTP 400 resource_missing")
        #expect(answer.param == "mandate")
    }

    @Test func aDeclineLeavesItsChargeAndTheIntentOpen() {
        var shop = Shop()
        let answer = shop.post("payment_intents", Self.form("pm_card_visa_chargeDeclined"))
        let intent = answer["error", "payment_intent"]
        let charge = shop.get("charges/\(answer["error", "charge"]?.text ?? "")")
        #expect(intent?["status"] == "requires_payment_method")
        #expect(intent?["payment_method"] == .null)
        #expect(charge["status"] == "failed")
        #expect(charge["outcome", "type"] == "issuer_declined")
        let id = intent?["id"]?.text ?? ""
        let paid = shop.post("payment_intents/\(id)/confirm", [("payment_method", "pm_card_visa")])
        #expect(paid.state == "succeeded")
        #expect(paid["last_payment_error"] == .null)
        #expect(shop.get("charges", [("payment_intent", id)])["data"]?.elements.count == 2)
    }

    @Test func aPageIsNeededWhereACustomerMayBeSentAway() {
        var shop = Shop()
        let form: Form = [
            ("amount", "2000"), ("currency", "usd"), ("confirm", "true"), ("payment_method", "pm_card_visa"),
        ]
        let never: Form = [
            ("automatic_payment_methods[enabled]", "true"), ("automatic_payment_methods[allow_redirects]", "never"),
        ]
        let answers = [form, form + [("return_url", "https://shop.test/back")], form + never].map {
            shop.post("payment_intents", $0).state
        }
        #expect(answers == ["HTTP 400 -", "succeeded", "succeeded"])
    }

    @Test func theCustomerIsAskedAndAnswers() {
        var shop = Shop()
        let page = shop.post(
            "payment_intents", Self.form("pm_card_authenticationRequired", [("return_url", "https://shop.test/back")]))
        let app = shop.post("payment_intents", Self.form("pm_card_authenticationRequired"))
        #expect(page["next_action", "redirect_to_url", "return_url"] == "https://shop.test/back")
        #expect(app["next_action", "type"] == "use_stripe_sdk")
        let right = shop.post("_tender/authenticate", [("intent", page.id), ("outcome", "succeed")])
        let wrong = shop.post("_tender/authenticate", [("intent", app.id), ("outcome", "fail")])
        #expect(right.state == "succeeded")
        #expect(right["next_action"] == .null)
        #expect(shop.ledger(page.id).captured == 2000)
        #expect(wrong.state == "requires_payment_method")
        #expect(shop.ledger(app.id).captured == 0)
        #expect(wrong["last_payment_error", "code"] == "payment_intent_authentication_failure")
        let again = shop.post("_tender/authenticate", [("intent", page.id), ("outcome", "succeed")])
        #expect(again.code == "payment_intent_unexpected_state")
    }

    @Test(arguments: [[("off_session", "true")], [("error_on_requires_action", "true")]])
    func whereNobodyCanBeAskedTheCardIsRefused(_ more: Form) {
        var shop = Shop()
        let answer = shop.post("payment_intents", Self.form("pm_card_authenticationRequired", more))
        #expect(answer.state == "HTTP 402 authentication_required")
        #expect(answer["error", "payment_intent", "status"] == "requires_payment_method")
    }

    @Test func aCardServesOnceWithoutACustomer() {
        var shop = Shop()
        let first = shop.post("payment_intents", Self.form("pm_card_visa"))
        let method = first["payment_method"]?.text ?? ""
        #expect(shop.post("payment_intents", Self.form(method)).refusal == "400 -")
        #expect(shop.post("payment_intents", Self.form("pm_card_visa"))["payment_method"]?.text != method)
    }

    @Test func aCardIsKeptForItsCustomerWhenAskedFor() {
        var shop = Shop()
        let customer = shop.post("customers", [("name", "Ada")]).id
        let kept = shop.post(
            "payment_intents",
            Self.form("pm_card_visa", [("customer", customer), ("setup_future_usage", "off_session")]))
        let method = kept["payment_method"]?.text ?? ""
        #expect(shop.get("payment_methods/\(method)")["customer"] == .string(customer))
        let without = shop.post("payment_intents", Self.form(method))
        let again = shop.post("payment_intents", Self.form(method, [("customer", customer), ("off_session", "true")]))
        #expect(without.status == 400)
        #expect(without.param == "payment_method")
        #expect(again.state == "succeeded")
    }

    @Test func aHoldLastsAWeek() {
        var shop = Shop()
        let held = shop.post("payment_intents", Self.form("pm_card_visa", [("capture_method", "manual")]))
        let charge = shop.get("charges/\(held["latest_charge"]?.text ?? "")")
        #expect(held.state == "requires_capture")
        #expect(charge["payment_method_details", "card", "capture_before"] == .integer(shop.now + 7 * 24 * 3600))
        shop.now += 7 * 24 * 3600 - 1
        #expect(shop.get("payment_intents/\(held.id)").state == "requires_capture")
        shop.now += 1
        let released = shop.get("payment_intents/\(held.id)")
        #expect(released.state == "canceled")
        #expect(released["cancellation_reason"] == "automatic")
    }
}

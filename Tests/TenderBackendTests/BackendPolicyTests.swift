import TenderBackend
import TenderBytes
import Testing

/// What the merchant's server lets a till do, and what becomes of it at the payments API.
@Suite struct BackendPolicyTests {
    private static let settings = BackendSettings(
        currencies: ["eur": 50_000, "usd": 20_000], maximumRefund: 10_000, requestsPerMinute: 60)
    private static let tills = BackendTills([
        BackendTill(name: "counter", tokenHash: "aa"),
        BackendTill(name: "cellar", tokenHash: "bb", allowed: try? BackendAllowList(["refunds"])),
    ])

    private func decide(
        _ call: String, _ form: String = "", settings: BackendSettings = settings, method: String = "POST",
        token: String? = "aa", key: String? = "k1"
    ) -> String {
        var policy = BackendPolicy(settings, tills: Self.tills)
        let request = BackendPolicy.Request(
            method: method, path: "/" + call, tokenHash: token, key: key, body: Array(form.utf8))
        switch policy.decide(request, now: 0) {
        case .forward(let errand):
            let text = errand.form.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            return "\(errand.method.rawValue) \(errand.path) \(text)"
        case .refuse(let refusal): return "\(refusal.status) \(refusal.code)"
        }
    }

    @Test func aCallBecomesARequestOfTheAPI() {
        let expanded = "expand[]=latest_charge&expand[]=payment_method"
        #expect(
            [
                decide("connection_token", key: nil),
                decide("create_payment_intent", "amount=50000&currency=EUR&metadata%5Ba+b%5D=%C3%BC"),
                decide("retrieve_payment_intent", "payment_intent_id=pi_1"),
                decide("capture_payment_intent", "amount_to_capture=500&payment_intent_id=pi_1"),
                decide("create_refund", "payment_intent=pi_1&amount=10000"),
                decide("reader/cancel_action", "reader_id=tmr_1"),
            ] == [
                "POST /v1/terminal/connection_tokens ",
                "POST /v1/payment_intents amount=50000&currency=EUR&metadata[a b]=ü",
                "GET /v1/payment_intents/pi_1 \(expanded)",
                "POST /v1/payment_intents/pi_1/capture amount_to_capture=500&\(expanded)",
                "POST /v1/refunds payment_intent=pi_1&amount=10000",
                "POST /v1/terminal/readers/tmr_1/cancel_action ",
            ])
    }

    @Test func whatIsNotInTheContractIsRefused() {
        let eur = "amount=1&currency=eur"
        let refusals: KeyValuePairs = [
            decide("connection_token", token: nil): "401 till_unknown",
            decide("connection_token", token: "cc"): "401 till_unknown",
            decide("connection_token", method: "GET"): "405 method_not_allowed",
            decide("v1/charges"): "403 call_unknown",
            decide("create_payment_intent", eur, key: nil): "400 idempotency_key_missing",
            decide("create_payment_intent", eur + "&confirm=true"): "400 field_not_allowed",
            decide("create_payment_intent", eur + "&amount=2"): "400 field_repeated",
            decide("create_payment_intent", eur + "&x=%zz"): "400 form_invalid",
            decide("retrieve_payment_intent", "payment_intent_id=../refunds"): "400 id_invalid",
            decide("create_payment_intent", eur + "&transfer_data[destination]=acct_1"): "403 not_allowed",
        ]
        #expect(refusals.filter { $0.key != $0.value }.map(\.key) == [])
        let card = "payment_intent_id=pi_1&payment_method_data[type]="
        #expect(decide("confirm_payment_intent", card + "card") == "400 field_not_allowed")
        #expect(
            decide("confirm_payment_intent", "payment_intent_id=pi_1&payment_method=pm_1") == "400 field_not_allowed")
        #expect(
            decide("confirm_payment_intent", card + "card_present").hasPrefix("POST /v1/payment_intents/pi_1/confirm"))
    }

    /// A card is saved with the customer's consent only, and not with one that was saved before.
    @Test func aTillSavesCardsThatArePresented() throws {
        let (setup, card) = ("setup_intent_id=seti_1", "payment_method_data[type]=card_present")
        let (reader, consent) = ("reader_id=tmr_1&setup_intent=seti_1", "payment_method_data[allow_redisplay]")
        let expanded = "expand[]=latest_attempt&expand[]=payment_method"
        let decisions: KeyValuePairs = [
            decide("create_setup_intent", "customer=cus_1&payment_method_types[]=card_present"):
                "POST /v1/setup_intents customer=cus_1&payment_method_types[]=card_present",
            decide("retrieve_setup_intent", setup): "GET /v1/setup_intents/seti_1 \(expanded)",
            decide("confirm_setup_intent", "\(setup)&\(card)&\(consent)=limited"):
                "POST /v1/setup_intents/seti_1/confirm \(card)&\(consent)=limited&\(expanded)",
            decide("cancel_setup_intent", setup): "POST /v1/setup_intents/seti_1/cancel \(expanded)",
            decide("reader/process_setup_intent", reader + "&allow_redisplay=always"):
                "POST /v1/terminal/readers/tmr_1/process_setup_intent setup_intent=seti_1&allow_redisplay=always",
            decide("create_setup_intent", "customer=cus_1&confirm=true"): "400 field_not_allowed",
            decide("confirm_setup_intent", setup + "&payment_method=pm_1"): "400 field_not_allowed",
            decide("confirm_setup_intent", "\(setup)&\(card)&\(consent)=unspecified"): "400 field_not_allowed",
            decide("reader/process_setup_intent", reader + "&allow_redisplay=unspecified"): "400 field_not_allowed",
        ]
        #expect(decisions.filter { $0.key != $0.value }.map { "\($0.key), not \($0.value)" } == [])
        let payments = BackendSettings(allowed: try BackendAllowList(["payments", "refunds"]))
        let refused = ["create_setup_intent", "confirm_setup_intent", "reader/process_setup_intent"]
        #expect(Set(refused.map { decide($0, settings: payments) }) == ["403 not_allowed"])
    }

    @Test func aPaymentSavesItsCardWithConsentOnly() {
        let card = "payment_intent_id=pi_1&payment_method_data[type]=card_present&payment_method_data[allow_redisplay]"
        let calls = ["confirm_payment_intent", "update_payment_intent"]
        let wrong = calls.filter { call in
            !decide(call, "\(card)=always").hasPrefix("POST /v1/payment_intents/pi_1")
                || decide(call, "\(card)=unspecified") != "400 field_not_allowed"
        }
        #expect(wrong == [])
    }

    @Test func amountsAboveTheLimitsAreRefused() {
        let refusals: KeyValuePairs = [
            decide("create_payment_intent", "amount=50001&currency=eur"): "400 amount_too_large",
            decide("create_payment_intent", "amount=1&currency=chf"): "400 currency_not_allowed",
            decide("create_payment_intent", "amount=-1&currency=eur"): "400 amount_invalid",
            decide("create_refund", "charge=ch_1"): "400 refund_amount_missing",
            decide("create_refund", "payment_intent=pi_1&charge=ch_1"): "400 refund_amount_missing",
            decide("create_refund", "payment_intent=../pi_1"): "400 refund_amount_missing",
            decide("reader/refund_payment", "reader_id=tmr_1&payment_intent=pi_1"): "400 refund_amount_missing",
        ]
        #expect(refusals.filter { $0.key != $0.value }.map(\.key) == [])
        let large = [
            decide("create_payment_intent", "amount=20001&currency=usd"),
            decide("update_payment_intent", "payment_intent_id=pi_1&amount=50001"),
            decide("increment_authorization", "payment_intent_id=pi_1&amount=50001"),
            decide("capture_payment_intent", "payment_intent_id=pi_1&amount_to_capture=50001"),
            decide("create_refund", "payment_intent=pi_1&amount=10001"),
            decide("reader/refund_payment", "reader_id=tmr_1&payment_intent=pi_1&amount=10001"),
        ]
        #expect(Set(large) == ["400 amount_too_large"])
        let free = decide("create_refund", "payment_intent=pi_1", settings: BackendSettings())
        #expect(free == "POST /v1/refunds payment_intent=pi_1")
    }

    /// A reversal names no amount: what was captured counts.
    @Test func aWholeRefundIsMeasuredByItsPayment() {
        var policy = BackendPolicy(Self.settings, tills: Self.tills)
        let request = BackendPolicy.Request(
            method: "POST", path: "/create_refund", tokenHash: "aa", key: "k1", body: Array("payment_intent=pi_1".utf8))
        guard case .forward(let errand) = policy.decide(request, now: 0), let refund = errand.wholeRefund else {
            Issue.record("it is not forwarded")
            return
        }
        #expect(refund.path == "/v1/payment_intents/pi_1")
        let answers: KeyValuePairs<String, String?> = [
            #"{"status": "succeeded", "amount_received": 10000}"#: nil,
            #"{"status": "succeeded", "amount_received": 10001}"#: "amount_too_large",
            #"{"status": "requires_capture", "amount_received": 0}"#: "refund_amount_missing",
            "nonsense": "refund_amount_missing",
        ]
        #expect(answers.filter { refund.refusal(Array($0.key.utf8))?.code != $0.value }.map(\.key) == [])
    }

    /// The confirmation does not say what a surcharge is added to: both limits together are the most that is charged.
    @Test func surchargesHaveALimitOfTheirOwn() {
        let surcharge = "payment_intent_id=pi_1&amount_details[surcharge][amount]="
        func limited(_ maximum: Int64?, _ call: String, _ form: String) -> String {
            decide(call, form, settings: BackendSettings(currencies: ["eur": 50_000], maximumSurcharge: maximum))
        }
        let refusals: KeyValuePairs = [
            limited(1500, "confirm_payment_intent", surcharge + "1501"): "400 amount_too_large",
            limited(1500, "confirm_payment_intent", surcharge + "-1"): "400 amount_invalid",
            limited(nil, "confirm_payment_intent", surcharge + "1"): "400 surcharge_not_allowed",
            limited(1500, "confirm_payment_intent", "payment_intent_id=pi_1&amount_details[tip][amount]=1"):
                "400 field_not_allowed",
            limited(1500, "update_payment_intent", surcharge + "1"): "400 field_not_allowed",
            limited(1500, "update_payment_intent", "payment_intent_id=pi_1&amount=50001"): "400 amount_too_large",
            limited(1500, "capture_payment_intent", "payment_intent_id=pi_1&amount_to_capture=51501"):
                "400 amount_too_large",
            limited(1500, "increment_authorization", "payment_intent_id=pi_1&amount=51501"): "400 amount_too_large",
        ]
        #expect(refusals.filter { $0.key != $0.value }.map { "\($0.key), not \($0.value)" } == [])
        let within = [
            limited(1500, "confirm_payment_intent", surcharge + "1500"),
            limited(1500, "capture_payment_intent", "payment_intent_id=pi_1&amount_to_capture=51500"),
            limited(.max, "capture_payment_intent", "payment_intent_id=pi_1&amount_to_capture=\(Int64.max)"),
            decide("confirm_payment_intent", surcharge + "99999", settings: BackendSettings()),
        ]
        #expect(within.filter { !$0.hasPrefix("POST /v1/payment_intents/pi_1/") } == [])
    }

    @Test func transfersAndPagesHaveLimits() throws {
        let settings = BackendSettings(
            allowed: try BackendAllowList(["transfers", "links"]), currencies: ["eur": 50_000, "usd": 20_000],
            maximumTransfer: 10_000)
        func page(_ lines: String) -> String {
            decide("create_checkout_session", "mode=payment&" + lines, settings: settings)
        }
        func line(_ index: Int, _ price: String, _ more: String = "", currency: String = "eur") -> String {
            let name = "line_items[\(index)]"
            return "\(name)[price_data][currency]=\(currency)&\(name)[price_data][unit_amount]=\(price)\(more)"
        }
        let refusals: KeyValuePairs = [
            decide("create_transfer", "amount=10001&currency=eur&destination=acct_1", settings: settings):
                "400 amount_too_large",
            decide("create_transfer", "currency=eur&destination=acct_1", settings: settings): "400 amount_invalid",
            page(line(0, "50001")): "400 amount_too_large",
            page(line(0, "30000") + "&" + line(1, "20001")): "400 amount_too_large",
            page(line(0, "20000", "&line_items[0][quantity]=3")): "400 amount_too_large",
            page(line(0, "1", "&line_items[0][quantity]=9223372036854775807") + "&" + line(1, "1")):
                "400 amount_too_large",
            page(line(0, "20001", currency: "usd")): "400 amount_too_large",
            page(line(0, "1", currency: "chf")): "400 currency_not_allowed",
            page(line(0, "-1")): "400 amount_invalid",
            page("line_items[0][price]=price_1"): "400 price_not_named",
            page(line(0, "1") + "&line_items[0][price_data][unit_amount_decimal]=9"): "400 price_not_named",
        ]
        #expect(refusals.filter { $0.key != $0.value }.map { "\($0.key), not \($0.value)" } == [])
        let within = [
            decide("create_transfer", "amount=10000&currency=eur&destination=acct_1", settings: settings),
            page(line(0, "20000", "&line_items[0][quantity]=2") + "&" + line(1, "10000")),
        ]
        #expect(within.filter { !$0.hasPrefix("POST /v1/") } == [])
    }

    @Test func aTillHasNoMoreThanItsOwnListAndTheServers() throws {
        let form = "amount=1&currency=eur"
        #expect(decide("create_payment_intent", form, token: "bb") == "403 not_allowed")
        #expect(decide("list_refunds", token: "bb") == "GET /v1/refunds ")
        #expect(decide("list_transfers") == "403 not_allowed")
        let open = BackendSettings(allowed: try BackendAllowList(["payments", "list_transfers", "shares"]))
        #expect(decide("list_transfers", settings: open) == "GET /v1/transfers ")
        #expect(decide("list_refunds", settings: open) == "403 not_allowed")
        let shared = decide("create_payment_intent", form + "&on_behalf_of=acct_1", settings: open)
        #expect(shared == "POST /v1/payment_intents amount=1&currency=eur&on_behalf_of=acct_1")
        #expect(throws: BackendAllowList.UnknownWord.self) { try BackendAllowList(["refund"]) }
    }

    @Test func aTillThatAsksTooOftenWaits() {
        var policy = BackendPolicy(Self.settings, tills: Self.tills)
        let request = BackendPolicy.Request(method: "POST", path: "/list_refunds", tokenHash: "aa", key: nil, body: [])
        var other = request
        other.tokenHash = "bb"
        func passes(_ request: BackendPolicy.Request, _ now: Int64) -> Bool {
            if case .forward = policy.decide(request, now: now) { true } else { false }
        }
        #expect((0..<61).filter { _ in passes(request, 0) }.count == 60)
        #expect(passes(other, 0))
        #expect(!passes(request, 999))
        #expect(passes(request, 1000))
        // A withdrawn token is unknown at once.
        policy.replaceTills(BackendTills())
        #expect(!passes(other, 90_000))
    }

    @Test func everyCallStandsForTheRequestThatItBecomes() {
        let wrong = BackendCall.all.filter { call in
            let ids = Dictionary(call.idNames.map { ($0, "id_1") }) { first, _ in first }
            guard let path = call.path(ids) else { return true }
            return BackendCall.standing(for: call.method.rawValue, path: path)?.call != call
        }
        #expect(wrong.map(\.name) == [])
        #expect(Set(BackendCall.all.map(\.name)).count == BackendCall.all.count)
    }
}

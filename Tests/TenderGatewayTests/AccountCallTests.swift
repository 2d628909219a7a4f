import HTTPTestServer
import TenderAPI
import TenderBytes
import TenderCrypto
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// What each call of a till's back office sends.
@Suite(.timeLimit(.minutes(1))) struct AccountCallTests {
    typealias Call = APICall

    private static let reader = """
        {"id":"tmr_1","object":"terminal.reader","device_type":"simulated_wisepos_e","label":"Desk","serial_number":"s",\
        "status":"online","livemode":false,"metadata":{},"action":null}
        """
    private static let location = """
        {"id":"tml_1","object":"terminal.location","display_name":"Shop","livemode":false,"metadata":{},\
        "address":{"country":"US","line1":"1 Main St"}}
        """
    private static let configuration =
        #"{"id":"tmc_1","object":"terminal.configuration","is_account_default":false,"livemode":false,"name":null}"#
    private static let list = #"{"object":"list","has_more":false,"data":[]}"#
    private static let charge = """
        {"id":"ch_1","object":"charge","amount":1099,"amount_captured":1099,"amount_refunded":0,"currency":"eur",\
        "captured":true,"refunded":false,"status":"succeeded"}
        """
    private static let endpoint = """
        {"id":"we_1","object":"webhook_endpoint","url":"https://example.com","enabled_events":["*"],"status":"enabled",\
        "created":1,"metadata":{},"livemode":false,"secret":"whsec_1"}
        """
    private static let event = """
        {"id":"evt_1","object":"event","type":"charge.succeeded","created":1,"livemode":false,"pending_webhooks":0,\
        "data":{"object":\(charge)}}
        """
    private static let euros = Amount(minorUnits: 250, currency: .eur)

    static let calls = [
        Call(
            name: "create a location", answer: location,
            sent: "POST /v1/terminal/locations display_name=Shop&address%5Bline1%5D=1%20Main%20St&address%5Bcity%5D=X&"
                + "address%5Bstate%5D=CA&address%5Bpostal_code%5D=94111&address%5Bcountry%5D=US&metadata%5Ba%5D=1"
        ) { client throws(GatewayError) in
            let address = Address(line1: "1 Main St", city: "X", state: "CA", postalCode: "94111", country: "US")
            _ = try await client.createLocation(
                displayName: "Shop", address: address, metadata: ["a": "1"], key: Fixture.key)
        },
        Call(name: "list locations", answer: list, sent: "GET /v1/terminal/locations?limit=10 ") {
            client throws(GatewayError) in _ = try await client.listLocations()
        },
        Call(name: "read a location", answer: location, sent: "GET /v1/terminal/locations/tml_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveLocation("tml_1")
        },
        Call(
            name: "update a location", answer: location, sent: "POST /v1/terminal/locations/tml_1 display_name=New"
        ) { client throws(GatewayError) in
            _ = try await client.updateLocation("tml_1", displayName: "New", key: Fixture.key)
        },
        Call(
            name: "write a location in Japanese", answer: location,
            sent: "POST /v1/terminal/locations/tml_1 display_name_kana=K&address_kana%5Bline1%5D=1-1&"
                + "address_kana%5Bline2%5D=2F&address_kana%5Btown%5D=T&address_kana%5Bcity%5D=C&"
                + "address_kana%5Bstate%5D=S&address_kana%5Bpostal_code%5D=1500001&address_kana%5Bcountry%5D=JP&"
                + "address_kanji%5Btown%5D=J"
        ) { client throws(GatewayError) in
            let address = JapaneseAddress(
                line1: "1-1", line2: "2F", town: "T", city: "C", state: "S", postalCode: "1500001", country: "JP")
            _ = try await client.updateLocation(
                "tml_1", kana: JapaneseSpelling(displayName: "K", address: address),
                kanji: JapaneseSpelling(address: JapaneseAddress(town: "J")), key: Fixture.key)
        },
        Call(
            name: "delete a location", answer: #"{"id":"tml_1","object":"terminal.location","deleted":true}"#,
            sent: "DELETE /v1/terminal/locations/tml_1 "
        ) { client throws(GatewayError) in try await client.deleteLocation("tml_1") },
        Call(
            name: "create a configuration", answer: configuration,
            sent: "POST /v1/terminal/configurations name=Tips&tipping%5Beur%5D%5Bfixed_amounts%5D%5B0%5D=250&"
                + "tipping%5Beur%5D%5Bpercentages%5D%5B0%5D=10&tipping%5Beur%5D%5Bsmart_tip_threshold%5D=250&"
                + "tipping%5Busd%5D=&offline%5Benabled%5D=true&cellular=&reboot_window%5Bstart_hour%5D=1&"
                + "reboot_window%5Bend_hour%5D=3&wifi%5Btype%5D=personal_psk&wifi%5Bpersonal_psk%5D%5Bssid%5D=Shop&"
                + "wifi%5Bpersonal_psk%5D%5Bpassword%5D=pass&reader_security%5Badmin_menu_passcode%5D=123456&"
                + "bbpos_wisepos_e%5Bsplashscreen%5D=file_1"
        ) { client throws(GatewayError) in
            let tips = TippingOptions(fixedAmounts: [euros], percentages: [10], smartTipThreshold: euros)
            let parameters = TerminalConfigurationParameters(
                name: .set("Tips"), tipping: [.usd: .cleared, .eur: .set(tips)], offlineEnabled: .set(true),
                cellularEnabled: .cleared, rebootWindow: .set(.init(startHour: 1, endHour: 3)),
                wifi: .personal(ssid: "Shop", password: SecretBytes(utf8: "pass")),
                adminPasscode: SecretBytes(utf8: "123456"), splashScreens: [.wisePOSE: .set("file_1")])
            _ = try await client.createTerminalConfiguration(parameters, key: Fixture.key)
        },
        Call(
            name: "list configurations", answer: list,
            sent: "GET /v1/terminal/configurations?is_account_default=false&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listTerminalConfigurations(isAccountDefault: false) },
        Call(name: "read a configuration", answer: configuration, sent: "GET /v1/terminal/configurations/tmc_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveTerminalConfiguration("tmc_1")
        },
        Call(
            name: "update a configuration", answer: configuration,
            sent: "POST /v1/terminal/configurations/tmc_1 reboot_window="
        ) { client throws(GatewayError) in
            _ = try await client.updateTerminalConfiguration("tmc_1", .init(rebootWindow: .cleared), key: Fixture.key)
        },
        Call(
            name: "delete a configuration",
            answer: #"{"id":"tmc_1","object":"terminal.configuration","deleted":true}"#,
            sent: "DELETE /v1/terminal/configurations/tmc_1 "
        ) { client throws(GatewayError) in try await client.deleteTerminalConfiguration("tmc_1") },
        Call(
            name: "register a reader", answer: reader,
            sent: "POST /v1/terminal/readers registration_code=simulated-wpe&location=tml_1&label=Desk"
        ) { client throws(GatewayError) in
            _ = try await client.registerReader(
                code: "simulated-wpe", location: "tml_1", label: "Desk", key: Fixture.key)
        },
        Call(
            name: "list readers", answer: list,
            sent: "GET /v1/terminal/readers?device_type=x&location=tml_1&serial_number=s&status=online&limit=5 "
        ) { client throws(GatewayError) in
            let wanted = TerminalReaderQuery(
                deviceType: "x", location: "tml_1", serialNumber: "s", status: .online)
            _ = try await client.listReaders(wanted, ListQuery(limit: 5))
        },
        Call(name: "read a reader", answer: reader, sent: "GET /v1/terminal/readers/tmr_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveReader("tmr_1")
        },
        Call(name: "update a reader", answer: reader, sent: "POST /v1/terminal/readers/tmr_1 label=Bar") {
            client throws(GatewayError) in _ = try await client.updateReader("tmr_1", label: "Bar", key: Fixture.key)
        },
        Call(
            name: "delete a reader", answer: #"{"id":"tmr_1","object":"terminal.reader","deleted":true}"#,
            sent: "DELETE /v1/terminal/readers/tmr_1 "
        ) { client throws(GatewayError) in try await client.deleteReader("tmr_1") },
        Call(
            name: "process a payment", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/process_payment_intent payment_intent=pi_1&"
                + "process_config%5Benable_customer_cancellation%5D=true&process_config%5Bskip_tipping%5D=false&"
                + "process_config%5Btipping%5D%5Bamount_eligible%5D=250"
        ) { client throws(GatewayError) in
            let configuration = ReaderProcessConfiguration(
                customerCancellation: true, skipsTipping: false, tippingAmount: euros)
            _ = try await client.processPaymentIntent("pi_1", on: "tmr_1", with: configuration, key: Fixture.key)
        },
        Call(
            name: "collect", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/collect_payment_method payment_intent=pi_1&"
                + "collect_config%5Bskip_tipping%5D=true&collect_config%5Ballow_redisplay%5D=always"
        ) { client throws(GatewayError) in
            _ = try await client.collectPaymentMethod(
                "pi_1", on: "tmr_1", with: .init(skipsTipping: true, allowRedisplay: .always), key: Fixture.key)
        },
        Call(
            name: "confirm", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/confirm_payment_intent payment_intent=pi_1"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent("pi_1", on: "tmr_1", key: Fixture.key)
        },
        Call(
            name: "save a card", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/process_setup_intent setup_intent=seti_1&allow_redisplay=always&"
                + "process_config%5Benable_customer_cancellation%5D=true"
        ) { client throws(GatewayError) in
            _ = try await client.processSetupIntent(
                "seti_1", on: "tmr_1", allowRedisplay: .always, customerCancellation: true, key: Fixture.key)
        },
        Call(
            name: "refund at the reader", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/refund_payment payment_intent=pi_1&amount=250&metadata%5Ba%5D=1"
        ) { client throws(GatewayError) in
            let refund = RefundParameters(paymentIntent: "pi_1", amount: euros, metadata: ["a": "1"])
            _ = try await client.refundPayment(refund, on: "tmr_1", key: Fixture.key)
        },
        Call(
            name: "shared refund at the reader", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/refund_payment payment_intent=pi_1&reverse_transfer=true&"
                + "refund_application_fee=true"
        ) { client throws(GatewayError) in
            let refund = RefundParameters(
                paymentIntent: "pi_1", reason: .duplicate, reversesTransfer: true, refundsApplicationFee: true)
            _ = try await client.refundPayment(refund, on: "tmr_1", key: Fixture.key)
        },
        Call(
            name: "forms", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/collect_inputs inputs%5B0%5D%5Btype%5D=selection&"
                + "inputs%5B0%5D%5Brequired%5D=true&inputs%5B0%5D%5Bcustom_text%5D%5Btitle%5D=Size&"
                + "inputs%5B0%5D%5Bselection%5D%5Bchoices%5D%5B0%5D%5Bid%5D=s&"
                + "inputs%5B0%5D%5Bselection%5D%5Bchoices%5D%5B0%5D%5Btext%5D=Small&"
                + "inputs%5B0%5D%5Bselection%5D%5Bchoices%5D%5B0%5D%5Bstyle%5D=primary&"
                + "inputs%5B1%5D%5Btype%5D=email&inputs%5B1%5D%5Brequired%5D=false&"
                + "inputs%5B1%5D%5Bcustom_text%5D%5Btitle%5D=Mail&"
                + "inputs%5B1%5D%5Bcustom_text%5D%5Bskip_button%5D=No&inputs%5B1%5D%5Btoggles%5D%5B0%5D%5Btitle%5D=News"
        ) { client throws(GatewayError) in
            let inputs = [
                ReaderInput(
                    .selection, title: "Size", required: true,
                    choices: [.init(id: "s", text: "Small", style: "primary")]),
                ReaderInput(.email, title: "Mail", toggles: [.init(title: "News")], skipButton: "No"),
            ]
            _ = try await client.collectInputs(inputs, on: "tmr_1", key: Fixture.key)
        },
        Call(
            name: "cart", answer: reader,
            sent: "POST /v1/terminal/readers/tmr_1/set_reader_display type=cart&cart%5Bcurrency%5D=eur&"
                + "cart%5Btotal%5D=250&cart%5Btax%5D=0&cart%5Bline_items%5D%5B0%5D%5Bdescription%5D=Tea&"
                + "cart%5Bline_items%5D%5B0%5D%5Bamount%5D=-250&cart%5Bline_items%5D%5B0%5D%5Bquantity%5D=2"
        ) { client throws(GatewayError) in
            let minus = Amount(minorUnits: -250, currency: .eur)
            let cart = ReaderCart(
                total: euros, tax: Amount(minorUnits: 0, currency: .eur),
                lineItems: [.init("Tea", amount: minus, quantity: 2)])
            _ = try await client.setReaderDisplay(cart, on: "tmr_1", key: Fixture.key)
        },
        Call(name: "cancel an action", answer: reader, sent: "POST /v1/terminal/readers/tmr_1/cancel_action ") {
            client throws(GatewayError) in _ = try await client.cancelAction(on: "tmr_1", key: Fixture.key)
        },
        Call(
            name: "present", answer: reader,
            sent: "POST /v1/test_helpers/terminal/readers/tmr_1/present_payment_method type=card_present&"
                + "card_present%5Bnumber%5D=4242424242424242&amount_tip=250"
        ) { client throws(GatewayError) in
            _ = try await client.presentPaymentMethod(
                to: "tmr_1", number: "4242424242424242", tip: euros, key: Fixture.key)
        },
        Call(
            name: "fill in", answer: reader,
            sent: "POST /v1/test_helpers/terminal/readers/tmr_1/succeed_input_collection skip_non_required_inputs=all"
        ) { client throws(GatewayError) in
            _ = try await client.succeedInputCollection(on: "tmr_1", skipsOptional: true, key: Fixture.key)
        },
        Call(
            name: "time out", answer: reader,
            sent: "POST /v1/test_helpers/terminal/readers/tmr_1/timeout_input_collection "
        ) { client throws(GatewayError) in
            _ = try await client.timeoutInputCollection(on: "tmr_1", key: Fixture.key)
        },
        Call(name: "read a charge", answer: charge, sent: "GET /v1/charges/ch_1 ") { client throws(GatewayError) in
            _ = try await client.retrieveCharge("ch_1")
        },
        Call(
            name: "list charges", answer: list, sent: "GET /v1/charges?payment_intent=pi_1&customer=cus_1&limit=10 "
        ) { client throws(GatewayError) in
            _ = try await client.listCharges(paymentIntent: "pi_1", customer: "cus_1")
        },
        Call(
            name: "balance", answer: #"{"object":"balance","available":[],"pending":[]}"#, sent: "GET /v1/balance "
        ) { client throws(GatewayError) in _ = try await client.retrieveBalance() },
        Call(
            name: "movements", answer: list,
            sent: "GET /v1/balance_transactions?type=refund&source=re_1&currency=eur&limit=10 "
        ) { client throws(GatewayError) in
            _ = try await client.listBalanceTransactions(type: "refund", source: "re_1", currency: .eur)
        },
        Call(
            name: "make an endpoint", answer: endpoint,
            sent: "POST /v1/webhook_endpoints url=https%3A%2F%2Fexample.com&enabled_events%5B%5D=%2A"
        ) { client throws(GatewayError) in
            let made = try await client.createWebhookEndpoint(
                url: "https://example.com", events: ["*"], key: Fixture.key)
            guard made.secret == SecretBytes(utf8: "whsec_1") else {
                throw GatewayError(.apiError, fate: .unknown, message: "another secret")
            }
        },
        Call(name: "list endpoints", answer: list, sent: "GET /v1/webhook_endpoints?limit=10 ") {
            client throws(GatewayError) in _ = try await client.listWebhookEndpoints()
        },
        Call(
            name: "delete an endpoint", answer: #"{"id":"we_1","object":"webhook_endpoint","deleted":true}"#,
            sent: "DELETE /v1/webhook_endpoints/we_1 "
        ) { client throws(GatewayError) in try await client.deleteWebhookEndpoint("we_1") },
        Call(name: "read an event", answer: event, sent: "GET /v1/events/evt_1 ") { client throws(GatewayError) in
            _ = try await client.retrieveEvent("evt_1")
        },
        Call(name: "list events", answer: list, sent: "GET /v1/events?types%5B%5D=a&types%5B%5D=b&limit=10 ") {
            client throws(GatewayError) in _ = try await client.listEvents(types: ["a", "b"])
        },
    ]

    @Test func everyCallSendsOneRequestOfTheAPIsShape() async throws {
        var failures: [String] = []
        for call in Self.calls { failures += try await call.failures() }
        #expect(failures == [])
    }

    @Test func aPublishableKeySendsNoneOfThem() async throws {
        #expect(try await Self.calls.sentWithAPublishableKey() == [])
    }

    @Test func anAnswerAboutSomethingElseIsNotTaken() async throws {
        let server = try HTTPTestServer { request in
            .answer(200, request.method == "DELETE" ? #"{"id":"x","object":"y","deleted":true}"# : Self.reader)
        }
        let client = try server.client()
        let codes = [
            await gatewayError { () throws(GatewayError) in try await client.retrieveReader("tmr_2") }?.code,
            await gatewayError { () throws(GatewayError) in try await client.retrieveLocation("tmr_1") }?.code,
            await gatewayError { () throws(GatewayError) in try await client.cancelAction(on: "tmr_2", key: Fixture.key)
            }?.code,
            await gatewayError { () throws(GatewayError) in try await client.deleteReader("tmr_1") }?.code,
        ]
        #expect(codes == [.answerMismatch, .responseNotUnderstood, .answerMismatch, .responseNotUnderstood])
        let undeleted = try HTTPTestServer { _ in
            .answer(200, #"{"id":"tmr_1","object":"terminal.reader","deleted":false}"#)
        }
        let other = try undeleted.client()
        let error = await gatewayError { () throws(GatewayError) in try await other.deleteReader("tmr_1") }
        #expect(error?.code == .responseNotUnderstood)
    }

    @Test func aCartOfTwoCurrenciesIsNotSent() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Self.reader) }
        let client = try server.client()
        let cart = ReaderCart(
            total: Self.euros, lineItems: [.init("x", amount: Amount(minorUnits: 1, currency: .usd))])
        let error = await gatewayError { () throws(GatewayError) in
            try await client.setReaderDisplay(cart, on: "tmr_1", key: Fixture.key)
        }
        #expect(error?.code == .invalidCurrency)
        #expect(server.requests.isEmpty)
    }

    @Test func aLocationsReadersAreSetToItsConfigurationAndToTheAccountsDefault() async throws {
        let location = Self.location.replacing("}}", with: #"},"configuration_overrides":"tmc_2"}"#)
        let server = try HTTPTestServer { request in
            let own =
                #"{"id":"tmc_2","object":"terminal.configuration","tipping":{"eur":{"percentages":[10]}}}"#
            let base = Self.configuration.replacing(
                "}", with: #","offline":{"enabled":true},"tipping":{"eur":{"percentages":[5]}}}"#)
            if request.target.contains("tml_2") { return .answer(200, Self.location.replacing("tml_1", with: "tml_2")) }
            if request.target.contains("tml_1") { return .answer(200, location) }
            let list = #"{"object":"list","has_more":false,"data":[\#(base)]}"#
            return .answer(200, request.target.contains("tmc_2") ? own : list)
        }
        let client = try server.client()
        var found: [String] = []
        for place in ["tml_1", "tml_2", nil] {
            let configuration = try await client.terminalConfiguration(at: place)
            let tips = configuration?.tipping?[.eur]?.percentages ?? []
            found.append("\(configuration?.id ?? "none") \(tips) \(configuration?.offlineEnabled == true)")
        }
        #expect(found == ["tmc_2 [10] true", "tmc_1 [5] true", "tmc_1 [5] true"])
    }

    @Test func tipsInAnotherCurrencyAreNotSent() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Self.configuration) }
        let client = try server.client()
        let error = await gatewayError { () throws(GatewayError) in
            try await client.createTerminalConfiguration(
                .init(tipping: [.usd: .set(.init(fixedAmounts: [Self.euros]))]), key: Fixture.key)
        }
        #expect(error?.code == .invalidCurrency)
        #expect(server.requests.isEmpty)
    }

    @Test func everyPageOfReadersIsRead() async throws {
        let server = try HTTPTestServer { request in
            let page =
                ["a", "b", "c"].firstIndex { request.target.contains("starting_after=tmr_\($0)") }.map { $0 + 1 } ?? 0
            let id = ["a", "b", "c", "d"][page]
            let reader = Self.reader.replacing("tmr_1", with: "tmr_\(id)")
            return .answer(200, #"{"object":"list","has_more":\#(page < 3),"data":[\#(reader)]}"#)
        }
        let readers = try await server.client().allReaders()
        #expect(readers.map(\.id) == ["tmr_a", "tmr_b", "tmr_c", "tmr_d"])
    }

    @Test func aDeliveryIsReadOnceItsSignatureIsVerified() throws {
        let secret = SecretBytes(utf8: "whsec_1")
        let payload = Array(Self.event.utf8)
        let header = WebhookSignature.sign(payload: payload, timestamp: 1000, secrets: [secret])
        let event = try Webhook.event(payload: payload, header: header, secret: secret, now: 1100)
        #expect(event.type == "charge.succeeded")
        #expect(try event.object(as: Charge.self).amount.minorUnits == 1099)
        #expect(throws: WebhookError.notTrusted(.tooOld)) {
            try Webhook.event(payload: payload, header: header, secret: secret, now: 9999)
        }
        #expect(throws: WebhookError.notTrusted(.tooOld)) {
            try Webhook.event(payload: payload, header: header, secret: secret)
        }
        let hostile = ["", "{", "[]", "{\"object\":\"event\"}", String(repeating: "[", count: 100_000)]
        var taken: [String] = []
        for text in hostile {
            let bytes = Array(text.utf8)
            let header = WebhookSignature.sign(payload: bytes, timestamp: 1000, secrets: [secret])
            do {
                _ = try Webhook.event(payload: bytes, header: header, secret: secret, now: 1000)
                taken.append(text)
            } catch {
                if case .notTrusted = error { taken.append(text) }
            }
        }
        #expect(taken == [])
    }
}

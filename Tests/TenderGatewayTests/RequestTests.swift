import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct RequestTests {
    typealias Call = APICall

    private static let payloadForm = [
        "payment_method_data%5Btype%5D=card_present",
        "payment_method_data%5Bcard_present%5D%5Bencrypted_payload%5D%5Bscheme%5D=aes-256-gcm-simulator-v1",
        "payment_method_data%5Bcard_present%5D%5Bencrypted_payload%5D%5Bkey_serial%5D=0011",
        "payment_method_data%5Bcard_present%5D%5Bencrypted_payload%5D%5Bciphertext%5D=c1f4e7",
        "payment_method_data%5Bcard_present%5D%5Bencrypted_payload%5D%5Btag%5D=7a60",
    ].joined(separator: "&")
    private static let expand = "expand%5B%5D=latest_charge&expand%5B%5D=payment_method"
    private static let list = "{\"object\":\"list\",\"has_more\":false,\"data\":[]}"

    static let intentCalls = [
        Call(
            name: "create", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents amount=1099&currency=eur&capture_method=manual&payment_method_types%5B%5D="
                + "card_present&description=Caf%C3%A9%20%26%20more&customer=cus_1&receipt_email=a%40b.example&"
                + "statement_descriptor_suffix=X&metadata%5Ba%5D=1&metadata%5Bb%20c%5D=%5B2%5D"
        ) { client throws(GatewayError) in
            let parameters = PaymentIntentParameters(
                Fixture.euros, captureMethod: .manual, description: "Café & more", customer: "cus_1",
                receiptEmail: "a@b.example", statementDescriptorSuffix: "X", metadata: ["b c": "[2]", "a": "1"]
            )
            _ = try await client.createPaymentIntent(parameters, key: Fixture.key)
        },
        Call(
            name: "create in the gateway's units", answer: Fixture.intent(amount: 50000, currency: "isk"),
            sent: "POST /v1/payment_intents amount=50000&currency=isk&capture_method=automatic&"
                + "payment_method_types%5B%5D=card_present&payment_method_types%5B%5D=interac_present&"
                + "payment_method_options%5Bcard_present%5D%5Bcapture_method%5D=manual_preferred"
        ) { client throws(GatewayError) in
            guard let isk = Currency("isk") else { return }
            let parameters = PaymentIntentParameters(
                Amount(minorUnits: 500, currency: isk), captureMethod: .manualPreferred,
                paymentMethodTypes: [.cardPresent, .interacPresent]
            )
            _ = try await client.createPaymentIntent(parameters, key: Fixture.key)
        },
        Call(
            name: "create with everything", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents amount=1099&currency=eur&capture_method=manual&"
                + "automatic_payment_methods%5Benabled%5D=true&automatic_payment_methods%5Ballow_redirects%5D=never&"
                + [
                    "capture_method%5D=manual", "request_extended_authorization%5D=true",
                    "request_incremental_authorization_support%5D=false", "request_multicapture%5D=if_available",
                    "request_partial_authorization%5D=never", "request_reauthorization%5D=if_available",
                    "routing%5D%5Brequested_priority%5D=domestic",
                ].map { "payment_method_options%5Bcard_present%5D%5B\($0)&" }.joined()
                + "setup_future_usage=off_session&shipping%5Bname%5D=Ann&shipping%5Baddress%5D%5Bcity%5D=Kiel&"
                + "statement_descriptor=TEA"
        ) { client throws(GatewayError) in
            let options = CardPresentOptions(
                captureMethod: .manual, requestExtendedAuthorization: true,
                requestIncrementalAuthorizationSupport: false, requestMulticapture: .ifAvailable,
                requestPartialAuthorization: .never, requestReauthorization: .ifAvailable,
                requestedPriority: .domestic)
            let parameters = PaymentIntentParameters(
                Fixture.euros, captureMethod: .manual,
                automaticPaymentMethods: AutomaticPaymentMethods(allowRedirects: .never),
                paymentMethodOptions: PaymentMethodOptions(cardPresent: options), setupFutureUsage: .offSession,
                shipping: ShippingDetails(address: Address(city: "Kiel"), name: "Ann"), statementDescriptor: "TEA")
            _ = try await client.createPaymentIntent(parameters, key: Fixture.key)
        },
        Call(
            name: "retrieve by the secret alone", answer: Fixture.intent(),
            sent: "GET /v1/payment_intents/pi_1?\(expand) "
        ) { client throws(GatewayError) in
            _ = try await client.retrievePaymentIntent(clientSecret: ClientSecret("pi_1_secret_x"))
        },
        Call(
            name: "retrieve", answer: Fixture.intent(), sent: "GET /v1/payment_intents/pi_1?\(expand) "
        ) { client throws(GatewayError) in _ = try await client.retrievePaymentIntent(Fixture.reference) },
        Call(
            name: "update", answer: Fixture.intent(), sent: "POST /v1/payment_intents/pi_1 \(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.updatePaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        },
        Call(
            name: "confirm", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm \(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        },
        Call(
            name: "confirm and save", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm \(payloadForm)&"
                + "payment_method_data%5Ballow_redisplay%5D=limited&\(expand)"
        ) { client throws(GatewayError) in
            var payload = Fixture.payload
            payload.allowRedisplay = .limited
            _ = try await client.confirmPaymentIntent(Fixture.reference, payload: payload, key: Fixture.key)
        },
        Call(
            name: "offer a conversion", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1 "
                + "payment_method_options%5Bcard_present%5D%5Brequest_dynamic_currency_conversion%5D=true&"
                + "\(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.requestCurrencyConversion(
                Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        },
        Call(
            name: "convert", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm "
                + ["status%5D=accepted", "presentment_amount%5D=1200", "presentment_currency%5D=usd"].map {
                    "payment_method_options%5Bcard_present%5D%5Bdynamic_currency_conversion%5D%5B\($0)&"
                }.joined() + "\(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            let choice = ConversionChoice.accepted(Amount(minorUnits: 1200, currency: .usd))
            _ = try await client.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload, conversion: choice, key: Fixture.key)
        },
        Call(
            name: "confirm what is attached", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm \(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(Fixture.reference, payload: nil, key: Fixture.key)
        },
        Call(
            name: "confirm with a surcharge", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm amount_details%5Bsurcharge%5D%5Bamount%5D=25&\(payloadForm)&"
                + expand
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload, surcharge: Amount(minorUnits: 25, currency: .eur),
                key: Fixture.key)
        },
        Call(
            name: "ask for a conversion", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1 "
                + "payment_method_options%5Bcard_present%5D%5Brequest_dynamic_currency_conversion%5D=true&"
                + "\(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.requestCurrencyConversion(
                Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        },
        Call(
            name: "convert", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm "
                + ["status%5D=accepted", "presentment_amount%5D=948", "presentment_currency%5D=usd"].map {
                    "payment_method_options%5Bcard_present%5D%5Bdynamic_currency_conversion%5D%5B\($0)&"
                }.joined() + "\(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload,
                conversion: .accepted(Amount(minorUnits: 948, currency: .usd)), key: Fixture.key)
        },
        Call(
            name: "do not convert", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/confirm "
                + "payment_method_options%5Bcard_present%5D%5Bdynamic_currency_conversion%5D%5Bstatus%5D=declined&"
                + "\(payloadForm)&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload, conversion: .declined, key: Fixture.key)
        },
        Call(
            name: "capture", answer: Fixture.intent(), sent: "POST /v1/payment_intents/pi_1/capture \(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.capturePaymentIntent(Fixture.reference, amount: nil, key: Fixture.key)
        },
        Call(
            name: "capture a part", answer: Fixture.intent(status: "succeeded", received: 500),
            sent: "POST /v1/payment_intents/pi_1/capture amount_to_capture=500&\(expand)"
        ) { client throws(GatewayError) in
            let part = Amount(minorUnits: 500, currency: .eur)
            _ = try await client.capturePaymentIntent(Fixture.reference, amount: part, key: Fixture.key)
        },
        Call(
            name: "capture with a fee",
            answer: Fixture.intent(status: "succeeded", received: 1099, more: ",\"application_fee_amount\":null"),
            sent: "POST /v1/payment_intents/pi_1/capture application_fee_amount=0&\(expand)"
        ) { client throws(GatewayError) in
            let fee = Amount(minorUnits: 0, currency: .eur)
            _ = try await client.capturePaymentIntent(
                Fixture.reference, amount: nil, applicationFee: fee, key: Fixture.key)
        },
        Call(
            name: "edit",
            answer: Fixture.intent(
                amount: 1200,
                more: ",\"description\":\"Tea\",\"application_fee_amount\":100,\"receipt_email\":\"a@b.example\","
                    + "\"statement_descriptor_suffix\":\"X\",\"setup_future_usage\":\"off_session\","
                    + "\"metadata\":{\"a\":\"1\"}"),
            sent: "POST /v1/payment_intents/pi_1 amount=1200&description=Tea&application_fee_amount=100&"
                + "receipt_email=a%40b.example&statement_descriptor_suffix=X&setup_future_usage=off_session&"
                + "metadata%5Ba%5D=1&\(expand)"
        ) { client throws(GatewayError) in
            let changes = PaymentIntentChanges(
                amount: Amount(minorUnits: 1200, currency: .eur), description: .set("Tea"),
                metadata: ["a": .set("1")], applicationFeeAmount: .set(Amount(minorUnits: 100, currency: .eur)),
                receiptEmail: .set("a@b.example"), statementDescriptorSuffix: .set("X"),
                setupFutureUsage: .set(.offSession))
            _ = try await client.editPaymentIntent(Fixture.reference, changes, key: Fixture.key)
        },
        Call(
            name: "clear", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1 description=&application_fee_amount=&receipt_email=&"
                + "statement_descriptor=&statement_descriptor_suffix=&setup_future_usage=&metadata%5Ba%5D=&\(expand)"
        ) { client throws(GatewayError) in
            let changes = PaymentIntentChanges(
                description: .cleared, metadata: ["a": .cleared], applicationFeeAmount: .cleared,
                receiptEmail: .cleared, statementDescriptor: .cleared, statementDescriptorSuffix: .cleared,
                setupFutureUsage: .cleared)
            _ = try await client.editPaymentIntent(Fixture.reference, changes, key: Fixture.key)
        },
        Call(
            name: "edit the rest", answer: Fixture.intent(more: ",\"customer\":\"cus_1\",\"transfer_group\":\"g\""),
            sent: "POST /v1/payment_intents/pi_1 customer=cus_1&"
                + "payment_method_options%5Bcard_present%5D%5Brequest_extended_authorization%5D=true&shipping=&"
                + "transfer_group=g&\(expand)"
        ) { client throws(GatewayError) in
            let options = PaymentMethodOptions(cardPresent: CardPresentOptions(requestExtendedAuthorization: true))
            let changes = PaymentIntentChanges(
                customer: "cus_1", paymentMethodOptions: .set(options), shipping: .cleared, transferGroup: "g")
            _ = try await client.editPaymentIntent(Fixture.reference, changes, key: Fixture.key)
        },
        Call(
            name: "clear the options", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1 payment_method_options%5Bcard_present%5D=&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.editPaymentIntent(
                Fixture.reference, PaymentIntentChanges(paymentMethodOptions: .cleared), key: Fixture.key)
        },
        Call(
            name: "raise", answer: Fixture.intent(amount: 1500, status: "requires_capture"),
            sent: "POST /v1/payment_intents/pi_1/increment_authorization amount=1500&\(expand)"
        ) { client throws(GatewayError) in
            let total = Amount(minorUnits: 1500, currency: .eur)
            _ = try await client.incrementAuthorization(Fixture.reference, amount: total, key: Fixture.key)
        },
        Call(
            name: "cancel", answer: Fixture.intent(),
            sent: "POST /v1/payment_intents/pi_1/cancel cancellation_reason=requested_by_customer&\(expand)"
        ) { client throws(GatewayError) in
            _ = try await client.cancelPaymentIntent(
                Fixture.reference, reason: .requestedByCustomer, key: Fixture.key
            )
        },
        Call(
            name: "list", answer: list,
            sent: "GET /v1/payment_intents?limit=3&starting_after=pi_0&created%5Bgte%5D=5&created%5Blte%5D=9"
                + "&expand%5B%5D=data.latest_charge&expand%5B%5D=data.payment_method "
        ) { client throws(GatewayError) in
            let query = ListQuery(limit: 3, startingAfter: "pi_0", createdFrom: 5, createdTo: 9)
            _ = try await client.listPaymentIntents(query)
        },
        Call(
            name: "list a customer's", answer: list,
            sent: "GET /v1/payment_intents?limit=10&ending_before=pi_9&customer=cus_1&"
                + "expand%5B%5D=data.latest_charge&expand%5B%5D=data.payment_method "
        ) { client throws(GatewayError) in
            let query = ListQuery(endingBefore: "pi_9", filters: [.customer: "cus_1"])
            _ = try await client.listPaymentIntents(query)
        },
    ]

    static let otherCalls = [
        Call(
            name: "token", answer: "{\"object\":\"terminal.connection_token\",\"secret\":\"pst_test_1\"}",
            sent: "POST /v1/terminal/connection_tokens "
        ) { client throws(GatewayError) in
            let token = try await client.createConnectionToken()
            guard token.secret == SecretBytes(utf8: "pst_test_1") else {
                throw GatewayError(.apiError, fate: .unknown, message: "another secret")
            }
        },
        Call(
            name: "refund", answer: Fixture.refund(),
            sent: "POST /v1/refunds payment_intent=pi_1&amount=500&reason=duplicate&metadata%5Ba%5D=1"
        ) { client throws(GatewayError) in
            let parameters = RefundParameters(
                paymentIntent: "pi_1", amount: Amount(minorUnits: 500, currency: .eur), reason: .duplicate,
                metadata: ["a": "1"]
            )
            _ = try await client.createRefund(parameters, key: Fixture.key)
        },
        Call(
            name: "retrieve a refund", answer: Fixture.refund(), sent: "GET /v1/refunds/re_1 "
        ) { client throws(GatewayError) in _ = try await client.retrieveRefund("re_1") },
        Call(
            name: "update a refund", answer: Fixture.refund(), sent: "POST /v1/refunds/re_1 metadata%5Ba%5D=1"
        ) { client throws(GatewayError) in
            _ = try await client.updateRefund("re_1", metadata: ["a": "1"], key: Fixture.key)
        },
        Call(
            name: "cancel a refund", answer: Fixture.refund(status: "canceled"), sent: "POST /v1/refunds/re_1/cancel "
        ) { client throws(GatewayError) in _ = try await client.cancelRefund("re_1", key: Fixture.key) },
        Call(
            name: "list refunds", answer: list, sent: "GET /v1/refunds?payment_intent=pi_1&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listRefunds(paymentIntent: "pi_1", ListQuery()) },
    ]

    @Test func everyCallSendsOneRequestOfTheAPIsShapeWithItsHeaders() async throws {
        var failures: [String] = []
        for call in Self.intentCalls + Self.otherCalls {
            failures += try await call.failures(headers: [
                "Authorization": "Bearer sk_test_abc", "Stripe-Version": PaymentsClient.apiVersion,
                "Idempotency-Key": call.isPost && call.name != "token" ? "order-7/1/confirm" : nil,
                "Content-Type": call.isPost ? "application/x-www-form-urlencoded" : nil,
            ])
        }
        #expect(failures == [])
    }

    @Test func whatCannotBeSentIsRefusedBeforeAnyByte() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent()) }
        let client = try server.client()
        var failures: [String] = []
        let amounts: [(Int64, String, TenderError.Code)] = [
            (0, "eur", .invalidAmount), (-5, "eur", .invalidAmount), (1001, "kwd", .invalidAmount),
            (101, "mga", .invalidAmount), (Int64.max, "isk", .invalidAmount), (100, "clf", .invalidCurrency),
        ]
        for (units, code, expected) in amounts {
            let currency = try #require(Currency(code))
            let parameters = PaymentIntentParameters(amount: units, currency: currency)
            let error = await gatewayError { () throws(GatewayError) in
                try await client.createPaymentIntent(parameters, key: Fixture.key)
            }
            if error?.code != expected || error?.fate != .notSent {
                failures.append("\(units) \(code): \(String(describing: error))")
            }
        }
        for id in ["", "pi/1", "../x", "pi_1?a=b", "pi 1", "pi_ü", "pi_1_secret_x", String(repeating: "a", count: 256)]
        {
            let error = await gatewayError { () throws(GatewayError) in
                try await client.retrievePaymentIntent(PaymentIntentReference(id: id))
            }
            if error?.code != .invalidParameter || error?.fate != .notSent { failures.append(id) }
        }
        for key in ["", "a b", "a\r\nX: y", "ü", String(repeating: "a", count: 256)] {
            let error = await gatewayError { () throws(GatewayError) in
                try await client.cancelPaymentIntent(Fixture.reference, reason: nil, key: IdempotencyKey(key))
            }
            if error?.code != .invalidParameter || error?.fate != .notSent { failures.append(key) }
        }
        for limit in [0, 101] {
            let error = await gatewayError { () throws(GatewayError) in
                try await client.listPaymentIntents(ListQuery(limit: limit))
            }
            if error?.code != .invalidParameter || error?.fate != .notSent { failures.append("limit \(limit)") }
        }
        let lists: [ListQuery] = [
            ListQuery(filters: [.status: "succeeded"]), ListQuery(startingAfter: "pi_1", endingBefore: "pi_2"),
        ]
        for query in lists {
            let error = await gatewayError { () throws(GatewayError) in try await client.listPaymentIntents(query) }
            if error?.code != .invalidParameter || error?.fate != .notSent { failures.append("\(query)") }
        }
        var contradiction = PaymentIntentParameters(Fixture.euros, captureMethod: .manualPreferred)
        contradiction.paymentMethodOptions = PaymentMethodOptions(
            cardPresent: CardPresentOptions(captureMethod: .manual))
        let error = await gatewayError { [contradiction] () throws(GatewayError) in
            try await client.createPaymentIntent(contradiction, key: Fixture.key)
        }
        if error?.code != .invalidParameter || error?.fate != .notSent { failures.append("contradiction") }
        for secret in ["", "pi_1", "seti_1_secret_x", "_secret_x"] {
            let error = await gatewayError { () throws(GatewayError) in
                try await client.retrievePaymentIntent(clientSecret: ClientSecret(secret))
            }
            if error?.code != .invalidClientSecret || error?.fate != .notSent { failures.append(secret) }
        }
        #expect(failures.isEmpty)
        #expect(server.acceptedConnections == 0)
    }

    @Test func theSecretOfAnotherIntentOpensNothing() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent(secret: "pi_1_secret_y")) }
        let client = try server.client()
        let error = await gatewayError { () throws(GatewayError) in
            try await client.retrievePaymentIntent(clientSecret: ClientSecret("pi_1_secret_x"))
        }
        #expect(error?.code == .invalidClientSecret)
    }

    @Test func configurationsThatCannotWorkAreRefused() {
        let wrong = [
            ("", "http://127.0.0.1:1"), ("abc", "http://127.0.0.1:1"), ("sk_test\r\nX", "http://127.0.0.1:1"),
            ("sk_test", "http://example.com"), ("sk_test", ""), ("sk_test", "https://u:p@example.com"),
            ("sk_test", "https://example.com?a=b"),
        ]
        var failures: [String] = []
        for (key, base) in wrong {
            do throws(GatewayError) {
                _ = try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: GatewayConnection(baseURL: base))
                failures.append("\(key) at \(base)")
            } catch {
                if error.code != .invalidConfiguration || error.fate != .notSent { failures.append("\(error)") }
            }
        }
        #expect(failures.isEmpty)
    }

    @Test func aBaseURLMayHaveAPath() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent()) }
        let connection = GatewayConnection(baseURL: server.url("/api/"))
        let client = try PaymentsClient(apiKey: SecretBytes(utf8: "rk_test_1"), connection: connection)
        _ = try await client.retrievePaymentIntent(PaymentIntentReference(id: "pi_1"))
        #expect(server.requests.first?.target.hasPrefix("/api/v1/payment_intents/pi_1?") == true)
        #expect(client.name == server.url("/api"))
    }
}

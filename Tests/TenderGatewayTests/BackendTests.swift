import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BackendTests {
    private static func answer(_ request: HTTPTestRequest) -> HTTPTestReply {
        switch request.target {
        case "/connection_token": .answer(200, "{\"secret\":\"pst_test_1\"}")
        case "/capture_payment_intent": .answer(200, Fixture.intent(status: "succeeded", received: 500))
        default: .answer(200, Fixture.intent())
        }
    }

    @Test func everyCallSendsOneFormToTheMerchantsServer() async throws {
        let server = try HTTPTestServer(Self.answer)
        let backend = try BackendClient(credential: SecretBytes(utf8: "till-7"), connection: server.connection())
        let token = try await backend.createConnectionToken()
        let intent = try await backend.createPaymentIntent(PaymentIntentParameters(Fixture.euros), key: Fixture.key)
        let part = Amount(minorUnits: 500, currency: .eur)
        _ = try await backend.capturePaymentIntent(id: "pi_1", amount: part, key: Fixture.key)
        _ = try await backend.cancelPaymentIntent(id: "pi_1", key: Fixture.key)
        let sent = server.requests.map { "\($0.method) \($0.target) \($0.body)" }
        #expect(
            sent == [
                "POST /connection_token ",
                "POST /create_payment_intent "
                    + "amount=1099&currency=eur&capture_method=automatic&payment_method_types%5B%5D=card_present",
                "POST /capture_payment_intent payment_intent_id=pi_1&amount_to_capture=500",
                "POST /cancel_payment_intent payment_intent_id=pi_1",
            ]
        )
        let keys = server.requests.map { $0.header("Idempotency-Key") }
        #expect(keys == [nil, Fixture.key.rawValue, Fixture.key.rawValue, Fixture.key.rawValue])
        #expect(Set(server.requests.map { $0.header("Authorization") }) == ["Bearer till-7"])
        #expect(token.secret == SecretBytes(utf8: "pst_test_1"))
        #expect(intent.clientSecret?.rawValue == "pi_1_secret_x")
    }

    @Test func withoutACredentialNoneIsSent() async throws {
        let server = try HTTPTestServer(Self.answer)
        _ = try await BackendClient(connection: server.connection()).createConnectionToken()
        #expect(server.requests.first?.header("Authorization") == nil)
    }

    @Test func anIntentThatNobodyCanConfirmIsNotUnderstood() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent(secret: nil)) }
        let backend = try BackendClient(connection: server.connection())
        let error = await gatewayError { () throws(GatewayError) in
            try await backend.createPaymentIntent(PaymentIntentParameters(Fixture.euros), key: Fixture.key)
        }
        #expect(error?.code == .responseNotUnderstood)
        #expect(error?.fate == .unknown)
        #expect(error?.message.contains("client_secret") == true)
    }

    @Test func errorsOfTheServerAreTheAPIs() async throws {
        let body = Fixture.error("invalid_request_error", code: "payment_intent_unexpected_state")
        let server = try HTTPTestServer { _ in .answer(400, body) }
        let backend = try BackendClient(connection: server.connection())
        let error = await gatewayError { () throws(GatewayError) in
            try await backend.capturePaymentIntent(id: "pi_1", amount: nil, key: Fixture.key)
        }
        #expect(error?.code == .unexpectedState)
        #expect(error?.fate == .answered(status: 400))
        let bad = await gatewayError { () throws(GatewayError) in
            try await backend.cancelPaymentIntent(id: "../x", key: Fixture.key)
        }
        #expect(bad?.code == .invalidParameter)
        #expect(bad?.fate == .notSent)
    }
}

@Suite(.timeLimit(.minutes(1))) struct BackendGatewayTests {
    @Test func callsGoToTheServerThatMayMakeThem() async throws {
        let api = try HTTPTestServer { _ in .answer(200, Fixture.intent()) }
        let merchant = try HTTPTestServer { request in
            .answer(200, request.target == "/connection_token" ? "{\"secret\":\"pst_1\"}" : Fixture.intent())
        }
        let gateway = try BackendGateway(
            backend: BackendClient(connection: merchant.connection()), client: api.client(key: "pk_test_1")
        )
        _ = try await gateway.createConnectionToken()
        _ = try await gateway.createPaymentIntent(PaymentIntentParameters(Fixture.euros), key: Fixture.key)
        _ = try await gateway.retrievePaymentIntent(Fixture.reference)
        _ = try await gateway.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        _ = try await gateway.capturePaymentIntent(Fixture.reference, amount: nil, key: Fixture.key)
        _ = try await gateway.cancelPaymentIntent(Fixture.reference, reason: .abandoned, key: Fixture.key)
        let merchantPaths = merchant.requests.map { String($0.target.prefix { $0 != "?" }) }
        let apiPaths = api.requests.map { String($0.target.prefix { $0 != "?" }) }
        #expect(
            merchantPaths == [
                "/connection_token", "/create_payment_intent", "/capture_payment_intent", "/cancel_payment_intent",
            ]
        )
        #expect(apiPaths == ["/v1/payment_intents/pi_1", "/v1/payment_intents/pi_1/confirm"])
        #expect(gateway.name == "\(api.url("")) with \(merchant.url(""))")
    }

    /// A server of the four first calls, which knows no others.
    private struct SmallServer: PaymentBackend {
        let client: BackendClient
        var name: String { client.name }

        func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
            try await client.createConnectionToken()
        }

        func createPaymentIntent(
            _ parameters: PaymentIntentParameters, key: IdempotencyKey
        ) async throws(GatewayError) -> PaymentIntent {
            try await client.createPaymentIntent(parameters, key: key)
        }

        func capturePaymentIntent(
            id: String, amount: Amount?, key: IdempotencyKey
        ) async throws(GatewayError) -> PaymentIntent {
            try await client.capturePaymentIntent(id: id, amount: amount, key: key)
        }

        func cancelPaymentIntent(id: String, key: IdempotencyKey) async throws(GatewayError) -> PaymentIntent {
            try await client.cancelPaymentIntent(id: id, key: key)
        }
    }

    @Test func whatAServerDoesNotHaveIsNotAvailable() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let gateway = try BackendGateway(
            backend: SmallServer(client: BackendClient(connection: server.connection())),
            client: server.client(key: "pk_test_1")
        )
        let errors = [
            await gatewayError { () throws(GatewayError) in
                _ = try await gateway.updatePaymentIntent(
                    Fixture.reference, payload: Fixture.payload, key: Fixture.key
                )
            },
            await gatewayError { () throws(GatewayError) in
                _ = try await gateway.requestCurrencyConversion(
                    Fixture.reference, payload: Fixture.payload, key: Fixture.key)
            },
            await gatewayError { () throws(GatewayError) in
                _ = try await gateway.retrievePaymentIntent(.init(id: "pi_1"))
            },
            await gatewayError { () throws(GatewayError) in _ = try await gateway.listPaymentIntents(ListQuery()) },
            await gatewayError { () throws(GatewayError) in
                _ = try await gateway.createRefund(RefundParameters(paymentIntent: "pi_1"), key: Fixture.key)
            },
            await gatewayError { () throws(GatewayError) in _ = try await gateway.retrieveRefund("re_1") },
            await gatewayError { () throws(GatewayError) in
                _ = try await gateway.listRefunds(paymentIntent: nil, ListQuery())
            },
        ]
        #expect(errors.allSatisfy { $0?.code == .notAvailable && $0?.fate == .notSent })
        #expect(server.acceptedConnections == 0)
    }

    @Test func whatNeedsTheSecretKeyIsACallOfTheServer() async throws {
        let api = try HTTPTestServer { _ in .answer() }
        let merchant = try HTTPTestServer { request in
            .answer(200, request.target.contains("refund") ? Fixture.refund() : Fixture.intent())
        }
        let backend = try BackendClient(connection: merchant.connection())
        let gateway = try BackendGateway(backend: backend, client: api.client(key: "pk_test_1"))
        _ = try await gateway.retrievePaymentIntent(.init(id: "pi_1"))
        _ = try await gateway.updatePaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        _ = try await gateway.requestCurrencyConversion(
            Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        _ = try await gateway.cancelPaymentIntent(Fixture.reference, reason: .abandoned, key: Fixture.key)
        _ = try await gateway.createRefund(
            RefundParameters(paymentIntent: "pi_1", amount: Amount(minorUnits: 500, currency: .eur)), key: Fixture.key)
        _ = try await gateway.retrieveRefund("re_1")
        _ = await gatewayError { () throws(GatewayError) in
            _ = try await gateway.listRefunds(paymentIntent: "pi_1", ListQuery(limit: 3))
        }
        _ = await gatewayError { () throws(GatewayError) in
            _ = try await backend.payments.cancelAction(on: "tmr_1", key: Fixture.key)
        }
        #expect(
            merchant.requests.map { "\($0.target) \($0.body.prefix(55))" } == [
                "/retrieve_payment_intent payment_intent_id=pi_1",
                "/update_payment_intent payment_intent_id=pi_1&payment_method_data%5Btype%5D=ca",
                "/update_payment_intent payment_intent_id=pi_1&payment_method_options%5Bcard_pr",
                "/cancel_payment_intent payment_intent_id=pi_1&cancellation_reason=abandoned",
                "/create_refund payment_intent=pi_1&amount=500",
                "/retrieve_refund refund_id=re_1",
                "/list_refunds payment_intent=pi_1&limit=3",
                "/reader/cancel_action reader_id=tmr_1",
            ])
        #expect(api.acceptedConnections == 0)
    }

    /// A publishable key does not see in which currency the card was charged; the server does.
    @Test func aConvertedChargeIsReadThroughTheServer() async throws {
        let api = try HTTPTestServer { _ in .answer(200, Fixture.intent(status: "succeeded", received: 1099)) }
        let isBehind = Guarded(false)
        let merchant = try HTTPTestServer { _ in
            let status = isBehind.withLock { $0 } ? "requires_payment_method" : "succeeded"
            return .answer(200, Fixture.intent(status: status, secret: nil, more: ",\"description\":\"whole\""))
        }
        let gateway = try BackendGateway(
            backend: BackendClient(connection: merchant.connection()), client: api.client(key: "pk_test_1"),
            clock: TestClock())
        var told: [String] = []
        for behind in [false, true] {
            isBehind.withLock { $0 = behind }
            let intent = try await gateway.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload, conversion: .declined, key: Fixture.key)
            told.append("\(intent.status.rawValue) \(intent.description ?? "") \(intent.clientSecret?.rawValue ?? "")")
        }
        #expect(told == ["succeeded whole pi_1_secret_x", "succeeded  pi_1_secret_x"])
        #expect(merchant.requests.map(\.target) == ["/retrieve_payment_intent", "/retrieve_payment_intent"])
    }

    /// The approval in hand is not given up for what the server might add to it.
    @Test func aServerThatDoesNotAnswerHoldsNoConfirmationUp() async throws {
        let api = try HTTPTestServer { request in
            let isSetup = request.target.contains("setup_intents")
            return .answer(
                200, isSetup ? CustomerFixture.setup(status: "succeeded") : Fixture.intent(status: "succeeded"))
        }
        let merchant = try HTTPTestServer { _ in .silence }
        let clock = TestClock()
        let gateway = try BackendGateway(
            backend: BackendClient(connection: merchant.connection()), client: api.client(key: "pk_test_1"),
            clock: clock)
        let told = try await clock.running {
            let intent = try await gateway.confirmPaymentIntent(
                Fixture.reference, payload: Fixture.payload, conversion: .declined, key: Fixture.key)
            let setup = try await gateway.confirmSetupIntent(
                SetupIntentReference(id: "seti_1", clientSecret: ClientSecret("seti_1_secret_x")),
                payload: Fixture.payload, allowRedisplay: .always, key: Fixture.key)
            return [intent.status.rawValue, setup.status.rawValue]
        }
        #expect(told == ["succeeded", "succeeded"])
    }

    @Test func whatNoCallStandsForIsNotSent() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try server.client(key: "till_1")
        let errors = [
            await gatewayError { () throws(GatewayError) in try await client.deleteReader("tmr_1") },
            await gatewayError { () throws(GatewayError) in
                _ = try await client.acting(for: "acct_1").listPaymentIntents(ListQuery())
            },
        ]
        #expect(errors.map { $0?.code } == [.notAvailable, .notAvailable])
        #expect(server.acceptedConnections == 0)
    }

    @Test func aSecretKeyHasNoPlaceInATill() throws {
        let server = try HTTPTestServer { _ in .answer() }
        let backend = try BackendClient(connection: server.connection())
        let client = try server.client(key: "sk_test_1")
        #expect(throws: GatewayError.self) { try BackendGateway(backend: backend, client: client) }
    }
}

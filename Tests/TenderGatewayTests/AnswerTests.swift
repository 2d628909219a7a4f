import HTTPTestServer
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct AnswerTests {
    struct Vector: Sendable {
        let name: String
        let reply: HTTPTestReply
        let code: TenderError.Code
        let fate: GatewayError.Fate

        static func refusal(
            _ status: Int, _ type: String, _ code: String? = nil, more: String = "", is expected: TenderError.Code
        ) -> Vector {
            let body = Fixture.error(type, code: code, more: more)
            return Vector(
                name: "\(status) \(type) \(code ?? "")", reply: .answer(status, body), code: expected,
                fate: .answered(status: status)
            )
        }

        static func broken(
            _ name: String, _ status: Int, _ body: String, is code: TenderError.Code = .responseNotUnderstood
        ) -> Vector {
            Vector(name: name, reply: .answer(status, body), code: code, fate: .unknown)
        }
    }

    private static let invalid = "invalid_request_error"

    static let refusals: [Vector] = [
        .refusal(401, invalid, is: .authenticationFailed),
        .refusal(401, invalid, "api_key_expired", is: .authenticationFailed),
        .refusal(403, invalid, "secret_key_required", is: .permissionDenied),
        .refusal(404, invalid, "resource_missing", is: .resourceMissing),
        .refusal(404, invalid, is: .resourceMissing),
        .refusal(402, "card_error", "card_declined", is: .declinedByIssuer),
        .refusal(402, "card_error", "expired_card", is: .declinedByIssuer),
        .refusal(400, invalid, "payment_intent_unexpected_state", is: .unexpectedState),
        .refusal(400, invalid, "charge_already_captured", is: .unexpectedState),
        .refusal(400, invalid, "charge_already_refunded", is: .unexpectedState),
        .refusal(400, invalid, "charge_expired_for_capture", is: .unexpectedState),
        .refusal(400, "idempotency_error", is: .idempotencyMismatch),
        .refusal(400, invalid, "amount_too_small", is: .invalidAmount),
        .refusal(400, invalid, "amount_too_large", is: .invalidAmount),
        .refusal(400, invalid, "invalid_charge_amount", is: .invalidAmount),
        .refusal(400, invalid, "resource_missing", is: .resourceMissing),
        .refusal(
            400, invalid, "payment_intent_invalid_parameter", more: ",\"param\":\"client_secret\"",
            is: .invalidClientSecret
        ),
        .refusal(400, invalid, "parameter_missing", is: .invalidParameter),
        .refusal(400, invalid, is: .invalidParameter),
        .refusal(400, "some_new_error", "some_new_code", is: .invalidParameter),
        .refusal(405, invalid, is: .apiError),
        .refusal(409, invalid, "idempotency_key_in_use", is: .apiError),
        .refusal(429, invalid, "rate_limit", is: .rateLimited),
        .refusal(500, "api_error", is: .apiError),
        .refusal(503, "api_error", is: .apiError),
    ]

    private static let html = "<html><body>Bad Gateway</body></html>"

    static let broken: [Vector] = [
        .broken("HTML", 200, html),
        .broken("HTML with an error", 502, html),
        .broken("HTML where a page is missing", 404, html),
        .broken("nothing", 200, ""),
        .broken("an error without a body", 500, ""),
        .broken("half a JSON", 200, String(Fixture.intent().prefix(80))),
        .broken("half an error", 402, String(Fixture.error("card_error").prefix(20))),
        .broken("another object", 200, "{\"object\":\"charge\",\"id\":\"ch_1\"}"),
        .broken("no object", 200, "{\"id\":\"pi_1\"}"),
        .broken("an array", 200, "[]"),
        .broken("an error as a success", 200, Fixture.error("card_error")),
        .broken("an object as an error", 402, Fixture.intent()),
        .broken("a field of the wrong type", 200, Fixture.intent().replacing("1099", with: "\"1099\"")),
        .broken("a number that is too large", 200, Fixture.intent().replacing("1099", with: "1e40")),
        .broken("a currency that nobody knows", 200, Fixture.intent(currency: "zzz")),
        .broken("an amount that does not exist", 200, Fixture.intent(amount: 1099, currency: "isk")),
        .broken("a bottomless JSON", 200, String(repeating: "[", count: 100_000)),
        .broken("a redirect", 302, Fixture.intent()),
        .broken("another intent", 200, Fixture.intent("pi_2"), is: .answerMismatch),
        .broken(
            "an error about another intent", 402,
            Fixture.error("card_error", more: ",\"payment_intent\":\(Fixture.intent("pi_2"))"), is: .answerMismatch
        ),
        .broken(
            "an error with half an intent", 402, Fixture.error("card_error", more: ",\"payment_intent\":{\"id\":1}")
        ),
        Vector(name: "no answer", reply: .close, code: .gatewayConnectionLost, fate: .unknown),
        Vector(
            name: "half an answer", reply: .bytesThenClose("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"id\""),
            code: .gatewayConnectionLost, fate: .unknown
        ),
        Vector(
            name: "no HTTP", reply: .bytesThenClose("220 mail ESMTP\r\n"), code: .responseNotUnderstood, fate: .unknown
        ),
        Vector(
            name: "a flood", reply: .answer(200, String(repeating: "a", count: 9_000_000)),
            code: .responseNotUnderstood, fate: .unknown
        ),
    ]

    @Test func everyAnswerBecomesOneErrorOfOneFate() async throws {
        let vectors = Self.refusals + Self.broken
        var failures: [String] = []
        for vector in vectors {
            let server = try HTTPTestServer { _ in vector.reply }
            let client = try server.client()
            let error = await gatewayError { () throws(GatewayError) in
                try await client.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
            }
            if error?.code != vector.code || error?.fate != vector.fate {
                failures.append("\(vector.name): \(error.map { "\($0), \($0.fate)" } ?? "no error")")
            }
            if server.requests.count != 1 { failures.append("\(vector.name): \(server.requests.count) requests") }
        }
        #expect(failures.isEmpty)
        #expect(vectors.count == 50)
    }

    @Test func theMessageNamesWhatIsWrong() async throws {
        let vectors: [(String, String)] = [
            (Self.html, "not JSON"), (Fixture.intent("pi_2"), "'pi_2'"), (Fixture.intent(currency: "zzz"), "zzz"),
            ("{\"object\":\"charge\"}", "'charge'"), ("{}", "'object' is missing"),
            (Fixture.intent().replacing("\"status\":\"requires_payment_method\",", with: ""), "'status' is missing"),
        ]
        var failures: [String] = []
        for (body, part) in vectors {
            let server = try HTTPTestServer { _ in .answer(200, headers: ["Content-Type: text/html"], body) }
            let client = try server.client()
            let error = await gatewayError { () throws(GatewayError) in
                try await client.retrievePaymentIntent(Fixture.reference)
            }
            if error?.message.contains(part) != true { failures.append("\(part): \(error?.message ?? "no error")") }
        }
        #expect(failures.isEmpty)
    }

    @Test func aDeclineCarriesTheErrorTheIntentAndTheRequest() async throws {
        let more = ",\"decline_code\":\"insufficient_funds\",\"charge\":\"ch_1\",\"payment_intent\":\(Fixture.intent())"
        let message = "Your card has insufficient funds."
        let body = Fixture.error("card_error", code: "card_declined", message: message, more: more)
        let server = try HTTPTestServer { _ in
            .answer(402, headers: ["Request-Id: req_7", "Idempotent-Replayed: true"], body)
        }
        let client = try server.client()
        let error = await gatewayError { () throws(GatewayError) in
            try await client.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        }
        let expected = GatewayError(
            .declinedByIssuer, fate: .answered(status: 402), message: message,
            apiError: APIError(
                type: .cardError, code: "card_declined", declineCode: "insufficient_funds", message: message,
                charge: "ch_1"
            ),
            intent: error?.intent, requestID: "req_7", isReplay: true
        )
        #expect(error == expected)
        #expect(error?.intent?.id == "pi_1")
        #expect(error?.intent?.status == .requiresPaymentMethod)
    }

    @Test func answersAboutOtherMoneyAreMismatches() async throws {
        let part = Amount(minorUnits: 500, currency: .eur)
        var failures: [String] = []
        func check(_ answer: String, _ call: (PaymentsClient) async throws(GatewayError) -> Void) async throws {
            let server = try HTTPTestServer { _ in .answer(200, headers: ["Request-Id: req_8"], answer) }
            let client = try server.client()
            let error = await gatewayError { () throws(GatewayError) in try await call(client) }
            if error?.code != .answerMismatch || error?.fate != .unknown || error?.requestID != "req_8" {
                failures.append("\(answer): \(error.map { "\($0)" } ?? "no error")")
            }
        }
        for answer in [Fixture.intent(amount: 1), Fixture.intent(currency: "usd")] {
            try await check(answer) { client throws(GatewayError) in
                let parameters = PaymentIntentParameters(Fixture.euros)
                _ = try await client.createPaymentIntent(parameters, key: Fixture.key)
            }
        }
        try await check(Fixture.intent(status: "succeeded", received: 1099)) { client throws(GatewayError) in
            _ = try await client.capturePaymentIntent(Fixture.reference, amount: part, key: Fixture.key)
        }
        try await check(Fixture.intent(status: "succeeded", received: 1099)) { client throws(GatewayError) in
            _ = try await client.capturePaymentIntent(
                Fixture.reference, amount: nil, applicationFee: part, key: Fixture.key)
        }
        let changes = [
            PaymentIntentChanges(amount: part), PaymentIntentChanges(description: .set("Tea")),
            PaymentIntentChanges(metadata: ["a": .set("1")]), PaymentIntentChanges(applicationFeeAmount: .set(part)),
        ]
        for change in changes {
            try await check(Fixture.intent()) { client throws(GatewayError) in
                _ = try await client.editPaymentIntent(Fixture.reference, change, key: Fixture.key)
            }
        }
        for answer in [Fixture.refund(intent: "pi_2"), Fixture.refund(amount: 501)] {
            try await check(answer) { client throws(GatewayError) in
                let parameters = RefundParameters(paymentIntent: "pi_1", amount: part)
                _ = try await client.createRefund(parameters, key: Fixture.key)
            }
        }
        try await check(Fixture.refund("re_2")) { client throws(GatewayError) in
            _ = try await client.retrieveRefund("re_1")
        }
        #expect(failures.isEmpty)
    }

    @Test func listsHoldTheirObjects() async throws {
        let data = "\(Fixture.intent("pi_9")),\(Fixture.intent("pi_8"))"
        let body = "{\"object\":\"list\",\"has_more\":true,\"data\":[\(data)]}"
        let server = try HTTPTestServer { _ in .answer(200, body) }
        let page = try await server.client().listPaymentIntents(ListQuery(limit: 2))
        #expect(page.data.map(\.id) == ["pi_9", "pi_8"])
        #expect(page.hasMore)
    }

    @Test func aTimeoutIsUnknownAndAMissingServerIsNotSent() async throws {
        let silent = try HTTPTestServer { _ in .silence }
        let slow = try silent.client(timeout: .milliseconds(200))
        let late = await gatewayError { () throws(GatewayError) in
            try await slow.cancelPaymentIntent(Fixture.reference, reason: nil, key: Fixture.key)
        }
        #expect(late?.code == .requestTimedOut)
        #expect(late?.fate == .unknown)
        let nobody = try HTTPTestServer { _ in .close }.client()
        let refused = await gatewayError { () throws(GatewayError) in try await nobody.createConnectionToken() }
        #expect(refused?.code == .notConnectedToGateway)
        #expect(refused?.fate == .notSent)
    }

    @Test func cancelingTheTaskStopsTheExchange() async throws {
        let server = try HTTPTestServer { _ in .silence }
        let client = try server.client()
        let task = Task {
            try await client.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        }
        for await event in server.events { if case .received = event { break } }
        task.cancel()
        let result = await task.result
        #expect(throws: GatewayError.self) { try result.get() }
        for await event in server.events { if case .closed = event { break } }
        #expect(server.requests.count == 1)
    }
}

import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// A server that repeats everything it was told; nothing of it may come out of an error.
@Suite(.timeLimit(.minutes(1))) struct SecrecyTests {
    private static let payload = EncryptedPayload(
        scheme: "aes-256-gcm-simulator-v1", keySerial: "0011", ciphertext: "c0ffeecanary", tag: "7a9canary"
    )
    private static let reference = PaymentIntentReference(
        id: "pi_1", clientSecret: ClientSecret("pi_1_secret_canary")
    )

    /// What the server may answer when it puts `echo` wherever it can.
    private static func answers(_ echo: String) -> [HTTPTestReply] {
        let error = Fixture.error(
            "invalid_request_error", code: "bad \(echo)", message: "You sent \(echo).",
            more: ",\"param\":\"\(echo)\",\"decline_code\":\"\(echo)\",\"doc_url\":\"\(echo)\""
        )
        return [
            .answer(400, headers: ["Request-Id: \(echo)"], error),
            .answer(402, Fixture.error(echo, message: String(repeating: echo, count: 3))),
            .answer(200, headers: ["Content-Type: \(echo)"], "<html>\(echo)</html>"),
            .answer(400, Fixture.error("api_error", message: String(repeating: "a", count: 290) + echo)),
            .answer(200, "{\"object\":\"\(echo)\"}"),
            .answer(200, Fixture.intent(echo)),
            .answer(200, Fixture.intent(currency: echo)),
            .bytesThenClose("HTTP/1.1 \(echo)\r\n\r\n"),
            .bytesThenClose(echo),
            .close,
        ]
    }

    private static func shown(_ error: GatewayError?) -> String {
        guard let error else { return "canary: no error" }
        var dumped = ""
        dump(error, to: &dumped)
        return "\(error) \(String(reflecting: error)) \(error.message) \(dumped)"
    }

    private static func echo(_ request: HTTPTestRequest) -> String {
        "\(request.header("Authorization") ?? "") \(request.target) \(request.body)"
            .replacing("\"", with: "")
    }

    @Test(arguments: ["sk_test_canary", "pk_test_canary"])
    func noErrorOfThePaymentsClientShowsASecret(key: String) async throws {
        var hits: [String] = []
        for index in Self.answers("").indices {
            let server = try HTTPTestServer { Self.answers(Self.echo($0))[index] }
            let client = try server.client(key: key)
            let error = await gatewayError { () throws(GatewayError) in
                try await client.confirmPaymentIntent(Self.reference, payload: Self.payload, key: Fixture.key)
            }
            let text = Self.shown(error) + " \(client) " + String(reflecting: client)
            if text.contains("canary") { hits.append("\(index): \(text)") }
            if server.requests.first.map({ Self.echo($0).contains("canary") }) != true { hits.append("no canary sent") }
        }
        #expect(hits.isEmpty)
    }

    @Test func noErrorOfTheBackendClientShowsItsCredential() async throws {
        var hits: [String] = []
        for index in Self.answers("").indices {
            let server = try HTTPTestServer { Self.answers(Self.echo($0))[index] }
            let client = try BackendClient(credential: SecretBytes(utf8: "canary"), connection: server.connection())
            let error = await gatewayError { () throws(GatewayError) in
                try await client.cancelPaymentIntent(id: "pi_1", key: Fixture.key)
            }
            let text = Self.shown(error)
            if text.contains("canary") { hits.append("\(index): \(text)") }
        }
        #expect(hits.isEmpty)
    }

    @Test func aPasswordInAnAddressIsRefusedAndShownNowhere() {
        var wrong: [String] = []
        for url in ["https://user:canary@api.example", "http://canary@127.0.0.1", "https://user:c/canary@api.example"] {
            let connection = GatewayConnection(baseURL: url)
            var text = "\(connection) \(String(reflecting: connection)) "
            dump(connection, to: &text)
            do throws(GatewayError) {
                _ = try PaymentsClient(apiKey: SecretBytes(utf8: "sk_test_1"), connection: connection)
                wrong.append("a client of \(url)")
            } catch { text += Self.shown(error) }
            do throws(GatewayError) {
                _ = try BackendClient(connection: connection)
                wrong.append("a backend at \(url)")
            } catch { text += Self.shown(error) }
            if text.contains("canary") { wrong.append(text) }
        }
        #expect(wrong == [])
    }

    @Test func configurationErrorsShowNoKey() {
        var text = ""
        for key in ["canary", "sk_canary\n", " sk_canary"] {
            do throws(GatewayError) {
                let connection = GatewayConnection(baseURL: "https://api.example")
                _ = try PaymentsClient(apiKey: SecretBytes(utf8: key), connection: connection)
                text += "canary: accepted"
            } catch { text += Self.shown(error) }
        }
        #expect(!text.contains("canary"))
    }
}

import HTTPTestServer
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct PublishableKeyTests {
    @Test func theClientSecretGoesWithRetrieveAndConfirm() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent()) }
        let client = try server.client(key: "pk_test_abc")
        _ = try await client.retrievePaymentIntent(Fixture.reference)
        _ = try await client.confirmPaymentIntent(Fixture.reference, payload: nil, key: Fixture.key)
        let form = "client_secret=pi_1_secret_x&expand%5B%5D=payment_method"
        let sent = server.requests.map { "\($0.method) \($0.target) \($0.body)" }
        #expect(sent == ["GET /v1/payment_intents/pi_1?\(form) ", "POST /v1/payment_intents/pi_1/confirm \(form)"])
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer pk_test_abc", "Bearer pk_test_abc"])
    }

    @Test func withoutTheClientSecretNothingIsSent() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent()) }
        let client = try server.client(key: "pk_test_abc")
        let error = await gatewayError { () throws(GatewayError) in
            try await client.retrievePaymentIntent(PaymentIntentReference(id: "pi_1"))
        }
        #expect(error?.code == .invalidClientSecret)
        #expect(error?.fate == .notSent)
        #expect(server.acceptedConnections == 0)
    }

    @Test func whatNeedsTheSecretKeyIsRefusedBeforeAnyByte() async throws {
        let allowed = [
            "retrieve", "retrieve by the secret alone", "confirm", "confirm and save", "confirm with a surcharge",
            "convert", "do not convert", "confirm what is attached",
        ]
        let calls = (RequestTests.intentCalls + RequestTests.otherCalls).filter { !allowed.contains($0.name) }
        #expect(try await calls.sentWithAPublishableKey() == [])
    }
}

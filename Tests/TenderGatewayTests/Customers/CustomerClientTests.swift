import TenderCheckout
import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct CustomerClientTests {
    @Test func everyCallIsAboutTheOneCustomer() async throws {
        let server = try HTTPTestServer { request in
            switch (request.method, request.target.contains("payment_methods")) {
            case ("GET", true): .answer(200, CustomerFixture.list(CustomerFixture.method()))
            case (_, true): .answer(200, CustomerFixture.method())
            case (_, false): .answer(200, CustomerFixture.customer())
            }
        }
        let client = try CustomerClient(key: CustomerFixture.ephemeralKey, connection: server.connection())
        _ = try await client.retrieveCustomer()
        _ = try await client.listPaymentMethods()
        _ = try await client.attachPaymentMethod("pm_1", key: Fixture.key)
        _ = try await client.detachPaymentMethod("pm_1", key: Fixture.key)
        _ = try await client.updateCustomer(CustomerParameters(defaultPaymentMethod: "pm_1"), key: Fixture.key)
        #expect(
            server.requests.map { "\($0.method) \($0.target)" } == [
                "GET /v1/customers/cus_1?expand%5B%5D=sources",
                "GET /v1/customers/cus_1/payment_methods?type=card&limit=10", "POST /v1/payment_methods/pm_1/attach",
                "POST /v1/payment_methods/pm_1/detach", "POST /v1/customers/cus_1",
            ])
        let credentials = Set(server.requests.map { $0.header("Authorization") })
        #expect(credentials == ["Bearer ek_test_abc"])
        #expect(Set(server.requests.map { $0.header("Stripe-Version") }) == [PaymentsClient.apiVersion])
    }

    @Test func whatIsNoKeyOfACustomerIsRefused() {
        let keys = [
            EphemeralKey(
                id: "k", secret: SecretBytes(utf8: "sk_test_a"), created: 0, expires: 1,
                associatedObjects: [.init(id: "cus_1", type: "customer")]),
            EphemeralKey(
                id: "k", secret: SecretBytes(utf8: "ek_test_a"), created: 0, expires: 1,
                associatedObjects: [.init(id: "ic_1", type: "issuing.card")]),
        ]
        let connection = GatewayConnection(baseURL: "http://127.0.0.1:1")
        let codes = keys.map { key -> TenderError.Code? in
            do throws(GatewayError) {
                _ = try connection.customerGateway(for: key)
                return nil
            } catch { return error.code }
        }
        #expect(codes == [.invalidConfiguration, .invalidConfiguration])
    }

    /// A server that repeats the key, in every place, to the client that sent it.
    @Test func noErrorShowsTheKey() async throws {
        let server = try HTTPTestServer { request in
            let echo = request.header("Authorization") ?? ""
            return .answer(401, headers: ["Request-Id: \(echo)"], Fixture.error("a \(echo)", code: echo, message: echo))
        }
        let client = try CustomerClient(key: CustomerFixture.ephemeralKey, connection: server.connection())
        let error = await gatewayError { () throws(GatewayError) in try await client.retrieveCustomer() }
        var dumped = ""
        dump(error, to: &dumped)
        dump(client, to: &dumped)
        dump(CustomerFixture.ephemeralKey, to: &dumped)
        #expect(error?.code == .authenticationFailed)
        #expect(!dumped.contains("ek_test_abc"))
    }
}

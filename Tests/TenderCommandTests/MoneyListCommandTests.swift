import Foundation
import SimulatedGateway
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTestSupport
import Testing

/// The lists of money, and the payment that a secret opens, beside a gateway of the test.
@Suite(.timeLimit(.minutes(1))) struct MoneyListCommandTests {
    private let gateway: SimulatedGateway
    private let client: PaymentsClient

    init() throws {
        gateway = try SimulatedGateway()
        client = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
    }

    private func run(_ key: String? = nil, _ arguments: String...) throws -> (code: Int32?, object: NSDictionary) {
        let environment = key.map { ["TENDER_API_KEY=\($0)"] } ?? []
        let (code, text) = try ChildProcess(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8"] + environment + [TillJournal.program()] + arguments
                + ["--gateway", gateway.url, "--json"], in: NSTemporaryDirectory()
        ).wait()
        // What stands before the object are remarks.
        let json = Data(text.drop { $0 != "{" }.utf8)
        return (code, try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary))
    }

    private func ids(_ arguments: String...) throws -> [String] {
        let (_, text) = try ChildProcess(
            ["env", "-u", "TENDER_API_KEY", "LANG=C.UTF-8", TillJournal.program()] + arguments
                + ["--gateway", gateway.url, "--json"], in: NSTemporaryDirectory()
        ).wait()
        let json = try JSONSerialization.jsonObject(with: Data(text.drop { $0 != "{" }.utf8)) as? NSDictionary
        return ((json?["data"] as? [NSDictionary]) ?? []).compactMap { $0["id"] as? String }
    }

    @Test func listsAreFiltered() async throws {
        let customer = try await client.createCustomer(CustomerParameters(name: "Ann"), key: IdempotencyKey("ann")).id
        var made: [PaymentIntent] = []
        for (number, owner) in [nil, customer, nil].enumerated() {
            let parameters = PaymentIntentParameters(
                Amount(minorUnits: 1000, currency: .usd), paymentMethodTypes: [.card], customer: owner)
            made.append(
                try await client.createPaymentIntent(
                    parameters, paidWith: SavedMethodPayment(paymentMethod: "pm_card_visa"),
                    key: IdempotencyKey("\(number)")))
        }
        let refund = try await client.createRefund(
            RefundParameters(paymentIntent: made[0].id), key: IdempotencyKey("refund"))
        let ids = made.map(\.id)
        #expect(try self.ids("payments", "--customer", customer) == [ids[1]])
        #expect(try self.ids("payments", "--before", ids[0]) == [ids[2], ids[1]])
        #expect(try self.ids("payments", "--until", "2001-01-01") == [])
        let charge = try #require(made[1].latestCharge?.id)
        #expect(try self.ids("charges", "--payment", ids[1]) == [charge])
        #expect(try self.ids("refunds", "--charge", try #require(made[0].latestCharge?.id)) == [refund.id])
        #expect(try self.ids("refunds", "--payment", ids[1]) == [])
    }

    @Test func setupsAreListedWithoutTheirSecrets() async throws {
        let customer = try await client.createCustomer(CustomerParameters(name: "Ann"), key: IdempotencyKey("ann")).id
        let method = try await client.createPaymentMethod(token: "tok_visa", key: IdempotencyKey("card")).id
        let saved = try await client.createSetupIntent(
            SetupIntentParameters(customer: customer, paymentMethod: method), key: IdempotencyKey("1"))
        let open = try await client.createSetupIntent(SetupIntentParameters(), key: IdempotencyKey("2"))
        #expect(try self.ids("setup", "list") == [open.id, saved.id])
        #expect(try self.ids("setup", "list", "--customer", customer) == [saved.id])
        #expect(try self.ids("setup", "list", "--payment-method", method, "--limit", "1") == [saved.id])
        let listed = try run(nil, "setup", "list", "--after", open.id)
        let secrets = (listed.object["data"] as? [NSDictionary])?.map { $0["client_secret"] as? String }
        #expect(secrets == ["\(saved.id)_secret_***"])
    }

    @Test func aSecretAloneShowsItsPayment() async throws {
        let intent = try await client.createPaymentIntent(
            PaymentIntentParameters(amount: 1000, currency: .usd), key: IdempotencyKey("one"))
        let secret = try #require(intent.clientSecret?.rawValue)
        var found: [String] = []
        for key in ["pk_test_tender", "sk_test_tender"] {
            let shown = try run(key, "show", secret)
            let object = shown.object["intent"] as? NSDictionary
            found.append("\(shown.code ?? -1) \(object?["id"] ?? "") \(object?["client_secret"] ?? "")")
        }
        let masked = "0 \(intent.id) \(intent.id)_secret_***"
        #expect(found == [masked, masked])
        #expect(try run("sk_test_tender", "show", intent.id + "_secret_other").code != 0)
    }
}

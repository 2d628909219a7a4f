import HTTPTestServer
import TenderBytes
import TenderCheckout
import TenderFlow
import TenderGateway
import TenderModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct CustomerCallTests {
    typealias Call = APICall

    static let customers = [
        Call(
            name: "create", answer: CustomerFixture.customer(),
            sent: "POST /v1/customers name=Ann&email=a@b.example&metadata[a]=1"
        ) { client throws(GatewayError) in
            let parameters = CustomerParameters(name: "Ann", email: "a@b.example", metadata: ["a": "1"])
            _ = try await client.createCustomer(parameters, key: Fixture.key)
        },
        Call(
            name: "retrieve", answer: CustomerFixture.customer(), sent: "GET /v1/customers/cus_1?expand[]=sources "
        ) { client throws(GatewayError) in _ = try await client.retrieveCustomer("cus_1") },
        Call(
            name: "update", answer: CustomerFixture.customer(),
            sent: "POST /v1/customers/cus_1 description=&shipping[name]=Ann&shipping[phone]=1&"
                + "shipping[address][line1]=Weg 1&shipping[address][city]=Köln&shipping[address][postal_code]=50667&"
                + "shipping[address][country]=DE&invoice_settings[default_payment_method]=pm_1&default_source=card_1"
        ) { client throws(GatewayError) in
            let parameters = CustomerParameters(
                description: "", shipping: CustomerFixture.shipping, defaultPaymentMethod: "pm_1",
                defaultSource: "card_1")
            _ = try await client.updateCustomer("cus_1", parameters, key: Fixture.key)
        },
        Call(
            name: "delete", answer: "{\"id\":\"cus_1\",\"object\":\"customer\",\"deleted\":true}",
            sent: "DELETE /v1/customers/cus_1 "
        ) { client throws(GatewayError) in _ = try await client.deleteCustomer("cus_1") },
        Call(
            name: "list", answer: CustomerFixture.list(CustomerFixture.customer()),
            sent: "GET /v1/customers?email=a@b.example&limit=2&starting_after=cus_0 "
        ) { client throws(GatewayError) in
            _ = try await client.listCustomers(email: "a@b.example", ListQuery(limit: 2, startingAfter: "cus_0"))
        },
        Call(
            name: "attach a source", answer: "{\"id\":\"card_1\",\"object\":\"card\",\"brand\":\"Visa\"}",
            sent: "POST /v1/customers/cus_1/sources source=tok_visa"
        ) { client throws(GatewayError) in
            _ = try await client.attachSource("tok_visa", toCustomer: "cus_1", key: Fixture.key)
        },
        Call(
            name: "list sources", answer: CustomerFixture.list(),
            sent: "GET /v1/customers/cus_1/sources?object=card&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listSources(ofCustomer: "cus_1") },
        Call(
            name: "delete a source", answer: "{\"id\":\"card_1\",\"object\":\"card\",\"deleted\":true}",
            sent: "DELETE /v1/customers/cus_1/sources/card_1 "
        ) { client throws(GatewayError) in try await client.deleteSource("card_1", ofCustomer: "cus_1") },
    ]

    static let methods = [
        Call(
            name: "a customer's methods", answer: CustomerFixture.list(CustomerFixture.method()),
            sent: "GET /v1/customers/cus_1/payment_methods?type=card&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listPaymentMethods(ofCustomer: "cus_1", type: .card) },
        Call(
            name: "a customer's method", answer: CustomerFixture.method(),
            sent: "GET /v1/customers/cus_1/payment_methods/pm_1 "
        ) { client throws(GatewayError) in _ = try await client.retrievePaymentMethod("pm_1", ofCustomer: "cus_1") },
        Call(
            name: "create a method", answer: CustomerFixture.method(customer: nil),
            sent: "POST /v1/payment_methods type=card&card[token]=tok_visa&billing_details[name]=Ann&"
                + "billing_details[address][country]=DE&metadata[a]=1"
        ) { client throws(GatewayError) in
            let billing = BillingDetails(address: Address(country: "DE"), name: "Ann")
            _ = try await client.createPaymentMethod(
                token: "tok_visa", billingDetails: billing, metadata: ["a": "1"], key: Fixture.key)
        },
        Call(
            name: "retrieve a method", answer: CustomerFixture.method(), sent: "GET /v1/payment_methods/pm_1 "
        ) { client throws(GatewayError) in _ = try await client.retrievePaymentMethod("pm_1") },
        Call(
            name: "update a method", answer: CustomerFixture.method(),
            sent: "POST /v1/payment_methods/pm_1 billing_details[email]=a@b.example"
        ) { client throws(GatewayError) in
            _ = try await client.updatePaymentMethod(
                "pm_1", billingDetails: BillingDetails(email: "a@b.example"), key: Fixture.key)
        },
        Call(
            name: "attach", answer: CustomerFixture.method("pm_new"),
            sent: "POST /v1/payment_methods/pm_card_visa/attach customer=cus_1"
        ) { client throws(GatewayError) in
            _ = try await client.attachPaymentMethod("pm_card_visa", toCustomer: "cus_1", key: Fixture.key)
        },
        Call(
            name: "detach", answer: CustomerFixture.method(customer: nil), sent: "POST /v1/payment_methods/pm_1/detach "
        ) { client throws(GatewayError) in _ = try await client.detachPaymentMethod("pm_1", key: Fixture.key) },
        Call(
            name: "list methods", answer: CustomerFixture.list(),
            sent: "GET /v1/payment_methods?customer=cus_1&type=card&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listPaymentMethods(customer: "cus_1", type: .card) },
    ]

    static let setups = [
        Call(
            name: "create a setup", answer: CustomerFixture.setup(),
            sent: "POST /v1/setup_intents customer=cus_1&payment_method=pm_1&payment_method_types[]=card&"
                + "usage=on_session&confirm=true&return_url=https://shop.example&"
                + "payment_method_options[card][request_three_d_secure]=any"
        ) { client throws(GatewayError) in
            let parameters = SetupIntentParameters(
                customer: "cus_1", paymentMethod: "pm_1", usage: .onSession, isConfirmed: true,
                returnURL: "https://shop.example", requestThreeDSecure: .any)
            _ = try await client.createSetupIntent(parameters, key: Fixture.key)
        },
        Call(
            name: "retrieve a setup", answer: CustomerFixture.setup(),
            sent: "GET /v1/setup_intents/seti_1?expand[]=latest_attempt&expand[]=payment_method "
        ) { client throws(GatewayError) in _ = try await client.retrieveSetupIntent("seti_1") },
        Call(
            name: "confirm a setup", answer: CustomerFixture.setup(),
            sent: "POST /v1/setup_intents/seti_1/confirm payment_method=pm_card_visa&expand[]=latest_attempt&"
                + "expand[]=payment_method"
        ) { client throws(GatewayError) in
            _ = try await client.confirmSetupIntent("seti_1", paymentMethod: "pm_card_visa", key: Fixture.key)
        },
        Call(
            name: "save a presented card", answer: CustomerFixture.setup(),
            sent: "POST /v1/setup_intents/seti_1/confirm payment_method_data[type]=card_present&"
                + "payment_method_data[card_present][encrypted_payload][scheme]=s&"
                + "payment_method_data[card_present][encrypted_payload][key_serial]=k&"
                + "payment_method_data[card_present][encrypted_payload][ciphertext]=c&"
                + "payment_method_data[card_present][encrypted_payload][tag]=t&"
                + "payment_method_data[allow_redisplay]=limited&expand[]=latest_attempt&expand[]=payment_method"
        ) { client throws(GatewayError) in
            let payload = EncryptedPayload(scheme: "s", keySerial: "k", ciphertext: "c", tag: "t")
            _ = try await client.confirmSetupIntent(
                SetupIntentReference(id: "seti_1"), payload: payload, allowRedisplay: .limited, key: Fixture.key)
        },
        Call(
            name: "list setups", answer: CustomerFixture.list(CustomerFixture.setup()),
            sent: "GET /v1/setup_intents?customer=cus_1&payment_method=pm_1&expand[]=data.latest_attempt&"
                + "expand[]=data.payment_method&limit=10&created[gte]=5 "
        ) { client throws(GatewayError) in
            _ = try await client.listSetupIntents(
                customer: "cus_1", paymentMethod: "pm_1", ListQuery(createdFrom: 5))
        },
        Call(
            name: "update a setup", answer: CustomerFixture.setup(status: "requires_confirmation"),
            sent: "POST /v1/setup_intents/seti_1 customer=cus_1&payment_method=pm_card_visa&"
                + "payment_method_types[]=card&description=&metadata[a]=1&expand[]=latest_attempt&"
                + "expand[]=payment_method"
        ) { client throws(GatewayError) in
            _ = try await client.updateSetupIntent(
                "seti_1", customer: "cus_1", paymentMethod: "pm_card_visa", paymentMethodTypes: [.card],
                description: .cleared, metadata: ["a": "1"], key: Fixture.key)
        },
        Call(
            name: "cancel a setup", answer: CustomerFixture.setup(status: "canceled"),
            sent: "POST /v1/setup_intents/seti_1/cancel cancellation_reason=abandoned&"
                + "expand[]=latest_attempt&expand[]=payment_method"
        ) { client throws(GatewayError) in
            _ = try await client.cancelSetupIntent("seti_1", reason: .abandoned, key: Fixture.key)
        },
    ]

    static let others = [
        Call(
            name: "ephemeral key", answer: CustomerFixture.key(), sent: "POST /v1/ephemeral_keys customer=cus_1"
        ) { client throws(GatewayError) in
            let key = try await client.createEphemeralKey(
                customer: "cus_1", apiVersion: "2020-08-27", key: Fixture.key)
            guard key.secret == SecretBytes(utf8: "ek_test_abc"), key.expires == 4600 else {
                throw GatewayError(.apiError, fate: .unknown, message: "another key")
            }
        },
        Call(
            name: "end an ephemeral key", answer: CustomerFixture.key(), sent: "DELETE /v1/ephemeral_keys/ephkey_1 "
        ) { client throws(GatewayError) in try await client.deleteEphemeralKey("ephkey_1") },
        Call(
            name: "customer session",
            answer: """
                {"object":"customer_session","customer":"cus_1","client_secret":"cuss_1","created":1,"expires_at":1801,\
                "livemode":false}
                """,
            sent: "POST /v1/customer_sessions customer=cus_1&components[customer_sheet][enabled]=true&"
                + "components[customer_sheet][features][payment_method_remove]=enabled&"
                + "components[pricing_table][enabled]=true"
        ) { client throws(GatewayError) in
            let session = try await client.createCustomerSession(
                customer: "cus_1",
                components: [.customerSheet(["payment_method_remove": "enabled"]), .pricingTable], key: Fixture.key)
            guard session.clientSecret == SecretBytes(utf8: "cuss_1"), session.expiresAt == 1801 else {
                throw GatewayError(.apiError, fate: .unknown, message: "another session")
            }
        },
        Call(
            name: "pay with a saved method", answer: CustomerFixture.paid(),
            sent: "POST /v1/payment_intents amount=1099&currency=eur&capture_method=automatic&"
                + "payment_method_types[]=card&customer=cus_1&payment_method=pm_1&off_session=true&"
                + "return_url=https://shop.example&payment_method_options[card][request_three_d_secure]=challenge&"
                + "setup_future_usage=off_session&shipping[name]=Ann&"
                + "shipping[phone]=1&shipping[address][line1]=Weg 1&shipping[address][city]=Köln&"
                + "shipping[address][postal_code]=50667&shipping[address][country]=DE&confirm=true&"
                + "expand[]=latest_charge&expand[]=payment_method"
        ) { client throws(GatewayError) in
            _ = try await client.createPaymentIntent(
                PaymentIntentParameters(Fixture.euros, customer: "cus_1"),
                paidWith: SavedMethodPayment(
                    paymentMethod: "pm_1", isOffSession: true, returnURL: "https://shop.example",
                    requestThreeDSecure: .challenge, shipping: CustomerFixture.shipping,
                    setupFutureUsage: .offSession), key: Fixture.key)
        },
        Call(
            name: "confirm with a saved method", answer: CustomerFixture.paid(),
            sent: "POST /v1/payment_intents/pi_1/confirm payment_method=pm_1&error_on_requires_action=true&"
                + "expand[]=latest_charge&expand[]=payment_method"
        ) { client throws(GatewayError) in
            _ = try await client.confirmPaymentIntent(
                PaymentIntentReference(id: "pi_1"),
                paidWith: SavedMethodPayment(paymentMethod: "pm_1", failsOnRequiredAction: true), key: Fixture.key)
        },
        Call(
            name: "a customer's payments", answer: CustomerFixture.list(CustomerFixture.paid()),
            sent: "GET /v1/payment_intents?customer=cus_1&limit=10&expand[]=data.latest_charge&"
                + "expand[]=data.payment_method "
        ) { client throws(GatewayError) in _ = try await client.listPaymentIntents(ofCustomer: "cus_1") },
    ]

    private static var all: [Call] { customers + methods + setups + others }

    @Test func everyCallSendsOneRequestOfTheAPIsShape() async throws {
        var failures: [String] = []
        for call in Self.all { failures += try await call.failures() }
        #expect(failures == [])
    }

    @Test func aPublishableKeyMakesPaymentMethodsAndConfirmsSetups() async throws {
        let allowed = [
            "create a method", "confirm with a saved method", "retrieve a setup", "confirm a setup",
            "save a presented card",
        ]
        #expect(try await Self.all.filter { !allowed.contains($0.name) }.sentWithAPublishableKey() == [])
        let server = try HTTPTestServer { _ in .answer() }
        let client = try server.client(key: "pk_test_abc")
        let error = await gatewayError { () throws(GatewayError) in try await client.retrieveSetupIntent("seti_1") }
        #expect(error?.code == .invalidClientSecret)
        #expect(server.acceptedConnections == 0)
        let other = try HTTPTestServer { _ in .answer(200, CustomerFixture.setup()) }
        _ = try await other.client(key: "pk_test_abc")
            .confirmSetupIntent("seti_1", clientSecret: ClientSecret("seti_1_secret_x"), key: Fixture.key)
        #expect(other.requests.first?.body.hasPrefix("client_secret=seti_1_secret_x") == true)
    }

    @Test func theAppsVersionIsNamedForItsKey() async throws {
        let server = try HTTPTestServer { _ in .answer(200, CustomerFixture.key()) }
        _ = try await server.client().createEphemeralKey(
            customer: "cus_1", apiVersion: "2020-08-27", key: Fixture.key)
        let lines = server.requests.flatMap(\.headerLines).filter { $0.lowercased().hasPrefix("stripe-version") }
        #expect(lines == ["Stripe-Version: 2020-08-27"])
    }

    /// An answer about something else is never taken for what was asked.
    @Test func answersAreComparedWithWhatWasAsked() async throws {
        let wrong: [(String, @Sendable (PaymentsClient) async throws(GatewayError) -> Void)] = [
            (
                CustomerFixture.customer("cus_2"),
                { client throws(GatewayError) in
                    _ = try await client.retrieveCustomer("cus_1")
                }
            ),
            (
                CustomerFixture.customer(),
                { client throws(GatewayError) in
                    _ = try await client.deleteCustomer("cus_1")
                }
            ),
            (
                CustomerFixture.method("pm_2", customer: "cus_2"),
                { client throws(GatewayError) in
                    _ = try await client.attachPaymentMethod("pm_2", toCustomer: "cus_1", key: Fixture.key)
                }
            ),
            (
                CustomerFixture.key("cus_2"),
                { client throws(GatewayError) in
                    _ = try await client.createEphemeralKey(customer: "cus_1", apiVersion: "x", key: Fixture.key)
                }
            ),
            (
                CustomerFixture.setup(customer: nil),
                { client throws(GatewayError) in
                    _ = try await client.createSetupIntent(SetupIntentParameters(customer: "cus_1"), key: Fixture.key)
                }
            ),
            (
                CustomerFixture.setup(customer: "cus_2"),
                { client throws(GatewayError) in
                    _ = try await client.updateSetupIntent("seti_1", customer: "cus_1", key: Fixture.key)
                }
            ),
            (
                CustomerFixture.setup(),
                { client throws(GatewayError) in
                    _ = try await client.updateSetupIntent("seti_1", description: .set("Tea"), key: Fixture.key)
                }
            ),
            (
                CustomerFixture.paid(customer: "cus_2"),
                { client throws(GatewayError) in
                    _ = try await client.createPaymentIntent(
                        PaymentIntentParameters(Fixture.euros, customer: "cus_1"),
                        paidWith: SavedMethodPayment(paymentMethod: "pm_1"), key: Fixture.key)
                }
            ),
            (
                CustomerFixture.paid(amount: 1100),
                { client throws(GatewayError) in
                    _ = try await client.createPaymentIntent(
                        PaymentIntentParameters(Fixture.euros, customer: "cus_1"),
                        paidWith: SavedMethodPayment(paymentMethod: "pm_1"), key: Fixture.key)
                }
            ),
        ]
        var codes: [TenderError.Code?] = []
        for (answer, call) in wrong {
            let server = try HTTPTestServer { _ in .answer(200, answer) }
            let client = try server.client()
            codes.append(await gatewayError { () throws(GatewayError) in try await call(client) }?.code)
        }
        #expect(codes == wrong.map { _ in .answerMismatch })
    }
}

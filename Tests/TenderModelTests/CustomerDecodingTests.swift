import FoundationEssentials
import TenderModel
import Testing

@Suite struct CustomerDecodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private static let customer = """
        {"id":"cus_1","object":"customer","address":null,"balance":0,"created":1,"default_source":"card_1",
         "description":null,"email":"a@b.example","invoice_settings":{"custom_fields":null,"default_payment_method":
         {"id":"pm_1","object":"payment_method"},"footer":null},"livemode":false,"metadata":{"a":"1"},"name":"Ann",
         "phone":null,"shipping":{"address":{"city":"K","country":"DE","line1":"Weg 1","line2":null,"postal_code":"5",
         "state":null},"name":"Ann","phone":null},"sources":{"object":"list","data":[{"id":"card_1","object":"card",
         "brand":"American Express","last4":"0005","exp_month":1,"exp_year":2030},{"id":"ba_1","object":"bank_account",
         "country":"DE"}],"has_more":false,"url":"/x"}}
        """

    @Test func aCustomerKeepsItsFieldsThroughBothWays() throws {
        let customer = try decode(Customer.self, Self.customer)
        #expect(customer.defaultPaymentMethod == "pm_1")
        #expect(customer.defaultSource == "card_1")
        #expect(customer.shipping?.address.postalCode == "5")
        #expect(customer.metadata == ["a": "1"])
        #expect(customer.sources?.compactMap(\.paymentMethod).map(\.card?.brand) == [.amex])
        #expect(try again(customer) == customer)
    }

    @Test func ofADeletedCustomerTheIDIsLeft() throws {
        let customer = try decode(Customer.self, #"{"id":"cus_1","object":"customer","deleted":true}"#)
        #expect(customer == Customer(id: "cus_1", isDeleted: true))
        #expect(try again(customer) == customer)
    }

    @Test func aCardThatIsNotPresentIsShownAsACard() throws {
        let method = try decode(
            PaymentMethod.self,
            """
            {"id":"pm_1","object":"payment_method","type":"card","created":5,"customer":{"id":"cus_1"},"livemode":false,
             "billing_details":{"address":{"country":"DE"},"name":"Ann"},"metadata":{"a":"1"},
             "card":{"brand":"visa","last4":"4242","exp_month":12,"exp_year":2034,"fingerprint":"f"}}
            """)
        #expect(method.card?.last4 == "4242")
        #expect(method.card?.fingerprint == "f")
        #expect(method.customer == "cus_1")
        #expect(method.billingDetails?.address?.country == "DE")
        #expect(try again(method) == method)
    }

    @Test func aSetupKeepsItsFieldsThroughBothWays() throws {
        let setup = try decode(
            SetupIntent.self,
            """
            {"id":"seti_1","object":"setup_intent","status":"requires_action","created":1,"customer":"cus_1",
             "livemode":false,"metadata":null,"usage":"on_session","payment_method_types":["card"],
             "client_secret":"seti_1_secret_x","latest_attempt":"setatt_1","payment_method":"pm_1",
             "next_action":{"type":"use_stripe_sdk","use_stripe_sdk":{}},
             "last_setup_error":{"type":"card_error","code":"card_declined"}}
            """)
        #expect(setup.nextAction == NextAction(type: "use_stripe_sdk"))
        #expect(setup.latestAttemptID == "setatt_1")
        #expect(setup.lastSetupError?.code == "card_declined")
        #expect(setup.usage == .onSession)
        #expect(try again(setup) == setup)
    }

    @Test(arguments: [#"{"id":"x","object":"card"}"#, #"{"object":"customer"}"#, #"{"id":"x"}"#])
    func whatIsNoCustomerIsAnError(json: String) {
        #expect(throws: DecodingError.self) { try decode(Customer.self, json) }
    }

    @Test func anIntentTellsItsNextActionAndItsShipping() throws {
        let intent = try decode(
            PaymentIntent.self,
            """
            {"id":"pi_1","object":"payment_intent","amount":5,"currency":"eur","status":"requires_action",
             "capture_method":"automatic","created":1,"livemode":false,"payment_method_types":["card"],
             "shipping":{"address":{"line1":"Weg 1"},"name":"Ann","carrier":"Post"},
             "next_action":{"type":"redirect_to_url","redirect_to_url":{"url":"u","return_url":"r"}}}
            """)
        #expect(intent.nextAction == NextAction(type: "redirect_to_url", redirectURL: "u", returnURL: "r"))
        #expect(intent.shipping?.carrier == "Post")
        #expect(intent.shipping?.address.line1 == "Weg 1")
        #expect(try again(intent) == intent)
    }
}

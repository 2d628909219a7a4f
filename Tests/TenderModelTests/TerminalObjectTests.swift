import FoundationEssentials
import TenderAPI
import TenderModel
import Testing

@Suite struct TerminalObjectTests {
    private func decode<Object: Decodable>(_ type: Object.Type, _ text: String) throws -> Object {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test func anActionsSubjectStandsUnderItsOwnName() throws {
        let action = try decode(
            ReaderAction.self,
            """
            {"type":"collect_payment_method","status":"succeeded","failure_code":null,"failure_message":null,
             "collect_payment_method":{"payment_intent":{"id":"pi_1"},"payment_method":{"id":"pm_1","type":"card_present",
             "card_present":{"brand":"visa","last4":"4242"}}}}
            """)
        #expect(action.kind == .collectPaymentMethod)
        #expect(action.status == .succeeded)
        #expect(action.paymentIntent == "pi_1")
        #expect(action.paymentMethod?.value?.card?.last4 == "4242")
        let unknown = try decode(ReaderAction.self, #"{"type":"dance","status":"resting"}"#)
        #expect(unknown.kind == .unknown("dance"))
        #expect(unknown.status == .unknown("resting"))
    }

    @Test func objectsComeBackAsTheyWereWritten() throws {
        let euro = Amount(minorUnits: 100, currency: .eur)
        var selection = ReaderInput(
            .selection, title: "Size?", required: true, choices: [.init(id: "s", text: "Small", style: "primary")],
            toggles: [.init(title: "Gift", defaultValue: "disabled")], submitButton: "OK")
        selection.value = "s"
        var text = ReaderInput(.text, title: "Name", description: "Yours", skipButton: "No")
        text.value = "Ann"
        let cart = ReaderCart(total: euro, tax: euro, lineItems: [.init("Tea", amount: euro, quantity: 2)])
        let actions = [
            ReaderAction(.collectInputs, .succeeded, inputs: [selection, text]),
            ReaderAction(.setReaderDisplay, .inProgress, cart: cart),
            ReaderAction(
                .confirmPaymentIntent, .failed, failureCode: "card_declined", failureMessage: "No.",
                apiError: APIError(type: .cardError, code: "card_declined"), paymentIntent: "pi_1"),
            ReaderAction(.refundPayment, .succeeded, charge: "ch_1", refund: "re_1", metadata: ["a": "1"]),
        ]
        let readers = actions.map {
            TerminalReader(
                id: "tmr_1", deviceType: "simulated_wisepos_e", label: "Desk", serialNumber: "s-1", status: .online,
                location: "tml_1", action: $0, metadata: ["a": "1"])
        }
        let encoded = try JSONEncoder().encode(readers)
        #expect(try JSONDecoder().decode([TerminalReader].self, from: encoded) == readers)
    }

    @Test func aFormThatIsNotFilledInHasACode() {
        let codes: [String?] = ["customer_canceled", "collect_inputs_timeout", "terminal_reader_hardware_fault", nil]
        let failures = codes.map { ReaderAction(.collectInputs, .failed, failureCode: $0).formFailure }
        #expect(
            failures == [
                .canceled, .collectInputsTimedOut, .collectInputsApplicationError, .collectInputsApplicationError,
            ])
        let others = [ReaderAction(.collectInputs, .inProgress), ReaderAction(.refundPayment, .failed)]
        #expect(others.map(\.formFailure) == [nil, nil])
    }

    @Test func aSmartReaderIsListedWithWhatStandsInItsWay() {
        var smart = TerminalReader(
            id: "tmr_1", deviceType: "stripe_s700", label: "Desk", serialNumber: "S1", status: .online)
        #expect(Reader(smart).problem == nil)
        #expect(!Reader(smart).simulated)
        #expect(Reader(smart).address == ReaderAddress("internet:tmr_1"))
        smart.status = .offline
        smart.deviceType = "simulated_stripe_s700"
        #expect(Reader(smart).problem?.preventsUse == true)
        #expect(Reader(smart).simulated)
    }

    @Test func anAddressChoosesByIdSerialNumberOrLabel() {
        let readers = ["A", "B", "C"].map {
            Reader(
                TerminalReader(id: "tmr_\($0)", deviceType: "x", label: "Desk \($0)", serialNumber: "s-\($0)"))
        }
        let names = ["internet", "internet:tmr_B", "internet:s-C", "internet:Desk B", "internet:D"]
        #expect(names.map { ReaderAddress($0)?.choice(of: readers)?.id } == ["tmr_A", "tmr_B", "tmr_C", "tmr_B", nil])
    }

    @Test func theReaderThatIsChosenKeepsTheSlot() {
        let readers = ["3-1", "3-2"].map { (place: String) in
            Reader(
                id: "usb:\(place)", model: "x", serialNumber: "", discoveryMethod: .usb,
                address: ReaderAddress(.usb, place: place))
        }
        let names = ["usb#1", "usb:3-2#1", "usb:3-2"]
        let chosen = names.map { ReaderAddress($0)?.choice(of: readers)?.address?.description }
        #expect(chosen == ["usb:3-1#1", "usb:3-2#1", "usb:3-2"])
    }

    @Test func anEventKeepsItsObject() throws {
        let text = """
            {"id":"evt_1","object":"event","type":"charge.updated","created":5,"livemode":false,"api_version":"v",
             "pending_webhooks":1,"request":{"id":"req_1","idempotency_key":"k"},
             "data":{"object":{"id":"ch_1","n":[1,2.5,true,null,"x"]},"previous_attributes":{"a":{"b":1}}}}
            """
        let event = try decode(APIEvent.self, text)
        #expect(event.object["id"]?.string == "ch_1")
        #expect(event.requestID == "req_1")
        #expect(event.idempotencyKey == "k")
        #expect(event.object["n"] == .array([.integer(1), .number(2.5), .bool(true), .null, .string("x")]))
        #expect(event.previousAttributes?["a"]?["b"]?.integer == 1)
        #expect(try JSONDecoder().decode(APIEvent.self, from: JSONEncoder().encode(event)) == event)
        #expect(throws: DecodingError.self) {
            try decode(APIEvent.self, text.replacing("\"event\"", with: "\"charge\""))
        }
    }

    @Test func aValueThatIsNestedTooDeeplyIsRefused() throws {
        let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(throws: Never.self) { try decode(APIValue.self, deep(APIValue.maximumDepth)) }
        #expect(throws: DecodingError.self) { try decode(APIValue.self, deep(APIValue.maximumDepth + 2)) }
        #expect(throws: DecodingError.self) { try decode(APIValue.self, deep(400)) }
    }

    @Test func balancesGoBelowZeroAndFeesAreTold() throws {
        let balance = try decode(
            Balance.self,
            #"{"object":"balance","available":[{"amount":-5,"currency":"usd"}],"pending":[{"amount":7,"currency":"jpy"}]}"#
        )
        #expect(balance.available.map(\.amount.minorUnits) == [-5])
        let movement = try decode(
            BalanceTransaction.self,
            """
            {"id":"txn_1","object":"balance_transaction","amount":-1000,"fee":59,"net":-1059,"currency":"usd",
             "type":"refund","reporting_category":"refund","status":"pending","created":1,"available_on":2,
             "source":{"id":"re_1"},"description":null,
             "fee_details":[{"type":"stripe_fee","amount":59,"currency":"usd","description":"fees","application":null}]}
            """)
        #expect(movement.net.minorUnits == -1059)
        #expect(movement.source == "re_1")
        #expect(
            movement.feeDetails == [
                .init(type: "stripe_fee", amount: .init(minorUnits: 59, currency: .usd), description: "fees")
            ])
        #expect(try JSONDecoder().decode(BalanceTransaction.self, from: JSONEncoder().encode(movement)) == movement)
    }
}

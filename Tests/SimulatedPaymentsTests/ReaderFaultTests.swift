import SimulatedPayments
import Testing

@Suite struct ReaderFaultTests {
    private var shop = Shop()
    private let reader: String
    private let intent: String

    init() {
        reader = shop.register()
        intent = shop.create(1000, "usd").id
    }

    private mutating func process(_ more: Form = []) -> Shop.Answer {
        shop.tell(reader, "process_payment_intent", [("payment_intent", intent)] + more)
    }

    private static let cancelable: Form = [("process_config[enable_customer_cancellation]", "true")]

    @Test mutating func faultsAnswerForTheReaderAsOftenAsAsked() {
        let table = [
            ("offline", "HTTP 400 terminal_reader_offline", "offline"),
            ("timeout", "HTTP 400 terminal_reader_timeout", "online"),
            ("busy", "HTTP 409 terminal_reader_busy", "online"),
            ("hardware_fault", "HTTP 400 terminal_reader_hardware_fault", "online"),
        ]
        var found: [String] = []
        for (fault, _, _) in table {
            found.append(shop.arm(reader, fault, 2)["status"]?.text ?? "?")
            found.append(process().action)
            found.append(shop.tell(reader, "cancel_action").action)
            found.append(shop.reader(reader)["status"]?.text ?? "?")
            found.append(shop.reader(reader).action)
            found.append(process().action)
            found.append(shop.tell(reader, "cancel_action").action)
        }
        #expect(
            found
                == table.flatMap { [$0.2, $0.1, $0.1, "online", "none", "process_payment_intent in_progress", "none"] })
    }

    @Test mutating func everyRequestForAnActionMeetsTheFault() {
        let setup = shop.createSetup()
        let paid = shop.sellToInterac(on: reader)
        let collected = shop.create(1000, "usd").id
        let requests: [(String, Form)] = [
            ("set_reader_display", ReaderStateTests.cart), ("collect_inputs", ReaderStateTests.input),
            ("refund_payment", [("payment_intent", paid)]),
            ("process_setup_intent", [("setup_intent", setup), ("allow_redisplay", "always")]),
            ("collect_payment_method", [("payment_intent", collected)]),
        ]
        var found: [String] = []
        for (action, form) in requests {
            _ = shop.arm(reader, "busy")
            found += [shop.tell(reader, action, form).action, shop.tell(reader, action, form).state]
        }
        _ = shop.present(on: reader)
        _ = shop.arm(reader, "busy")
        found.append(shop.tell(reader, "confirm_payment_intent", [("payment_intent", collected)]).action)
        #expect(
            found == requests.flatMap { _ in ["HTTP 409 terminal_reader_busy", "online"] } + [
                "HTTP 409 terminal_reader_busy"
            ])
        // The card was not forgotten for it.
        _ = shop.tell(reader, "confirm_payment_intent", [("payment_intent", collected)])
        #expect(shop.ledger(collected).authorizations == 1)
    }

    @Test mutating func aLostAcknowledgmentStartsTheAction() {
        _ = shop.arm(reader, "lost_acknowledgement")
        let path = "terminal/readers/\(reader)/process_payment_intent"
        let first = shop.post(path, [("payment_intent", intent)], idempotency: "k")
        #expect(first.action == "HTTP 400 terminal_reader_timeout")
        #expect(shop.reader(reader).action == "process_payment_intent in_progress")
        #expect(shop.post(path, [("payment_intent", intent)], idempotency: "k").bytes == first.bytes)
        #expect(shop.present(on: reader).action == "process_payment_intent succeeded")
        _ = shop.arm(reader, "lost_acknowledgement")
        #expect(shop.tell(reader, "cancel_action").action == "HTTP 400 terminal_reader_timeout")
        #expect(shop.reader(reader).action == "none")
    }

    @Test mutating func aReaderThatWasNotReachedIsAskedAgainUnderTheSameKey() {
        var found: [String] = []
        for fault in ["offline", "timeout", "busy", "hardware_fault"] {
            _ = shop.arm(reader, fault)
            let path = "terminal/readers/\(reader)/process_payment_intent"
            _ = shop.post(path, [("payment_intent", intent)], idempotency: fault)
            found.append(shop.post(path, [("payment_intent", intent)], idempotency: fault).action)
        }
        #expect(found == Array(repeating: "process_payment_intent in_progress", count: 4))
    }

    @Test mutating func theCustomerCancelsWhereThereIsAButton() throws {
        #expect(process(Self.cancelable).action == "process_payment_intent in_progress")
        _ = try shop.events("")
        #expect(shop.arm(reader, "customer_cancel").action == "process_payment_intent failed customer_canceled")
        #expect(try shop.events("") == ["terminal.reader.action_failed"])
        #expect(shop.intent(intent).state == "requires_payment_method")
        #expect(shop.present(on: reader).status == 400)

        #expect(shop.arm(reader, "customer_cancel").action == "process_payment_intent failed customer_canceled")
        #expect(process().action == "process_payment_intent in_progress")
        #expect(shop.reader(reader).action == "process_payment_intent in_progress")
        #expect(process(Self.cancelable).action == "process_payment_intent in_progress")
        #expect(shop.reader(reader).action == "process_payment_intent failed customer_canceled")
        #expect(process(Self.cancelable).status == 200)
        #expect(shop.present(on: reader).status == 200)
        #expect(shop.ledger(intent).authorizations == 1)
    }

    @Test mutating func aLostConnectionHidesWhatTheIssuerSaid() {
        var found: [String] = []
        for (card, state) in [("4000000000000002", "requires_payment_method"), ("4242424242424242", "succeeded")] {
            _ = shop.arm(reader, "connection_error")
            _ = process()
            found.append(shop.present(on: reader, card).action)
            #expect(shop.intent(intent).state == state)
        }
        #expect(found == Array(repeating: "process_payment_intent failed connection_error", count: 2))
        #expect(shop.reader(reader)["action", "api_error"] == .null)
        #expect(shop.ledger(intent).authorizations == 1)
        #expect(shop.ledger(intent).declines == 1)
        #expect(process().action == "HTTP 400 intent_invalid_state")
    }

    @Test mutating func aLostConnectionHidesARefundToo() {
        let paid = shop.sellToInterac(on: reader)
        _ = shop.arm(reader, "connection_error")
        _ = shop.tell(reader, "refund_payment", [("payment_intent", paid)])
        #expect(shop.present(on: reader).action == "refund_payment failed connection_error")
        #expect(shop.ledger(paid).refunded == 1000)
    }

    @Test mutating func faultsAreReadAndTakenBack() {
        #expect(shop.arm(reader, "flood").param == "fault")
        #expect(shop.arm(reader, "busy", -1).param == "count")
        #expect(shop.post("_tender/readers/\(reader)/fault").code == "parameter_missing")
        #expect(shop.arm(reader, "offline", 0)["status"] == "online")
        #expect(shop.arm(reader, "offline", 5)["status"] == "offline")
        #expect(shop.arm(reader, "none")["status"] == "online")
        #expect(process().status == 200)
    }
}

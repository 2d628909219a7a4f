import SimulatedPayments
import Testing

/// Every state of a reader's action against everything that can be asked.
@Suite struct ReaderStateTests {
    static let cart: Form = [
        ("type", "cart"), ("cart[currency]", "usd"), ("cart[total]", "1100"), ("cart[tax]", "100"),
        ("cart[line_items][0][description]", "Tea"), ("cart[line_items][0][amount]", "500"),
        ("cart[line_items][0][quantity]", "2"),
    ]
    static let input: Form = [("inputs[0][type]", "text"), ("inputs[0][custom_text][title]", "Name")]

    /// A shop with a reader in a state, and what can be asked of it.
    private struct Scene {
        var shop = Shop()
        let reader: String
        let intent: String
        let other: String
        let paid: String
        let setup: String

        init(_ state: String = "nothing") {
            reader = shop.register()
            paid = shop.sellToInterac(on: reader)
            _ = shop.tell(reader, "cancel_action")
            intent = shop.create(1000, "usd").id
            other = shop.create(1000, "usd").id
            setup = shop.createSetup()
            enter(state)
        }

        var begins: [String: Form] {
            [
                "process_payment_intent": [("payment_intent", other)],
                "collect_payment_method": [("payment_intent", other)],
                "process_setup_intent": [("setup_intent", setup), ("allow_redisplay", "always")],
                "refund_payment": [("payment_intent", paid)], "collect_inputs": input,
            ]
        }

        mutating func tell(_ action: String, _ form: Form) -> String { shop.tell(reader, action, form).action }

        mutating func enter(_ state: String) {
            let own: Form = [("payment_intent", intent)]
            switch state {
            case "nothing": break
            case "displayed": _ = tell("set_reader_display", cart)
            case "processing": _ = tell("process_payment_intent", own)
            case "collecting": _ = tell("collect_payment_method", own)
            case "setting up", "refunding", "asking":
                let names = [
                    "setting up": "process_setup_intent", "refunding": "refund_payment", "asking": "collect_inputs",
                ]
                let action = names[state] ?? ""
                _ = tell(action, begins[action] ?? [])
            case "collected":
                enter("collecting")
                _ = shop.present(on: reader)
            case "forgotten":
                enter("collected")
                shop.now += SimulatedPayments.collectionLifetime
            case "confirmed":
                enter("collected")
                _ = tell("confirm_payment_intent", own)
            case "paid", "declined":
                enter("processing")
                _ = shop.present(on: reader, state == "paid" ? nil : "4000000000000002")
            case "answered", "unanswered":
                enter("asking")
                _ = shop.help(
                    reader, state == "answered" ? "succeed_input_collection" : "timeout_input_collection")
            default: Issue.record("there is no state \(state)")
            }
        }
    }

    private static let busy = "HTTP 409 terminal_reader_busy"
    private static let unready = "HTTP 400 intent_invalid_state"
    private static let idle = "HTTP 400 -"
    private static let shown = "set_reader_display in_progress"

    /// The state, and the answers to: cart, confirmation, presentation, inputs given, inputs not given.
    private static let table: [(state: String, answers: [String])] = [
        ("nothing", [shown, unready, idle, idle, idle]), ("displayed", [shown, unready, idle, idle, idle]),
        ("processing", [busy, unready, "process_payment_intent succeeded", idle, idle]),
        ("collecting", [busy, unready, "collect_payment_method succeeded", idle, idle]),
        ("setting up", [busy, unready, "process_setup_intent succeeded", idle, idle]),
        ("refunding", [busy, unready, "refund_payment succeeded", idle, idle]),
        ("asking", [busy, unready, idle, "collect_inputs succeeded", "collect_inputs failed collect_inputs_timeout"]),
        ("collected", [busy, "confirm_payment_intent in_progress", idle, idle, idle]),
        ("forgotten", [shown, unready, idle, idle, idle]), ("confirmed", [shown, unready, idle, idle, idle]),
        ("paid", [shown, unready, idle, idle, idle]), ("declined", [shown, unready, idle, idle, idle]),
        ("answered", [shown, unready, idle, idle, idle]), ("unanswered", [shown, unready, idle, idle, idle]),
    ]

    @Test func everyRequestIsAnsweredByTheState() {
        var wrong: [String] = []
        for (state, expected) in Self.table {
            let requests: [(inout Scene) -> String] = [
                { $0.tell("set_reader_display", Self.cart) },
                { $0.tell("confirm_payment_intent", [("payment_intent", $0.intent)]) },
                { $0.shop.present(on: $0.reader).action },
                { $0.shop.help($0.reader, "succeed_input_collection").action },
                { $0.shop.help($0.reader, "timeout_input_collection").action },
            ]
            let entered = Scene(state)
            for (request, answer) in zip(requests, expected) {
                var scene = entered
                let before = scene.shop.reader(scene.reader).action
                let found = request(&scene)
                if found != answer { wrong.append("\(state): \(found) instead of \(answer)") }
                if found.hasPrefix("HTTP"), scene.shop.reader(scene.reader).action != before {
                    wrong.append("\(state): \(found) changed the action")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aNewActionReplacesAnyOther() {
        var wrong: [String] = []
        for (state, _) in Self.table {
            let entered = Scene(state)
            for action in entered.begins.keys.sorted() {
                var scene = entered
                let found = scene.tell(action, scene.begins[action] ?? [])
                if found != "\(action) in_progress" { wrong.append("\(state), \(action): \(found)") }
                if scene.shop.reader(scene.reader).action != found { wrong.append("\(state), \(action) is not kept") }
            }
            var scene = entered
            if scene.tell("cancel_action", []) != "none" { wrong.append("\(state) is not canceled") }
        }
        #expect(wrong == [])
    }

    @Test func whatGaveWayIsNotPaid() {
        var scene = Scene("processing")
        _ = scene.tell("process_payment_intent", [("payment_intent", scene.other)])
        _ = scene.shop.present(on: scene.reader)
        #expect(scene.shop.intent(scene.other).state == "succeeded")
        #expect(scene.shop.intent(scene.intent).state == "requires_payment_method")
    }

    @Test func aCartIsShownUntilItIsCleared() throws {
        var scene = Scene()
        _ = try scene.shop.events("")
        let shown = scene.shop.tell(scene.reader, "set_reader_display", Self.cart)
        #expect(try scene.shop.events("") == ["terminal.reader.action_succeeded"])
        let line: JSONValue = ["amount": 500, "description": "Tea", "quantity": 2]
        #expect(
            shown["action", "set_reader_display"]
                == ["type": "cart", "cart": ["currency": "usd", "tax": 100, "total": 1100, "line_items": [line]]])
        #expect(scene.shop.reader(scene.reader).action == "set_reader_display succeeded")
        #expect(scene.tell("process_payment_intent", [("payment_intent", scene.intent)]).hasSuffix("in_progress"))
        let table: [(Form, String)] = [
            ([("type", "cart")], "cart"), ([("type", "poem")], "type"), (Self.cart.filter { $0.0 != "type" }, "type"),
            (Self.cart.filter { $0.0 != "cart[total]" }, "cart[total]"),
            (Self.cart.filter { !$0.0.contains("line_items") }, "cart[line_items]"),
            (Self.cart.filter { !$0.0.contains("quantity") }, "cart[line_items][0][quantity]"),
        ]
        #expect(table.map { scene.shop.tell(scene.reader, "set_reader_display", $0.0).param } == table.map(\.1))
    }
}

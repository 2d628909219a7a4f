import SimulatedPayments
import Testing

@Suite struct ReaderInputTests {
    private var shop = Shop()
    private let reader: String

    init() { reader = shop.register() }

    private static func input(_ index: Int, _ type: String) -> Form {
        [("inputs[\(index)][type]", type), ("inputs[\(index)][custom_text][title]", "Title")]
    }

    private static let choices: Form = [
        ("inputs[0][selection][choices][0][id]", "yes"), ("inputs[0][selection][choices][0][text]", "Yes"),
        ("inputs[0][selection][choices][0][style]", "primary"), ("inputs[0][selection][choices][1][id]", "no"),
        ("inputs[0][selection][choices][1][text]", "No"),
    ]

    private static let form: Form =
        input(0, "selection") + choices + [("inputs[0][required]", "true"), ("metadata[order]", "7")]
        + input(1, "signature") + input(2, "text") + input(3, "email") + input(4, "numeric")
        + [("inputs[2][toggles][0][title]", "News"), ("inputs[2][toggles][0][default_value]", "enabled")]

    @Test mutating func inputsAreShownEmptyAndThenFilled() {
        let asked = shop.tell(reader, "collect_inputs", Self.form)
        #expect(asked.action == "collect_inputs in_progress")
        #expect(asked["action", "collect_inputs", "metadata"] == ["order": "7"])
        let empty = asked["action", "collect_inputs", "inputs"]?.elements ?? []
        #expect(empty.first?["selection"]?["id"] == .null)
        #expect(empty.first?["required"] == true)
        #expect(empty.last?["numeric"] == ["value": nil])
        #expect(empty.last?["skipped"] == nil)
        let filled = shop.help(reader, "succeed_input_collection")
        let inputs = filled["action", "collect_inputs", "inputs"]?.elements ?? []
        #expect(filled.action == "collect_inputs succeeded")
        #expect(inputs.map { $0["skipped"] } == Array(repeating: false, count: 5))
        #expect(inputs.first?["selection"]?["id"] == "yes")
        #expect(inputs.first?["selection"]?["text"] == "Yes")
        let values = inputs.dropFirst().map { $0[$0["type"]?.text ?? ""]?["value"]?.text }
        #expect(values.allSatisfy { $0?.isEmpty == false })
        #expect(values.first??.hasPrefix("file_") == true)
        #expect(inputs[2]["toggles"]?.elements.first?["value"] == "enabled")
    }

    @Test mutating func whatNeedNotBeAnsweredIsSkipped() {
        _ = shop.tell(reader, "collect_inputs", Self.form)
        let filled = shop.help(reader, "succeed_input_collection", [("skip_non_required_inputs", "all")])
        let inputs = filled["action", "collect_inputs", "inputs"]?.elements ?? []
        #expect(inputs.map { $0["skipped"] } == [false, true, true, true, true])
        #expect(inputs[2]["text"] == ["value": nil])
    }

    @Test mutating func timeRunsOut() throws {
        _ = shop.tell(reader, "collect_inputs", Self.form)
        _ = try shop.events("")
        #expect(shop.help(reader, "timeout_input_collection").action == "collect_inputs failed collect_inputs_timeout")
        #expect(try shop.events("") == ["terminal.reader.action_failed"])
        #expect(shop.help(reader, "timeout_input_collection").action == "HTTP 400 -")
        #expect(shop.help(reader, "succeed_input_collection").action == "HTTP 400 -")
    }

    @Test mutating func limitsAreKept() {
        let six = (0...5).flatMap { Self.input($0, "text") }
        let fiveChoices = (0...4).flatMap { index -> Form in
            let place = "inputs[0][selection][choices][\(index)]"
            return [("\(place)[id]", "\(index)"), ("\(place)[text]", "t")]
        }
        let fiveToggles = (0...4).map { ("inputs[0][toggles][\($0)][title]", "t") }
        let table: [(Form, String)] = [
            ([], "parameter_missing inputs"), (six, "- inputs"),
            (Self.input(0, "selection"), "parameter_missing inputs[0][selection]"),
            (Self.input(0, "selection") + fiveChoices, "- inputs[0][selection][choices]"),
            (Self.input(0, "text") + Self.choices, "- inputs[0][selection]"),
            (Self.input(0, "text") + fiveToggles, "- inputs[0][toggles]"),
            ([("inputs[0][type]", "text")], "parameter_missing inputs[0][custom_text]"),
            (Self.input(0, "dance"), "- inputs[0][type]"),
            (Self.input(0, "text") + [("inputs[0][color]", "x")], "parameter_unknown inputs[0][color]"),
        ]
        var found: [String] = []
        for (form, _) in table {
            let answer = shop.tell(reader, "collect_inputs", form)
            found.append("\(answer.code) \(answer.param)")
        }
        #expect(found == table.map(\.1))
        #expect(shop.reader(reader).action == "none")
    }

    /// What fits on the screen.
    @Test mutating func textsOfAFormAreShort() {
        let (text, toggle) = ("inputs[0][custom_text]", "inputs[0][toggles][0]")
        let choice = "inputs[0][selection][choices][0]"
        let table: [(String, Int)] = [
            ("\(text)[title]", 40), ("\(text)[description]", 500), ("\(text)[skip_button]", 14),
            ("\(text)[submit_button]", 30), ("\(toggle)[title]", 50), ("\(toggle)[description]", 50),
            ("\(choice)[id]", 50), ("\(choice)[text]", 30),
        ]
        var found: [String] = []
        for (name, limit) in table {
            let form =
                name.hasPrefix(choice)
                ? Self.input(0, "selection") + [("\(choice)[id]", "a"), ("\(choice)[text]", "a")]
                : Self.input(0, "text")
            let answers = [limit, limit + 1].map { length in
                shop.tell(reader, "collect_inputs", form + [(name, String(repeating: "é", count: length))])
            }
            found.append("\(answers[0].status) \(answers[1].param)")
        }
        #expect(found == table.map { "200 \($0.0)" })
    }

    @Test mutating func choicesDifferAndTogglesSayWhatTheyAreFor() {
        let toggle = "inputs[0][toggles][0]"
        let twice = Self.choices.map { ($0.0, $0.1 == "no" ? "yes" : $0.1) }
        let table: [(Form, String)] = [
            (Self.input(0, "selection") + twice, "400 inputs[0][selection][choices][1][id]"),
            (Self.input(0, "text") + [("\(toggle)[default_value]", "enabled")], "400 \(toggle)"),
            (Self.input(0, "text") + [("\(toggle)[description]", "By mail")], "200 -"),
        ]
        let found = table.map { form, _ in
            let answer = shop.tell(reader, "collect_inputs", form)
            return "\(answer.status) \(answer.param)"
        }
        #expect(found == table.map(\.1))
    }

    /// The answers that the simulated readers of the public SDKs give.
    @Test mutating func theCustomerTypesWhatIsKnown() {
        let table = [
            ("email", "someone@example.com"), ("phone", "+15555551234"), ("text", "Jane Doe"),
            ("numeric", "2907981236"),
        ]
        _ = shop.tell(reader, "collect_inputs", table.enumerated().flatMap { Self.input($0.offset, $0.element.0) })
        let inputs = shop.help(reader, "succeed_input_collection")["action", "collect_inputs", "inputs"]?.elements ?? []
        let found = zip(table, inputs).map { $1[$0.0]?["value"]?.text }
        #expect(found == table.map(\.1))
    }
}

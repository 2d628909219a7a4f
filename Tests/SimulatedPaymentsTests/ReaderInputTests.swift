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
        #expect(empty.first?["selection"]?["id"] == .null && empty.first?["required"] == true)
        #expect(empty.last?["numeric"] == ["value": nil] && empty.last?["skipped"] == nil)
        let filled = shop.help(reader, "succeed_input_collection")
        let inputs = filled["action", "collect_inputs", "inputs"]?.elements ?? []
        #expect(
            filled.action == "collect_inputs succeeded"
                && inputs.map { $0["skipped"] } == Array(repeating: false, count: 5))
        #expect(inputs.first?["selection"]?["id"] == "yes" && inputs.first?["selection"]?["text"] == "Yes")
        let values = inputs.dropFirst().map { $0[$0["type"]?.text ?? ""]?["value"]?.text }
        #expect(values.allSatisfy { $0?.isEmpty == false } && values.first??.hasPrefix("file_") == true)
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
        #expect(shop.help(reader, "timeout_input_collection").action == "collect_inputs failed timeout")
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
            (Self.input(0, "text") + [("inputs[0][colour]", "x")], "parameter_unknown inputs[0][colour]"),
        ]
        var found: [String] = []
        for (form, _) in table {
            let answer = shop.tell(reader, "collect_inputs", form)
            found.append("\(answer.code) \(answer.param)")
        }
        #expect(found == table.map(\.1) && shop.reader(reader).action == "none")
    }
}

import SimulatedCard
import SimulatedPayments
import TenderBytes
import TenderModel

/// The panel of a simulated reader and the customer in front of it: its display, and buttons for what can happen there.
enum ReaderPanel {
    private static let faults: [(value: String, label: String)] = [
        ("offline", "Unplug the reader"), ("none", "Plug it in, and end every fault"),
        ("customer_cancel", "The customer presses cancel"),
        ("connection_error", "The card is pulled out too early: the reader does not learn the outcome"),
        ("timeout", "A command does not reach it"),
        ("lost_acknowledgement", "It does a command, and the answer is lost"),
        ("busy", "It says that it is busy"), ("hardware_fault", "It is broken"),
    ]

    static func show(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(desk, &payments, nil)
    }

    private static func show(
        _ desk: Desk, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let reader = try desk.get("/v1/terminal/readers/\(desk.visit.id)", of: &payments)
        guard !reader.isTrue("deleted") else { throw .notFound }
        let id = reader.string("id")
        let lines = ReaderScreen.lines(of: reader, desk, &payments).map { "<p>\($0)</p>\n" as HTML }
        let facts: [(name: String, value: HTML?)] = [
            ("Status", DeskFormats.tag(reader.string("status"))), ("Action", "\(ReaderScreen.summary(of: reader))"),
            ("Failed because", DeskFormats.fact(reader["action"]?["failure_message"]?.text)),
            ("Payment", payment(of: reader, desk)),
            ("Type", "\(DeskFormats.words(reader.string("device_type")))"),
            ("Serial number", "\(reader.string("serial_number"))"),
            ("Location", DeskFormats.fact(reader["location"]?.text)),
        ]
        let content: HTML = """
            <div class="screen" role="group" aria-label="What the reader shows">
            \(lines)</div>
            \(DeskFormats.facts(facts + DeskFormats.metadata(of: reader)))
            \(forms(reader, id).map { $0.html(desk, failure) })
            """
        let title = "Reader \(reader["label"]?.text ?? id)"
        return desk.page(title, .readers, failure: failure, content, payments)
    }

    private static func payment(of reader: JSONValue, _ desk: Desk) -> HTML? {
        guard let action = reader["action"], let type = action["type"]?.text, let content = action[type],
            content["payment_intent"]?.text != nil
        else { return nil }
        return RefundPages.payment(of: content, desk)
    }

    private static func forms(_ reader: JSONValue, _ id: String) -> [DeskForm] {
        let path = ReaderPages.path(id)
        let action = reader["action"]
        let waits = action?["status"] == "in_progress"
        var forms: [DeskForm] = []
        if waits, action?["type"] == "collect_inputs" {
            forms += [answer(path), timeOut(path)]
        } else if waits, action?["type"] != "set_reader_display" {
            forms.append(present(path))
        }
        if action?["type"]?.text != nil, waits || action?["type"] == "set_reader_display" {
            forms.append(
                DeskForm(
                    name: "cancel", title: "End the action", action: path + "/cancel", button: "End it",
                    explanation: "As the program does with cancel_action."))
        }
        let fault = DeskForm(
            name: "fault", title: "What goes wrong", action: path + "/fault",
            fields: [
                .init("fault", "What happens", .choice(faults)), .init("count", "How often", .number, "1"),
            ], button: "Do it")
        return forms + [fault]
    }

    private static func present(_ path: String) -> DeskForm {
        let cards = SimulatedCard.all.map { (value: $0.name, label: "\($0.name) •••• \($0.last4)") }
        return DeskForm(
            name: "present", title: "Present a card", action: path + "/present",
            fields: [
                .init("card", "Card", .choice(cards)),
                .init("amount_tip", "Tip in the smallest unit", .number, hint: "Only where the reader asks for one."),
            ], button: "Present")
    }

    private static func answer(_ path: String) -> DeskForm {
        DeskForm(
            name: "answer", title: "Fill the form in", action: path + "/answer",
            fields: [.init("skips", "Skip what is optional", .flag)], button: "Answer")
    }

    private static func timeOut(_ path: String) -> DeskForm {
        DeskForm(
            name: "timeout", title: "Let the time run out", action: path + "/timeout", button: "Do not answer")
    }
}

/// The actions of the buttons.
extension ReaderPanel {
    static func present(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        guard let card = try? SimulatedCard.named(desk.visit.field("card") ?? "") else {
            return try show(desk, &payments, FormFailure("present", "Choose a card.", field: "card"))
        }
        let type = card.paymentMethodType == .interacPresent ? "interac_present" : "card_present"
        let number = card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let tip: Desk.Fields = desk.visit.field("amount_tip").map { [("amount_tip", $0)] } ?? []
        return try help(
            desk, "present", "present_payment_method", [("type", type), ("\(type)[number]", number)] + tip,
            done: "presented", &payments)
    }

    static func answer(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let skips = desk.visit.field("skips") == "true" ? "all" : "none"
        return try help(
            desk, "answer", "succeed_input_collection", [("skip_non_required_inputs", skips)], done: "answered",
            &payments)
    }

    static func timeOut(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try help(desk, "timeout", "timeout_input_collection", [], done: "timed-out", &payments)
    }

    static func cancel(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let path = "/v1/terminal/readers/\(desk.visit.id)/cancel_action"
        return try act(desk, "cancel", path, [], done: "canceled", &payments)
    }

    static func arm(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields: Desk.Fields = ["fault", "count"].compactMap { name in desk.visit.field(name).map { (name, $0) } }
        let path = "/v1/_tender/readers/\(desk.visit.id)/fault"
        return try act(desk, "fault", path, fields, done: "fault", &payments)
    }

    private static func help(
        _ desk: Desk, _ form: String, _ helper: String, _ fields: Desk.Fields, done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let path = "/v1/test_helpers/terminal/readers/\(desk.visit.id)/\(helper)"
        return try act(desk, form, path, fields, done: done, &payments)
    }

    private static func act(
        _ desk: Desk, _ form: String, _ path: String, _ fields: Desk.Fields, done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let answer = desk.ask("POST", path, fields, of: &payments)
        guard answer.status == 200 else { return try show(desk, &payments, FormFailure(form, answer)) }
        return desk.done(done, at: ReaderPages.path(desk.visit.id))
    }
}

extension PageRoute {
    static let readerPanel = [
        desk("/readers/:id", ReaderPanel.show), deskForm("/readers/:id/present", ReaderPanel.present),
        deskForm("/readers/:id/answer", ReaderPanel.answer), deskForm("/readers/:id/timeout", ReaderPanel.timeOut),
        deskForm("/readers/:id/cancel", ReaderPanel.cancel), deskForm("/readers/:id/fault", ReaderPanel.arm),
    ]
}

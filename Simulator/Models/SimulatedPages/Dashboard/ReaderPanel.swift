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

    static func show(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try show(dashboard, &payments, nil)
    }

    private static func show(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let reader = try dashboard.get("/v1/terminal/readers/\(dashboard.visit.id)", of: &payments)
        guard !reader.isTrue("deleted") else { throw .notFound }
        let id = reader.string("id")
        let lines = ReaderScreen.lines(of: reader, dashboard, &payments).map { "<p>\($0)</p>\n" as HTML }
        let facts: [(name: String, value: HTML?)] = [
            ("Status", DashboardFormats.tag(reader.string("status"))),
            ("Action", "\(ReaderScreen.summary(of: reader))"),
            ("Failed because", DashboardFormats.fact(reader["action"]?["failure_message"]?.text)),
            ("Payment", payment(of: reader, dashboard)),
            ("Type", "\(DashboardFormats.words(reader.string("device_type")))"),
            ("Serial number", "\(reader.string("serial_number"))"),
            ("Location", DashboardFormats.fact(reader["location"]?.text)),
        ]
        let content: HTML = """
            <div class="screen" role="group" aria-label="What the reader shows">
            \(lines)</div>
            \(DashboardFormats.facts(facts + DashboardFormats.metadata(of: reader)))
            \(forms(reader, id).map { $0.html(dashboard, failure) })
            """
        let title = "Reader \(reader["label"]?.text ?? id)"
        return dashboard.page(title, .readers, failure: failure, content, payments)
    }

    private static func payment(of reader: JSONValue, _ dashboard: Dashboard) -> HTML? {
        guard let action = reader["action"], let type = action["type"]?.text, let content = action[type],
            content["payment_intent"]?.text != nil
        else { return nil }
        return RefundPages.payment(of: content, dashboard)
    }

    private static func forms(_ reader: JSONValue, _ id: String) -> [DashboardForm] {
        let path = ReaderPages.path(id)
        let action = reader["action"]
        let waits = action?["status"] == "in_progress"
        var forms: [DashboardForm] = []
        if waits, action?["type"] == "collect_inputs" {
            forms += [answer(path), timeOut(path)]
        } else if waits, action?["type"] != "set_reader_display" {
            forms.append(present(path))
        }
        if action?["type"]?.text != nil, waits || action?["type"] == "set_reader_display" {
            forms.append(
                DashboardForm(
                    name: "cancel", title: "End the action", action: path + "/cancel", button: "End it",
                    explanation: "As the program does with cancel_action."))
        }
        let fault = DashboardForm(
            name: "fault", title: "What goes wrong", action: path + "/fault",
            fields: [
                .init("fault", "What happens", .choice(faults)), .init("count", "How often", .number, "1"),
            ], button: "Do it")
        return forms + [fault]
    }

    private static func present(_ path: String) -> DashboardForm {
        let cards = SimulatedCard.all.map { (value: $0.name, label: "\($0.name) •••• \($0.last4)") }
        return DashboardForm(
            name: "present", title: "Present a card", action: path + "/present",
            fields: [
                .init("card", "Card", .choice(cards)),
                .init("amount_tip", "Tip in the smallest unit", .number, hint: "Only where the reader asks for one."),
            ], button: "Present")
    }

    private static func answer(_ path: String) -> DashboardForm {
        DashboardForm(
            name: "answer", title: "Fill the form in", action: path + "/answer",
            fields: [.init("skips", "Skip what is optional", .flag)], button: "Answer")
    }

    private static func timeOut(_ path: String) -> DashboardForm {
        DashboardForm(
            name: "timeout", title: "Let the time run out", action: path + "/timeout", button: "Do not answer")
    }
}

/// The actions of the buttons.
extension ReaderPanel {
    static func present(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        guard let card = try? SimulatedCard.named(dashboard.visit.field("card") ?? "") else {
            return try show(dashboard, &payments, FormFailure("present", "Choose a card.", field: "card"))
        }
        let type = card.paymentMethodType == .interacPresent ? "interac_present" : "card_present"
        let number = card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let tip: Dashboard.Fields = dashboard.visit.field("amount_tip").map { [("amount_tip", $0)] } ?? []
        return try help(
            dashboard, "present", "present_payment_method", [("type", type), ("\(type)[number]", number)] + tip,
            done: "presented", &payments)
    }

    static func answer(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let skips = dashboard.visit.field("skips") == "true" ? "all" : "none"
        return try help(
            dashboard, "answer", "succeed_input_collection", [("skip_non_required_inputs", skips)], done: "answered",
            &payments)
    }

    static func timeOut(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse
    {
        try help(dashboard, "timeout", "timeout_input_collection", [], done: "timed-out", &payments)
    }

    static func cancel(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let path = "/v1/terminal/readers/\(dashboard.visit.id)/cancel_action"
        return try act(dashboard, "cancel", path, [], done: "canceled", &payments)
    }

    static func arm(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields: Dashboard.Fields = ["fault", "count"].compactMap { name in
            dashboard.visit.field(name).map { (name, $0) }
        }
        let path = "/v1/_tender/readers/\(dashboard.visit.id)/fault"
        return try act(dashboard, "fault", path, fields, done: "fault", &payments)
    }

    private static func help(
        _ dashboard: Dashboard, _ form: String, _ helper: String, _ fields: Dashboard.Fields, done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let path = "/v1/test_helpers/terminal/readers/\(dashboard.visit.id)/\(helper)"
        return try act(dashboard, form, path, fields, done: done, &payments)
    }

    private static func act(
        _ dashboard: Dashboard, _ form: String, _ path: String, _ fields: Dashboard.Fields, done: String,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) -> APIResponse {
        let answer = dashboard.ask("POST", path, fields, of: &payments)
        guard answer.status == 200 else { return try show(dashboard, &payments, FormFailure(form, answer)) }
        return dashboard.done(done, at: ReaderPages.path(dashboard.visit.id))
    }
}

extension PageRoute {
    static let readerPanel = [
        dashboard("/readers/:id", ReaderPanel.show), dashboardForm("/readers/:id/present", ReaderPanel.present),
        dashboardForm("/readers/:id/answer", ReaderPanel.answer),
        dashboardForm("/readers/:id/timeout", ReaderPanel.timeOut),
        dashboardForm("/readers/:id/cancel", ReaderPanel.cancel), dashboardForm("/readers/:id/fault", ReaderPanel.arm),
    ]
}

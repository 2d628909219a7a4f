import SimulatedPayments

/// The pages of smart readers: the list, and a new one.
enum ReaderPages {
    static func path(_ id: String) -> String { "/readers/\(WebAddress.encoded(id))" }

    static func list(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try list(dashboard, &payments, nil)
    }

    private static func list(
        _ dashboard: Dashboard, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let list = try DashboardList("/v1/terminal/readers", on: "/readers", dashboard, &payments)
        let rows = list.rows.map { reader -> [HTML] in
            let id = reader.string("id")
            return [
                "<a href=\"\(dashboard.address(path(id)))\">\(reader["label"]?.text ?? id)</a>",
                DashboardFormats.tag(reader.string("status")), "\(ReaderScreen.summary(of: reader))",
                "\(DashboardFormats.words(reader.string("device_type")))", "\(reader["location"]?.text ?? "–")",
                "\(reader.string("serial_number"))", "\(id)",
            ]
        }
        let table = DashboardTable(
            name: "Readers",
            columns: [
                .long("Label"), .text("Status"), .text("Action"), .text("Type"), .text("Location"),
                .text("Serial number"), .text("Reader"),
            ], rows: rows, empty: "There are no smart readers.")
        let content: HTML = "\(table.html)\n\(list.paging)\n\(register.html(dashboard, failure))"
        return dashboard.page("Readers", .readers, failure: failure, content, payments)
    }

    private static var register: DashboardForm {
        DashboardForm(
            name: "register", title: "Register a simulated reader", action: "/readers",
            fields: [
                .init(
                    "registration_code", "Type",
                    .choice([("simulated-wpe", "BBPOS WisePOS E"), ("simulated-s700", "S700")])),
                .init("label", "Label", .text, hint: "Your name for it; the serial number if you leave it empty."),
            ], button: "Register")
    }

    static func create(_ dashboard: Dashboard, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields: Dashboard.Fields = ["registration_code", "label"].compactMap { name in
            dashboard.visit.field(name).map { (name, $0) }
        }
        let answer = dashboard.ask("POST", "/v1/terminal/readers", fields, of: &payments)
        guard answer.status == 200 else { return try list(dashboard, &payments, FormFailure("register", answer)) }
        return dashboard.done("registered", at: path(answer.json.string("id")))
    }
}

extension PageRoute {
    static let readerPages =
        [dashboard("/readers", ReaderPages.list), dashboardForm("/readers", ReaderPages.create)] + readerPanel
}

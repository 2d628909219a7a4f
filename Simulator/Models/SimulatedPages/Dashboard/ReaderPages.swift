import SimulatedPayments

/// The pages of smart readers: the list, and a new one.
enum ReaderPages {
    static func path(_ id: String) -> String { "/readers/\(WebAddress.encoded(id))" }

    static func list(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        try list(desk, &payments, nil)
    }

    private static func list(
        _ desk: Desk, _ payments: inout SimulatedPayments, _ failure: FormFailure?
    ) throws(PageRefusal) -> APIResponse {
        let list = try DeskList("/v1/terminal/readers", on: "/readers", desk, &payments)
        let rows = list.rows.map { reader -> [HTML] in
            let id = reader.string("id")
            return [
                "<a href=\"\(desk.address(path(id)))\">\(reader["label"]?.text ?? id)</a>",
                DeskFormats.tag(reader.string("status")), "\(ReaderScreen.summary(of: reader))",
                "\(DeskFormats.words(reader.string("device_type")))", "\(reader["location"]?.text ?? "–")",
                "\(reader.string("serial_number"))", "\(id)",
            ]
        }
        let table = DeskTable(
            name: "Readers",
            columns: [
                .long("Label"), .text("Status"), .text("Action"), .text("Type"), .text("Location"),
                .text("Serial number"), .text("Reader"),
            ], rows: rows, empty: "There are no smart readers.")
        let content: HTML = "\(table.html)\n\(list.paging)\n\(register.html(desk, failure))"
        return desk.page("Readers", .readers, failure: failure, content, payments)
    }

    private static var register: DeskForm {
        DeskForm(
            name: "register", title: "Register a simulated reader", action: "/readers",
            fields: [
                .init(
                    "registration_code", "Type",
                    .choice([("simulated-wpe", "BBPOS WisePOS E"), ("simulated-s700", "S700")])),
                .init("label", "Label", .text, hint: "Your name for it; the serial number if you leave it empty."),
            ], button: "Register")
    }

    static func create(_ desk: Desk, _ payments: inout SimulatedPayments) throws(PageRefusal) -> APIResponse {
        let fields: Desk.Fields = ["registration_code", "label"].compactMap { name in
            desk.visit.field(name).map { (name, $0) }
        }
        let answer = desk.ask("POST", "/v1/terminal/readers", fields, of: &payments)
        guard answer.status == 200 else { return try list(desk, &payments, FormFailure("register", answer)) }
        return desk.done("registered", at: path(answer.json.string("id")))
    }
}

extension PageRoute {
    static let readerPages =
        [desk("/readers", ReaderPages.list), deskForm("/readers", ReaderPages.create)] + readerPanel
}

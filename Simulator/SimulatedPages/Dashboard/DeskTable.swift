import SimulatedPayments

/// A table that can be scrolled sideways where it does not fit.
struct DeskTable {
    enum Column {
        case text(String)
        case number(String)
        /// Text that may be long, and is broken into lines.
        case long(String)

        fileprivate var title: String {
            switch self {
            case .text(let title), .number(let title), .long(let title): title
            }
        }

        fileprivate var style: String {
            switch self {
            case .text: "short"
            case .number: "number"
            case .long: "long"
            }
        }
    }

    /// What it shows, for those who do not see it.
    let name: String
    let columns: [Column]
    var rows: [[HTML]]
    /// What stands there instead when there are no rows.
    let empty: String

    var html: HTML {
        guard !rows.isEmpty else { return "<p class=\"quiet\">\(empty)</p>" }
        let heads = columns.map { "<th scope=\"col\" class=\"\($0.style)\">\($0.title)</th>" as HTML }
        let lines = rows.map { row in
            let cells = zip(columns, row).map { "<td class=\"\($0.style)\">\($1)</td>" as HTML }
            return "<tr>\(cells)</tr>\n" as HTML
        }
        return """
            <div class="scroll" role="region" aria-label="\(name)" tabindex="0"><table>
            <thead><tr>\(heads)</tr></thead>
            <tbody>
            \(lines)</tbody>
            </table></div>
            """
    }
}

/// A part of a list of the API, and the way to its other parts.
struct DeskList {
    static let pageSize = 25

    let rows: [JSONValue]
    /// The links to newer and older rows.
    let paging: HTML
    /// How far was looked, when there may be more.
    let searchedTo: String?

    /// Reads the part that the visitor asks for.
    ///
    /// - Parameters:
    ///   - page: the page of the desk that shows it.
    ///   - query: what of its address the links keep.
    init(
        _ path: String, _ fields: Desk.Fields = [], on page: String, keeping query: Desk.Fields = [], _ desk: Desk,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) {
        let cursors = ["starting_after", "ending_before"].compactMap { name in
            desk.visit.field(name).map { (name: name, value: $0) }
        }
        let all = fields + cursors + [("limit", "\(Self.pageSize)")]
        let list = try desk.get(path, all, of: &payments)
        rows = list.elements("data")
        searchedTo = list["searched_to"]?.text
        let isBackwards = cursors.contains { $0.name == "ending_before" }
        let hasMore = list.isTrue("has_more")
        let newer = (isBackwards ? hasMore : !cursors.isEmpty) ? rows.first?.string("id") : nil
        let older = isBackwards || hasMore ? rows.last?.string("id") : nil
        func link(_ name: String, _ cursor: String?, _ label: String) -> HTML? {
            cursor.map { id in
                "<a class=\"button second\" href=\"\(desk.address(page, query + [(name, id)]))\">\(label)</a>\n"
            }
        }
        let links = [link("ending_before", newer, "Newer"), link("starting_after", older, "Older")].compactMap(\.self)
        paging = links.isEmpty ? "" : "<nav class=\"actions\" aria-label=\"Pages\">\n\(links)</nav>"
    }
}

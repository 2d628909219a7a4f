import SimulatedPayments

/// A table whose rows fold into blocks where it does not fit; the first column links to the row's own page.
struct DashboardTable {
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

    /// The number of columns from which it folds on wider screens, too.
    private static let manyColumns = 7

    /// The description for those who do not see it.
    let name: String
    let columns: [Column]
    var rows: [[HTML]]
    /// The text for an empty table.
    let empty: String

    var html: HTML {
        guard !rows.isEmpty else { return "<p class=\"quiet\">\(empty)</p>" }
        let heads = columns.map {
            "<th role=\"columnheader\" scope=\"col\" class=\"\($0.style)\">\($0.title)</th>" as HTML
        }
        let lines = rows.map { row in
            let cells = zip(columns, row).map { column, cell in
                "<td role=\"cell\" class=\"\(column.style)\" data-label=\"\(column.title)\">\(cell)</td>" as HTML
            }
            return "<tr role=\"row\">\(cells)</tr>\n" as HTML
        }
        let size = columns.count <= 3 ? "fold few" : columns.count < Self.manyColumns ? "fold" : "fold many"
        return """
            <div class="scroll" role="region" aria-label="\(name)" tabindex="0"><table class="\(size)" role="table">
            <thead role="rowgroup"><tr role="row">\(heads)</tr></thead>
            <tbody role="rowgroup">
            \(lines)</tbody>
            </table></div>
            """
    }
}

/// A page of a list of the API, and the links to its other pages.
struct DashboardList {
    static let pageSize = 25

    let rows: [JSONValue]
    /// The links to newer and older rows.
    let paging: HTML
    /// The point up to which was searched, if there may be more.
    let searchedTo: String?

    /// Reads the page that the visitor asks for.
    ///
    /// - Parameters:
    ///   - page: The page of the dashboard that shows it.
    ///   - query: The part of its address that the links keep.
    init(
        _ path: String, _ fields: Dashboard.Fields = [], on page: String, keeping query: Dashboard.Fields = [],
        _ dashboard: Dashboard,
        _ payments: inout SimulatedPayments
    ) throws(PageRefusal) {
        let cursors = ["starting_after", "ending_before"].compactMap { name in
            dashboard.visit.field(name).map { (name: name, value: $0) }
        }
        let all = fields + cursors + [("limit", "\(Self.pageSize)")]
        let list = try dashboard.get(path, all, of: &payments)
        rows = list.elements("data")
        searchedTo = list["searched_to"]?.text
        let isBackwards = cursors.contains { $0.name == "ending_before" }
        let hasMore = list.isTrue("has_more")
        let newer = (isBackwards ? hasMore : !cursors.isEmpty) ? rows.first?.string("id") : nil
        let older = isBackwards || hasMore ? rows.last?.string("id") : nil
        func link(_ name: String, _ cursor: String?, _ label: String) -> HTML? {
            cursor.map { id in
                "<a class=\"button second\" href=\"\(dashboard.address(page, query + [(name, id)]))\">\(label)</a>\n"
            }
        }
        let links = [link("ending_before", newer, "Newer"), link("starting_after", older, "Older")].compactMap(\.self)
        paging = links.isEmpty ? "" : "<nav class=\"actions\" aria-label=\"Pages\">\n\(links)</nav>"
    }
}

import TenderBytes
import TenderModel

/// The day of a chain as a page for people: plain HTML that asks for nothing from elsewhere and changes nothing.
public struct OfficePage: Sendable {
    /// The day of one shop in one currency.
    public struct ShopDay: Hashable, Sendable {
        /// The shop, and the code of the currency.
        public var shop, currency: String
        /// The number of lanes with a shift.
        public var lanes: Int64
        /// The number of sales and their total in minor units.
        public var sales, salesTotal: Int64
        /// The number of refunds and their total in minor units, which is not positive.
        public var refunds, refundsTotal: Int64
        /// The taxes, in minor units.
        public var tax: Int64
        /// Whether a shift is still open, and whether nothing is left to look into.
        public var isOpen, isClean: Bool

        /// Describes a shop's day.
        public init(
            shop: String, currency: String, lanes: Int64, sales: Int64, salesTotal: Int64, refunds: Int64,
            refundsTotal: Int64, tax: Int64, isOpen: Bool, isClean: Bool
        ) {
            self.shop = shop
            self.currency = currency
            self.lanes = lanes
            self.sales = sales
            self.salesTotal = salesTotal
            self.refunds = refunds
            self.refundsTotal = refundsTotal
            self.tax = tax
            self.isOpen = isOpen
            self.isClean = isClean
        }
    }

    /// A payment or a lane that a person has to look at.
    public struct Row: Hashable, Sendable {
        /// The lane, with its shop.
        public var lane: String
        /// What is to be said about it.
        public var words: String

        /// Describes a row.
        public init(lane: String, words: String) {
            self.lane = lane
            self.words = words
        }
    }

    /// The day, and those before and after it with a shift.
    public var day: String
    /// The days before and after with a shift; `nil` where there is none.
    public var earlier, later: String?
    /// The shops, by name.
    public var shops: [ShopDay] = []
    /// The number of sales of each hour, from 0 to 23.
    public var hours: [Int64] = Array(repeating: 0, count: 24)
    /// The time zone of the hours.
    public var timeZone: String
    /// The payments whose outcome is unknown.
    public var unknown: [Row] = []
    /// The lanes that may not have told everything.
    public var doubts: [Row] = []

    /// Begins the page of a day.
    public init(day: String, timeZone: String) {
        self.day = day
        self.timeZone = timeZone
    }

    /// The page.
    public var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="refresh" content="60">
        <title>\(day.escapedForHTML) – Tender</title>
        <style>\(Self.style)</style>
        </head>
        <body>
        <header>
        <h1>\(day.escapedForHTML)</h1>
        <nav>\(link(earlier, "← "))\(link(later, "", " →"))</nav>
        </header>
        <main>
        \(attention)
        \(table)
        \(picture)
        </main>
        </body>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
        body { margin: 0 auto; max-width: 60rem; padding: 1rem }
        header { display: flex; gap: 1rem; align-items: baseline; flex-wrap: wrap }
        h1 { margin: 0 } nav a { margin-right: 1rem }
        section { margin: 1.5rem 0; overflow-x: auto }
        table { border-collapse: collapse; width: 100% }
        th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid #8886; white-space: nowrap }
        th:first-child, td:first-child { text-align: left }
        .look { border-left: .3rem solid #c22; padding-left: 1rem }
        .fine { border-left: .3rem solid #284; padding-left: 1rem }
        svg { width: 100%; height: auto; max-height: 16rem } rect { fill: #47a } text { font-size: 9px; fill: currentColor }
        """

    private func link(_ day: String?, _ before: String, _ after: String = "") -> String {
        day.map { "<a href=\"/?day=\($0.escapedForHTML)\">\(before)\($0.escapedForHTML)\(after)</a>" } ?? ""
    }

    /// What a person has to look at, first.
    private var attention: String {
        guard !unknown.isEmpty || !doubts.isEmpty else {
            return "<section class=\"fine\"><p>No payment is unknown, and every lane has been heard of.</p></section>"
        }
        return list("Payments with an unknown outcome", unknown) + list("Lanes to look at", doubts)
    }

    private func list(_ title: String, _ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "" }
        let items = rows.map { "<li><b>\($0.lane.escapedForHTML)</b>: \($0.words.escapedForHTML)</li>" }
        return "<section class=\"look\"><h2>\(title) (\(rows.count))</h2><ul>\(items.joined())</ul></section>"
    }

    private var table: String {
        guard !shops.isEmpty else { return "<section><p>Nothing was sold.</p></section>" }
        let heads = ["Shop", "Lanes", "Sales", "Total", "Refunds", "Total", "Tax", ""]
        let rows = shops.map { shop in
            let note = shop.isOpen ? "open" : shop.isClean ? "closed" : "closed, look"
            let cells = [
                shop.shop, "\(shop.lanes)", "\(shop.sales)", money(shop.salesTotal, shop.currency), "\(shop.refunds)",
                money(shop.refundsTotal, shop.currency), money(shop.tax, shop.currency), note,
            ]
            return "<tr>" + cells.map { "<td>\($0.escapedForHTML)</td>" }.joined() + "</tr>"
        }
        let head = heads.map { "<th scope=\"col\">\($0)</th>" }.joined()
        return
            "<section><h2>Shops</h2><table><thead><tr>\(head)</tr></thead><tbody>\(rows.joined())</tbody></table></section>"
    }

    private func money(_ units: Int64, _ code: String) -> String {
        Currency(code).map { "\(Amount(minorUnits: units, currency: $0))" } ?? "\(units) \(code)"
    }

    /// The sales of each hour as bars, told in words too.
    private var picture: String {
        guard hours.count == 24, let most = hours.max(), most > 0 else { return "" }
        let bars = hours.enumerated().map { hour, count in
            let height = Int(Double(max(0, count)) / Double(most) * 100)
            let label = hour.isMultiple(of: 3) ? "<text x=\"\(hour * 20 + 2)\" y=\"124\">\(hour)</text>" : ""
            return "<rect x=\"\(hour * 20 + 1)\" y=\"\(110 - height)\" width=\"17\" height=\"\(height)\">"
                + "<title>\(hour):00: \(count)</title></rect>\(label)"
        }
        let words = hours.enumerated().filter { $0.element > 0 }.map { "\($0.offset):00 \($0.element)" }
        return "<section><h2>Sales by hour (\(timeZone.escapedForHTML))</h2>"
            + "<svg viewBox=\"0 0 480 130\" role=\"img\" aria-label=\"\(words.joined(separator: ", "))\">\(bars.joined())</svg></section>"
    }
}

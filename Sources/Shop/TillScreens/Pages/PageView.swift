import TenderModel
import TenderSale

/// The view of what a till shows between its status and its total.
struct PageView {
    /// The width from which the strip of the simulated customer fits beside the page.
    private static let widthWithStrip = 66
    private static let stripWidth = 25

    let till: Till
    let glyphs: Glyphs

    init(_ till: Till, _ glyphs: Glyphs) {
        self.till = till
        self.glyphs = glyphs
    }

    var language: TillLanguage { till.language }

    /// Returns the columns that the strip leaves to the page.
    static func width(_ till: Till) -> Int {
        let width = till.console.size.width
        let hasStrip = till.customer != nil && till.setup.hasCustomer && width >= widthWithStrip
        return hasStrip ? width - stripWidth - 1 : width
    }

    func draw(on grid: inout Grid, in area: Area) {
        var area = area
        if let customer = till.customer, Self.width(till) < area.width {
            let strip = area.columns(from: area.width - Self.stripWidth, count: Self.stripWidth)
            CustomerStrip(customer, isActive: till.isCustomersTurn, language)
                .draw(on: &grid, in: strip, glyphs: glyphs)
            area = area.columns(from: 0, count: Self.width(till))
        }
        area = drawUnsold(on: &grid, in: area)
        if till.isLocked { return drawPeople(till.unlockers, PageText.locked, on: &grid, in: area) }
        drawPage(on: &grid, in: area)
    }

    private func drawPage(on grid: inout Grid, in area: Area) {
        switch till.page {
        case .starting: draw([(PageText.starting, .dim)], on: &grid, in: area)
        case .signIn: drawPeople(till.setup.register.people, PageText.whoAreYou, on: &grid, in: area)
        case .count(let entry): draw(entry, on: &grid, in: area)
        case .sale: drawSale(on: &grid, in: area)
        case .tender: drawTender(on: &grid, in: area)
        case .tips(let asked, let place): draw(asked, place, on: &grid, in: area)
        case .applications(let question, let place): draw(question, place, on: &grid, in: area)
        case .card: drawCard(on: &grid, in: area)
        case .consent(let entry): draw(entry, on: &grid, in: area)
        case .saved(let owner, let outcome): draw(owner, outcome, on: &grid, in: area)
        case .result(let result): draw(result, on: &grid, in: area)
        case .unknown(let leg): drawUnknown(leg, on: &grid, in: area)
        case .paper(let receipt, let top): draw(receipt, top: top, on: &grid, in: area)
        case .products(let products, let place): draw(products, place, on: &grid, in: area)
        case .parked(let place): drawParked(place, on: &grid, in: area)
        case .tickets(let place): drawSales(place, on: &grid, in: area)
        case .refund(let entry): draw(entry, on: &grid, in: area)
        case .unresolved(let place): drawUnresolved(place, on: &grid, in: area)
        case .offline(let place): drawOffline(place, on: &grid, in: area)
        case .reader(let place): drawReader(place, on: &grid, in: area)
        case .reports(let place): drawReports(place, on: &grid, in: area)
        }
    }

    /// Draws the scans that sold nothing above the page, with the key that acknowledges them; returns the remaining
    /// area.
    private func drawUnsold(on grid: inout Grid, in area: Area) -> Area {
        let shown = till.unsold.prefix(till.shownUnsold)
        guard !shown.isEmpty else { return area }
        let more = till.unsold.count - shown.count + till.furtherUnsold
        let lines = shown.map { StateMark(.bad, PageText.notSold($0).text(language)).text(glyphs) }
        for (row, line) in (lines + [PageText.seen(andMore: more).text(language)]).enumerated() {
            let text = TextLines.cut(line, width: area.width, glyphs)
            grid.put(text, column: area.column, row: area.row + row, style: row < lines.count ? .bad : .key, in: area)
        }
        return area.rows(from: lines.count + 1, count: max(0, area.height - lines.count - 1))
    }

    // MARK: - The line

    /// The text before the input line.
    var prompt: String? {
        guard let entry = till.pinEntry else {
            return till.isCustomersTurn ? PageText.customersTurn.text(language) : nil
        }
        return "PIN \(name(entry.personID))"
    }

    /// The PIN as shown; `nil` when none is typed.
    var stars: String? {
        till.pinEntry.map { entry in
            entry.isChecking ? PageText.checking.text(language) : String(repeating: "*", count: entry.digits)
        }
    }

    /// The hint for what to do next, while the till has no other message.
    var hint: MessageLine? {
        PageText.hint(till).map { MessageLine(nil, $0.text(language)) }
    }

    func name(_ id: String) -> String { till.setup.register.people.first { $0.id == id }?.name ?? id }

    // MARK: - Pieces

    func text(_ amount: Amount) -> String { AmountText.text(amount, language) }

    /// Draws paragraphs one below the other; returns the rows that they took.
    @discardableResult
    func draw(_ parts: [(text: Translation, style: CellStyle)], on grid: inout Grid, in area: Area) -> Int {
        draw(parts.map { ($0.text.text(language), $0.style) }, on: &grid, in: area)
    }

    /// Draws paragraphs of text; an empty one is an empty row where there is room.
    @discardableResult
    func draw(_ parts: [(text: String, style: CellStyle)], on grid: inout Grid, in area: Area) -> Int {
        var lines = broken(parts, area.width)
        if lines.count > area.height { lines.removeAll { $0.text.isEmpty } }
        for (row, line) in lines.prefix(area.height).enumerated() {
            grid.put(line.text, column: area.column, row: area.row + row, style: line.style, in: area)
        }
        return min(lines.count, area.height)
    }

    func broken(_ parts: [(text: String, style: CellStyle)], _ width: Int) -> [(text: String, style: CellStyle)] {
        parts.flatMap { part in TextLines.broken(CardNumbers.masked(part.text), width: width).map { ($0, part.style) } }
    }

    /// Draws a title, and returns the area below it.
    func below(_ title: Translation, on grid: inout Grid, in area: Area) -> Area {
        let shown = TextLines.cut(title.text(language), width: area.width, glyphs)
        grid.put(shown, column: area.column, row: area.row, style: .heading, in: area)
        return area.rows(from: 1, count: area.height - 1)
    }

    func drawTable(
        _ columns: [Table.Column], _ rows: [Table.Row], selected: Int?, empty: Translation, hasCodes: Bool = false,
        on grid: inout Grid, in area: Area
    ) {
        guard !rows.isEmpty else {
            draw([(empty, .dim)], on: &grid, in: area)
            return
        }
        // The shop's own codes may look like card numbers.
        let rows = hasCodes ? rows : rows.map { Table.Row($0.cells.map(CardNumbers.masked), style: $0.style) }
        Table(columns: columns, rows: rows).draw(on: &grid, in: area, selected: selected, glyphs: glyphs)
    }

    func column(
        _ title: Translation, _ kind: Table.Column.Kind = .text, minimum: Int, weight: Int = 0, importance: Int = 0
    ) -> Table.Column {
        Table.Column(
            title.text(language), kind, Columns.Wish(minimum: minimum, weight: weight, importance: importance))
    }

    func time(_ milliseconds: Int64) -> String { till.text(ofTime: milliseconds) }
}

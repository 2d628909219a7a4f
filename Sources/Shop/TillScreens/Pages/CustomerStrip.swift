import TenderSale

/// The strip beside the page in which a person plays the customer of a simulated reader.
struct CustomerStrip {
    private let customer: CustomerCondition
    private let isActive: Bool
    private let language: TillLanguage

    init(_ customer: CustomerCondition, isActive: Bool, _ language: TillLanguage) {
        self.customer = customer
        self.isActive = isActive
        self.language = language
    }

    func draw(on grid: inout Grid, in area: Area, glyphs: Glyphs) {
        grid.box(area, title: PageText.simulatedCustomer.text(language), glyphs: glyphs)
        let inner = area.inset(columns: 2, rows: 1)
        var row = inner.row
        func put(_ text: String, _ style: CellStyle) {
            for line in TextLines.broken(CardNumbers.masked(text), width: inner.width) where row < inner.endRow {
                grid.put(line, column: inner.column, row: row, style: style, in: inner)
                row += 1
            }
        }
        put((isActive ? PageText.pressALetter : PageText.tabToPlay).text(language), isActive ? .key : .dim)
        for act in customer.acts where row < inner.endRow {
            let column = grid.put(
                String(act.key).uppercased(), column: inner.column, row: row, style: isActive ? .key : .dim, in: inner)
            grid.put(" " + PageText.act(act, customer).text(language), column: column, row: row, in: inner)
            row += 1
        }
        put("\(PageText.card.text(language)): \(customer.card)", .heading)
        if customer.isCardIn { put(PageText.cardIsIn.text(language), .warning) }
        if !customer.isPluggedIn { put(PageText.unplugged.text(language), .bad) }
        switch customer.network {
        case .works: break
        case .broken: put(PageText.networkBroken.text(language), .bad)
        case .losesAnswer: put(PageText.answerGetsLost.text(language), .warning)
        }
        put(customer.cardNote, .dim)
    }
}

import TenderSale

/// The view of a payment on the customer's phone: its QR code where there is room, and its address.
extension PageView {
    func drawLink(_ charge: CardPanel, on grid: inout Grid, in area: Area) {
        let room = area.columns(
            from: 0, count: min(area.width, grid.size.width - (shownCode(grid.size)?.width ?? -1) - 1))
        let head: [(text: String, style: CellStyle)] = [
            ("\(PageText.linkPays.text(language))  \(positive(charge.amount))", .heading), phase(charge),
        ]
        var taken = draw(head, on: &grid, in: room)
        if let address = charge.address { taken += draw(address, on: &grid, in: rest(of: room, taken)) }
        draw(
            [
                (PageText.whatCancelDoes(charge).text(language), .normal),
                ("\(PageText.elapsed.text(language)) \(max(0, till.now - charge.began) / 1000) s", .dim),
            ], on: &grid, in: rest(of: room, taken))
    }

    private func rest(of area: Area, _ taken: Int) -> Area {
        area.rows(from: taken, count: max(0, area.height - taken))
    }

    /// Draws an address to be typed or copied: its digits are not a card number, and stay.
    ///
    /// - Returns: The rows that it took.
    private func draw(_ address: String, on grid: inout Grid, in area: Area) -> Int {
        let title = draw([(PageText.linkAddress, .dim)], on: &grid, in: area)
        let lines = TextLines.broken(address, width: area.width).prefix(max(0, area.height - title))
        for (row, line) in lines.enumerated() {
            grid.put(line, column: area.column, row: area.row + title + row, style: .key, in: area)
        }
        return title + lines.count
    }

    /// Draws the code over everything at the right, above a row; where it does not fit, only the address is shown.
    func drawCode(on grid: inout Grid, above bottom: Int) {
        guard let code = shownCode(grid.size) else { return }
        let column = grid.size.width - code.width
        let area = Area(grid.size).columns(from: column, count: code.width).rows(from: 0, count: bottom)
        for row in 0..<bottom {
            let line = code.lines.indices.contains(row) ? code.lines[row] : ""
            let blanks = String(repeating: " ", count: code.width - line.count)
            grid.put(line + blanks, column: column, row: row, style: .code, in: area)
        }
    }

    /// Returns the code to draw now, in half blocks; `nil` without one, without room, or without such characters.
    private func shownCode(_ size: GridSize) -> (lines: [String], width: Int)? {
        guard case .card = till.page, !till.isLocked, till.question == nil, till.pinEntry == nil,
            let lines = till.charge?.code?.textLines, let width = lines.first?.count, glyphs == .unicode,
            width + Self.leastBesideCode <= size.width, lines.count <= TillLayout(size).total.row
        else { return nil }
        return (lines, width)
    }

    private static let leastBesideCode = 30
}

import TenderSale

/// A renderer that turns state and theme into a picture of the screen.
public struct TillView {
    private let state: Console
    private let glyphs: Glyphs
    private var page: PageView?
    private var language: TillLanguage { state.language }

    private init(state: Console, glyphs: Glyphs, page: PageView? = nil) {
        self.state = state
        self.glyphs = glyphs
        self.page = page
    }

    /// Returns the picture of a till.
    public static func grid(_ till: Till, theme: Theme) -> Grid {
        TillView(state: till.console, glyphs: theme.glyphs, page: PageView(till, theme.glyphs)).grid
    }

    /// Returns the picture of a state.
    public static func grid(_ state: Console, theme: Theme) -> Grid {
        TillView(state: state, glyphs: theme.glyphs).grid
    }

    private var grid: Grid {
        var grid = Grid(size: state.size)
        if state.isTooSmall {
            drawTooSmall(on: &grid)
        } else {
            draw(on: &grid)
        }
        return grid
    }

    private func draw(on grid: inout Grid) {
        let layout = TillLayout(state.size)
        drawStatus(on: &grid, layout)
        switch state.screen {
        case .sale: page?.draw(on: &grid, in: layout.body)
        case .help(let top):
            HelpScreen(language: language, area: layout.body).draw(on: &grid, top: top, glyphs: glyphs)
        }
        if case .sale = state.screen { page?.drawCode(on: &grid, above: layout.total.row) }
        drawTotal(on: &grid, in: layout.total)
        let message = state.message ?? page?.hint ?? MessageLine(nil, TillText.welcome.text(language))
        MessageLine(message.kind, CardNumbers.masked(message.text))
            .draw(on: &grid, in: layout.message, glyphs: glyphs)
        drawInput(on: &grid, in: layout.input)
        keyBar.draw(on: &grid, in: layout.keys)
        page?.drawQuestion(on: &grid, in: layout.body)
        if let question = state.question {
            dialog(question).draw(on: &grid, in: layout.body, glyphs: glyphs)
            grid.hideCursor()
        }
    }

    private func drawStatus(on grid: inout Grid, _ layout: TillLayout) {
        let place = [state.frame.shop, state.frame.till].filter { !$0.isEmpty }.joined(
            separator: " \(glyphs.separator) ")
        drawPlace(place, on: &grid, in: layout.status)
        let shift =
            state.frame.shift.map { "\(TillText.shift.text(language)) \($0)" } ?? TillText.noShift.text(language)
        let people = "\(state.frame.cashier ?? TillText.nobody.text(language)) \(glyphs.separator) \(shift)"
        let reader = state.frame.reader ?? StateMark(.warning, TillText.noReader.text(language))
        drawEnds(people, .dim, reader.text(glyphs), reader.style, on: &grid, in: layout.state)
        let taken = CellWidth.of(people) + 2
        let room = layout.state.columns(
            from: taken, count: layout.state.width - taken - CellWidth.of(reader.text(glyphs)) - 2)
        var column = room.column
        for note in state.frame.notes where column < room.endColumn {
            let text = TextLines.cut(note.text(glyphs), width: room.endColumn - column, glyphs)
            column = grid.put(text, column: column, row: room.row, style: note.style, in: room) + 2
        }
    }

    /// Draws the shop, and at the right the lights of head office and of the gateway, and the time.
    private func drawPlace(_ place: String, on grid: inout Grid, in area: Area) {
        var room = area
        if !state.frame.time.isEmpty {
            grid.putRight(state.frame.time, endColumn: area.endColumn, row: area.row, style: .dim, in: area)
            room = area.columns(from: 0, count: max(0, area.width - CellWidth.of(state.frame.time) - 2))
        }
        if let chain = state.frame.chain, let gateway = state.frame.gateway {
            grid.putRight(
                gateway.text(glyphs), endColumn: room.endColumn, row: area.row, style: gateway.style, in: area)
            room = area.columns(from: 0, count: max(0, room.width - CellWidth.of(gateway.text(glyphs)) - 2))
            return drawEnds(place, .heading, chain.text(glyphs), chain.style, on: &grid, in: room)
        }
        drawEnds(
            place, .heading, state.frame.gateway?.text(glyphs) ?? "", state.frame.gateway?.style ?? .dim, on: &grid,
            in: room)
    }

    /// Draws two texts at the ends of a line; the right one stays whole as long as it can.
    private func drawEnds(
        _ left: String, _ leftStyle: CellStyle, _ right: String, _ rightStyle: CellStyle, on grid: inout Grid,
        in area: Area
    ) {
        let right = TextLines.cut(right, width: area.width, glyphs)
        let room = area.width - CellWidth.of(right) - 2
        grid.put(
            TextLines.cut(left, width: max(0, room), glyphs), column: area.column, row: area.row, style: leftStyle,
            in: area)
        grid.putRight(right, endColumn: area.endColumn, row: area.row, style: rightStyle, in: area)
    }

    private func drawTotal(on grid: inout Grid, in area: Area) {
        grid.fill(area, style: .total)
        let sum = state.frame.total.map { AmountText.text($0, language) } ?? TillText.noTicket.text(language)
        let word = state.frame.isPartlyPaid ? TillText.rest : TillText.total
        drawEnds(" " + word.text(language), .total, sum + " ", .total, on: &grid, in: area)
    }

    private func drawInput(on grid: inout Grid, in area: Area) {
        let prompt = page?.prompt.map { "\($0) " } ?? ""
        let start = grid.put(prompt + "> ", column: area.column, row: area.row, style: .key, in: area)
        if let stars = page?.stars {
            let end = grid.put(stars, column: start, row: area.row, in: area)
            return grid.showCursor(column: min(end, area.endColumn - 1), row: area.row)
        }
        let window = state.editor.window(width: area.endColumn - start)
        grid.put(window.text, column: start, row: area.row, in: area)
        grid.showCursor(column: min(start + window.cursor, area.endColumn - 1), row: area.row)
    }

    private var keyBar: KeyBar {
        let keys =
            page?.till.usefulKeys
            ?? CommandEntry.all.compactMap { command in command.functionKey.map { ($0, command, command.word) } }
        return KeyBar(
            keys.sorted { $0.number < $1.number }.compactMap { key in
                (page?.till.importance(key.command) ?? key.command.importance).map {
                    KeyBar.Entry(key: "F\(key.number)", word: key.word.text(language), importance: $0)
                }
            })
    }

    private func dialog(_ question: Console.Question) -> Dialog {
        switch question {
        case .quit:
            Dialog(
                title: TillText.quitTitle.text(language), text: TillText.quitText.text(language),
                keys: [
                    KeyBar.Entry(
                        key: TillText.yesKey.text(language).uppercased(), word: TillText.yes.text(language),
                        importance: 1),
                    KeyBar.Entry(key: "Esc", word: TillText.stay.text(language), importance: 2),
                ])
        }
    }

    private func drawTooSmall(on grid: inout Grid) {
        let smallest = Console.smallest
        let lines = [
            TillText.tooSmall.text(language),
            "\(smallest.width)x\(smallest.height) \(TillText.needed.text(language))",
            state.frame.total.map { AmountText.text($0, language) } ?? "",
        ]
        for (row, line) in lines.enumerated() { grid.put(line, column: 0, row: row) }
    }
}

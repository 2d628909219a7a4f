import TenderModel
import TenderSale

/// The register's question, in a box over the page.
extension PageView {
    func drawQuestion(on grid: inout Grid, in area: Area) {
        guard let question = till.question, till.pinEntry == nil, !till.isLocked else { return }
        if case .price(let product, let quantity) = question {
            return drawPriceQuestion(product, quantity, on: &grid, in: area)
        }
        let (title, choices, keeping) = content(question)
        let lines = arranged(choices.enumerated().map { "\($0 + 1)  \($1)" }, in: area)
        let answer = choices.count > 1 ? "1-\(choices.count) Enter" : "1 Enter"
        draw(
            title, lines, KeyBar.Entry(key: answer, word: PageText.choose.text(language), importance: 1), keeping,
            &grid,
            area)
    }

    private func draw(
        _ title: String, _ lines: [String], _ answer: KeyBar.Entry, _ keeping: Translation, _ grid: inout Grid,
        _ area: Area
    ) {
        let drop = KeyBar.Entry(key: "Esc", word: keeping.text(language), importance: 2)
        Dialog(title: title, text: lines.joined(separator: "\n"), keys: [answer, drop])
            .draw(on: &grid, in: area, glyphs: glyphs)
    }

    /// Draws the question for an article's price, which is answered with a sum.
    private func drawPriceQuestion(
        _ product: Product, _ quantity: Quantity, on grid: inout Grid, in area: Area
    ) {
        let times = quantity == .one ? "" : "\(format.quantity(quantity)) * "
        draw(
            "\(times)\(product.name)", [PageText.priceOfOne.text(language)],
            KeyBar.Entry(
                key: "\(number(Amount(minorUnits: 1250, currency: till.register.book.currency))) Enter",
                word: PageText.sell.text(language), importance: 1), PageText.sellNothing, &grid, area)
    }

    /// Arranges choices in columns where there is no room for a line each, so that none is out of sight.
    private func arranged(_ choices: [String], in area: Area) -> [String] {
        let height = max(1, area.height - 3)
        guard choices.count > height else { return choices }
        let columns = (choices.count + height - 1) / height
        let width = max(1, (min(area.width, Dialog.widest) - 4 - 2 * (columns - 1)) / columns)
        return (0..<height).map { row in
            stride(from: row, to: choices.count, by: height)
                .map { pad(TextLines.cut(choices[$0], width: width, glyphs), width) }
                .joined(separator: "  ")
        }
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - CellWidth.of(text)))
    }

    private func content(_ question: RegisterQuestion) -> (String, [String], Translation) {
        let sum = till.register.amountAsked.map { PageText.refundOf(text($0)).text(language) }
        switch question {
        case .manager(let permission):
            let what = sum ?? permission.words.text(language)
            return (
                "\(what): \(PageText.whichManager.text(language))", till.managers.map(\.name),
                PageText.keeping(permission)
            )
        case .price(let product, _): return (product.name, [], PageText.sellNothing)
        case .reason(let permission, let choices):
            let count = till.register.countAsked.map {
                PageText.whatDiffers($0.difference, $0.parked, language).text(language)
            }
            let what = sum ?? count ?? permission.words.text(language)
            return (
                "\(what): \(PageText.why.text(language))", choices.map { $0.words.text(language) },
                PageText.keeping(permission)
            )
        }
    }

    func drawPeople(_ people: [RegisterPerson], _ title: Translation, on grid: inout Grid, in area: Area) {
        let list = below(title, on: &grid, in: area)
        draw(
            people.enumerated().map { index, person in
                let role = person.role == .manager ? " (\(PageText.manager.text(language)))" : ""
                return ("\(index + 1)  \(person.name)\(role)", .normal)
            }, on: &grid, in: list)
    }
}

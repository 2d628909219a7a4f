import TenderSale

/// A card that is saved: the customer's consent, and the end.
extension PageView {
    func draw(_ entry: ConsentEntry, on grid: inout Grid, in area: Area) {
        guard let owner = entry.owner else {
            draw([(PageText.lookingForCustomer, .dim)], on: &grid, in: area)
            return
        }
        let new = owner.id == nil ? " (\(PageText.newCustomer.text(language)))" : ""
        let choices = Till.consents.enumerated().map { index, consent in
            (text: "\(index + 1)  \(PageText.consent(consent).text(language))", style: CellStyle.normal)
        }
        draw(
            [
                (text: PageText.saveCard(owner).text(language) + new, style: CellStyle.heading),
                (text: PageText.mayItBeShown.text(language), style: .normal), (text: "", style: .normal),
            ] + choices, on: &grid, in: area)
    }

    func draw(_ owner: CardOwner, _ outcome: SavingOutcome, on grid: inout Grid, in area: Area) {
        let mark = PageText.mark(outcome, language)
        draw(
            [(text: mark.text(glyphs), style: mark.style), (text: owner.name, style: .normal)]
                + (PageText.details(outcome).map { [(text: $0.text(language), style: CellStyle.normal)] } ?? []),
            on: &grid, in: area)
    }
}

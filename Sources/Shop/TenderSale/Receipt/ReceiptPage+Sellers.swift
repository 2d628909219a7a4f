import TenderModel

extension ReceiptPage {
    mutating func addSellers(_ report: SellerReport) {
        addRow(texts[.businessDate], format.businessDate(report.businessDate))
        if report.sellers.isEmpty { add(texts[.nothingForSellers]) }
        for seller in report.sellers { addSeller(seller) }
    }

    private mutating func addSeller(_ seller: SellerReport.Row) {
        lines.append(.rule)
        add(seller.name, .left, .bold)
        add(seller.account, indent: 2)
        addRow(texts[.sales], format.money(seller.sales), indent: 2)
        addRow(texts[.refunds], format.money(seller.refunds), indent: 2)
        addRow(texts[.fees], format.money(seller.fees), indent: 2)
        addRow(texts[.transferred], format.money(seller.transferred), indent: 2)
        addRow(texts[.transfersOpen], format.money(seller.open), seller.open.minorUnits == 0 ? [] : .bold, indent: 2)
        addRow(texts[.heldByShop], format.money(seller.held), indent: 2)
    }
}

import TenderBytes
import TenderModel

/// The catalogue in a shop's file.
extension ShopFileNode {
    func catalogue() throws(CatalogueImportError) -> Catalogue {
        let code = try needed("currency", try text("currency"))
        guard let currency = Currency(code) else {
            throw problem(
                "currency", "'\(code.withoutControls.prefix(20))' is not a currency: write a code such as 'EUR'")
        }
        let classes = try taxClasses()
        let departments = try departments()
        let sellers = try sellers(currency)
        let base: Catalogue
        do throws(CatalogueError) {
            base = try Catalogue(
                currency: currency, taxes: TaxTable(classes), departments: departments, sellers: sellers, products: [])
        } catch {
            throw .init(place: "", text: error.description)
        }
        return try base.adding(try rows())
    }

    private func taxClasses() throws(CatalogueImportError) -> [TaxClass] {
        try needed("taxes", try objects("taxes")).map { (tax) throws(CatalogueImportError) in
            let rate = try tax.needed("rate", try tax.text("rate"))
            guard let share = Percentage(parsing: rate) else {
                throw tax.problem(
                    "rate",
                    "'\(rate.withoutControls.prefix(20))' is not a rate from 0 to 100: write it in quotes, such as '19' or '8.875'"
                )
            }
            return TaxClass(
                name: try tax.needed("name", try tax.text("name")), rate: share,
                isIncluded: try tax.needed("included", try tax.bool("included")))
        }
    }

    private func departments() throws(CatalogueImportError) -> [Department] {
        try needed("departments", try objects("departments")).map { (group) throws(CatalogueImportError) in
            Department(
                name: try group.needed("name", try group.text("name")),
                taxClass: try group.needed("tax", try group.text("tax")))
        }
    }

    private func sellers(_ currency: Currency) throws(CatalogueImportError) -> [Seller] {
        try (try objects("sellers") ?? []).map { (seller) throws(CatalogueImportError) in
            let text = try seller.needed("fee", try seller.text("fee"))
            guard let fee = SellerFee(reading: text, currency: currency) else {
                throw seller.problem(
                    "fee",
                    "'\(text.withoutControls.prefix(20))' is not a fee: write a share such as '12.5%', or a sum for each "
                        + "piece such as '0.50'")
            }
            return Seller(
                name: try seller.needed("name", try seller.text("name")),
                account: try seller.needed("account", try seller.text("account")), fee: fee)
        }
    }

    private func rows() throws(CatalogueImportError) -> [ProductRow] {
        try (try objects("products") ?? []).map { (row) throws(CatalogueImportError) in
            ProductRow(
                place: row.name, code: try row.text("code"), plu: try row.text("plu"), name: try row.text("name"),
                department: try row.text("department"), price: try row.text("price"), tax: try row.text("tax"),
                seller: try row.text("seller"), fee: try row.text("fee"))
        }
    }
}

import TenderBytes
import TenderModel

/// A product as a file has it, every value still text.
struct ProductRow {
    var place = ""
    /// The error of the row as a whole.
    var fault: String?
    var code: String?
    var plu: String?
    var name: String?
    var department: String?
    var price: String?
    var tax: String?
    var seller: String?
    var fee: String?

    enum Column: String, CaseIterable {
        case code, plu, name, department, price, tax, seller, fee
    }

    /// Returns the product; the tax class defaults to the department's, and the fee to the seller's.
    func product(
        currency: Currency, departments: [String: Department], sellers: [Seller]
    ) throws(RowProblem) -> Product {
        if let fault { throw RowProblem(fault) }
        let name = try text(name, "name")
        let department = try text(department, "department")
        guard let code = filled(code) ?? filled(plu) else {
            throw RowProblem("'\(shown(name))' has neither a code nor a PLU: give it one")
        }
        guard let owner = departments[department] else {
            throw RowProblem(CatalogueError.unknownDepartment(department, product: name).description)
        }
        return Product(
            code: code, plu: filled(plu), name: name, department: department,
            price: try amount(currency), taxClass: filled(tax) ?? owner.taxClass,
            seller: try consignor(of: name, sellers, currency))
    }

    private func consignor(
        of product: String, _ sellers: [Seller], _ currency: Currency
    ) throws(RowProblem) -> Seller? {
        guard let name = filled(seller) else {
            guard filled(fee) == nil else {
                throw RowProblem("there is a fee and no seller: name the seller, or remove the fee")
            }
            return nil
        }
        guard var seller = sellers.first(where: { $0.name == name }) else {
            throw RowProblem(CatalogueError.unknownSeller(name, product: product).description)
        }
        guard let text = filled(fee) else { return seller }
        guard let own = SellerFee(reading: text, currency: currency) else {
            throw RowProblem(
                "'\(shown(text))' is not a fee: write a share such as 12.5%, or a sum for each piece such as 0.50")
        }
        seller.fee = own
        return seller
    }

    private func amount(_ currency: Currency) throws(RowProblem) -> Amount? {
        let text = try text(price, "price")
        guard text.lowercased() != "open" else { return nil }
        do {
            return try Amount(reading: text, currency: currency)
        } catch {
            throw RowProblem(
                "'\(shown(text))' is not a price: write digits and at most \(currency.exponent) decimals after one "
                    + "point or comma, or 'open' if the cashier types it")
        }
    }

    private func text(_ value: String?, _ field: String) throws(RowProblem) -> String {
        guard let value = filled(value) else { throw RowProblem("the \(field) is missing: fill it in") }
        return value
    }

    private func filled(_ value: String?) -> String? {
        guard let value = value?.drop(while: { $0 == " " }), !value.isEmpty else { return nil }
        var trimmed = value
        while trimmed.last == " " { trimmed.removeLast() }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    private func shown(_ text: String) -> String { String(text.withoutControls.prefix(60)) }
}

struct RowProblem: Error {
    var text: String

    init(_ text: String) { self.text = text }
}

extension Catalogue {
    /// Adds rows, and collects their errors.
    func adding(_ rows: [ProductRow]) throws(CatalogueImportError) -> Catalogue {
        var problems: [CatalogueImportError.Problem] = []
        var added: [Product] = []
        var checker = RowChecker(self)
        for row in rows {
            do {
                added.append(try checker.product(of: row))
            } catch {
                problems.append(.init(place: row.place, text: error.text))
            }
        }
        if let error = CatalogueImportError(problems) { throw error }
        do {
            return try Catalogue(
                currency: currency, taxes: taxes, departments: departments, sellers: sellers,
                products: products + added)
        } catch {
            throw CatalogueImportError(place: "", text: error.description)
        }
    }
}

/// A check of rows, one by one, against a catalogue and the rows before.
private struct RowChecker {
    let catalogue: Catalogue
    let departments: [String: Department]
    let departmentNames: Set<String>
    let taxes: Set<String>
    private var places: [String: String] = [:]

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        departments = Dictionary(uniqueKeysWithValues: catalogue.departments.map { ($0.name, $0) })
        departmentNames = Set(departments.keys)
        taxes = Set(catalogue.taxes.classes.map(\.name))
    }

    mutating func product(of row: ProductRow) throws(RowProblem) -> Product {
        let product = try row.product(
            currency: catalogue.currency, departments: departments, sellers: catalogue.sellers)
        do {
            try Catalogue.check(product, catalogue.currency, departments: departmentNames, taxes: taxes)
        } catch {
            throw RowProblem(error.description)
        }
        let codes = Set([product.code, product.plu].compactMap { $0.map(Catalogue.key) })
        for code in codes.sorted() {
            if let other = catalogue.product(code) {
                throw RowProblem("the code '\(code)' already belongs to '\(other.name)': give each product its own")
            }
            if let place = places[code] {
                throw RowProblem("the code '\(code)' is already in \(place): give each product its own")
            }
        }
        for code in codes { places[code] = row.place }
        return product
    }
}

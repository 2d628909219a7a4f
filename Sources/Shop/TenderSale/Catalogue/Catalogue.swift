import TenderBytes
public import TenderModel

/// A shop's goods: looked up by code or PLU, searched by name.
public struct Catalogue: Hashable, Sendable {
    /// The currency of all prices.
    public let currency: Currency
    /// The tax classes.
    public let taxes: TaxTable
    /// The departments, in the order they were given.
    public let departments: [Department]
    /// The sellers whose goods the shop sells, in the order they were given.
    public let sellers: [Seller]
    /// The products, in the order they were given.
    public let products: [Product]

    private let places: [String: Int]
    private let searchNames: [String]

    /// Creates a catalogue.
    ///
    /// - Throws: `CatalogueError` that names the first error.
    public init(
        currency: Currency, taxes: TaxTable, departments: [Department], sellers: [Seller] = [],
        products: [Product]
    ) throws(CatalogueError) {
        guard products.count <= SaleLimits.products else { throw .tooManyProducts(most: SaleLimits.products) }
        let names = try Self.checked(departments, taxes)
        try Self.check(sellers, currency)
        let classes = Set(taxes.classes.map(\.name))
        var places: [String: Int] = [:]
        for (place, product) in products.enumerated() {
            try Self.check(product, currency, departments: names, taxes: classes)
            for code in [product.code, product.plu].compactMap({ $0 }) {
                let key = Self.key(code)
                guard places[key] == nil || (places[key] == place && code == product.plu) else {
                    throw .duplicateCode(code)
                }
                places[key] = place
            }
        }
        self.currency = currency
        self.taxes = taxes
        self.departments = departments
        self.sellers = sellers
        self.products = products
        self.places = places
        searchNames = products.map { $0.name.lowercased() }
    }

    /// Returns the product with a code or PLU; `nil` when there is none.
    ///
    /// The 12 digits of a UPC-A and the same digits with a leading zero are one code, since scanners send either.
    public func product(_ code: String) -> Product? {
        guard code.utf8.count <= 48 else { return nil }
        return places[Self.key(code)].map { products[$0] }
    }

    /// Returns the department with a name, ignoring case.
    public func department(_ name: String) -> Department? {
        departments.first { $0.name == name } ?? departments.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Returns the products whose names contain every word of a text, ignoring case.
    ///
    /// - Parameters:
    ///   - text: Words, or their beginnings or other parts.
    ///   - limit: The most products to return.
    /// - Returns: The products whose name begins with the text, then the others, both in catalogue order.
    public func search(_ text: String, limit: Int = 50) -> [Product] {
        let wanted = text.lowercased()
        let words = wanted.split(separator: " ")
        guard !words.isEmpty, limit > 0 else { return [] }
        var first: [Product] = []
        var others: [Product] = []
        for (name, product) in zip(searchNames, products) where words.allSatisfy({ name.contains($0) }) {
            if name.hasPrefix(wanted) { first.append(product) } else { others.append(product) }
        }
        return Array((first + others).prefix(limit))
    }

    static func key(_ code: String) -> String {
        let isUPC = code.utf8.count == 12 && code.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        return isUPC ? "0" + code : code
    }

    private static func checked(_ departments: [Department], _ taxes: TaxTable) throws(CatalogueError) -> Set<String> {
        var names: Set<String> = []
        for department in departments {
            guard SaleLimits.isText(department.name) else { throw .notAText(field: "department", department.name) }
            guard names.insert(department.name).inserted else { throw .duplicateDepartment(department.name) }
            guard taxes[department.taxClass] != nil else {
                throw .unknownTaxClass(department.taxClass, of: department.name)
            }
        }
        return names
    }

    private static func check(_ sellers: [Seller], _ currency: Currency) throws(CatalogueError) {
        var names: Set<String> = []
        for seller in sellers {
            guard SaleLimits.isText(seller.name) else { throw .notAText(field: "seller", seller.name) }
            guard names.insert(seller.name).inserted else { throw .duplicateSeller(seller.name) }
            guard Seller.isAccount(seller.account) else { throw .notAnAccount(seller.account, seller: seller.name) }
            try check(seller.fee, currency, product: seller.name)
        }
    }

    private static func check(_ fee: SellerFee, _ currency: Currency, product: String) throws(CatalogueError) {
        guard case .each(let amount) = fee else { return }
        guard amount.currency == currency else { throw .wrongCurrency(amount.currency, product: product) }
        guard amount.minorUnits >= 0, SaleLimits.holds(amount.minorUnits) else {
            throw .priceOutOfRange(amount, product: product)
        }
    }

    static func check(
        _ product: Product, _ currency: Currency, departments: Set<String>, taxes: Set<String>
    ) throws(CatalogueError) {
        for code in [product.code, product.plu].compactMap({ $0 }) {
            guard isCode(code) else { throw .notACode(code) }
        }
        guard SaleLimits.isText(product.name) else { throw .notAText(field: "name of a product", product.name) }
        guard departments.contains(product.department) else {
            throw .unknownDepartment(product.department, product: product.name)
        }
        guard taxes.contains(product.taxClass) else { throw .unknownTaxClass(product.taxClass, of: product.name) }
        if let seller = product.seller {
            guard Seller.isAccount(seller.account) else { throw .notAnAccount(seller.account, seller: seller.name) }
            try check(seller.fee, currency, product: product.name)
        }
        guard let price = product.price else { return }
        guard price.currency == currency else { throw .wrongCurrency(price.currency, product: product.name) }
        guard price.minorUnits >= 0, SaleLimits.holds(price.minorUnits) else {
            throw .priceOutOfRange(price, product: product.name)
        }
    }

    private static func isCode(_ code: String) -> Bool {
        (1...48).contains(code.utf8.count)
            && code.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}

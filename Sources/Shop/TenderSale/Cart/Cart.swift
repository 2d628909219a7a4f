public import TenderModel

/// The goods of an open ticket.
///
/// A rejected change leaves the cart as it was, so its totals are always correct.
public struct Cart: Hashable, Sendable {
    /// The currency.
    public let currency: Currency
    /// The tax classes at the time the ticket was opened.
    public let taxes: TaxTable
    /// The lines in the order they were rung up, voided ones included.
    public private(set) var lines: [CartLine] = []
    /// The discount on the whole ticket.
    public private(set) var discount: Discount?
    /// The cart's totals.
    public private(set) var totals: CartTotals

    /// Creates an empty cart.
    public init(currency: Currency, taxes: TaxTable) {
        self.currency = currency
        self.taxes = taxes
        totals = CartTotals(nothingIn: currency)
    }

    /// Whether the cart has nothing to sell.
    public var isEmpty: Bool { totals.lines.isEmpty }

    /// Returns the line with a number, voided or not.
    public func line(_ number: Int) -> CartLine? { place(of: number).map { lines[$0] } }

    /// Rings up a product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How much of it.
    ///   - price: The unit price, only for a product with an open price.
    /// - Returns: The line's number.
    /// - Throws: `CartError` when the price is missing or not allowed, or the ticket is full.
    @discardableResult
    public mutating func add(
        _ product: Product, quantity: Quantity = .one, price: Amount? = nil
    ) throws(CartError) -> Int {
        guard product.price == nil || price == nil else { throw .priceIsFixed(product.name) }
        guard let price = product.price ?? price else { throw .priceNeeded(product.name) }
        return try append(
            code: product.code, name: product.name, department: product.department, taxClass: product.taxClass,
            price: price, quantity: quantity, seller: product.seller)
    }

    /// Rings up an item without a code on a department.
    ///
    /// - Parameters:
    ///   - department: The department.
    ///   - price: The unit price.
    ///   - quantity: How much of it.
    ///   - name: The item's name; `nil` uses the department's name.
    /// - Returns: The line's number.
    /// - Throws: `CartError` when the price is not allowed, or the ticket is full.
    @discardableResult
    public mutating func add(
        to department: Department, price: Amount, quantity: Quantity = .one, name: String? = nil
    ) throws(CartError) -> Int {
        try append(
            code: nil, name: name ?? department.name, department: department.name, taxClass: department.taxClass,
            price: price, quantity: quantity)
    }

    /// Changes the quantity of a line.
    public mutating func setQuantity(_ quantity: Quantity, ofLine number: Int) throws(CartError) {
        guard quantity > Self.nothing else { throw .quantityNotPositive }
        try change(number) { $0.quantity = quantity }
    }

    /// Overrides the price of a line, with a reason.
    public mutating func overridePrice(ofLine number: Int, to price: Amount, reason: String) throws(CartError) {
        try check(price)
        guard SaleLimits.isText(reason) else { throw .reasonNeeded }
        try change(number) { $0.override = CartLine.PriceOverride(price: price, reason: reason) }
    }

    /// Restores a line's marked price.
    public mutating func removeOverride(ofLine number: Int) throws(CartError) {
        try change(number) { $0.override = nil }
    }

    /// Replaces a line's discount; `nil` removes it.
    public mutating func setDiscount(_ discount: Discount?, ofLine number: Int) throws(CartError) {
        guard let line = line(number), let marked = totals[line: line.number]?.marked else {
            throw line(number) == nil ? .noSuchLine(number) : .lineIsVoided(number)
        }
        try check(discount, most: marked)
        try change(number) { $0.discount = discount }
    }

    /// Replaces the ticket discount; `nil` removes it.
    public mutating func setDiscount(_ discount: Discount?) throws(CartError) {
        try check(discount, most: totals.subtotal)
        try commit(lines, discount)
    }

    /// Exempts a line from tax: the tax leaves the price where prices include it, and is not added where they do not.
    ///
    /// - Parameters:
    ///   - number: The line.
    ///   - reason: The reason, such as a certificate number; `nil` lifts the exemption.
    /// - Throws: `CartError` for a missing or voided line, or a reason that cannot be stored.
    public mutating func setExemption(_ reason: String?, ofLine number: Int) throws(CartError) {
        guard reason.map(SaleLimits.isText) ?? true else { throw .reasonNeeded }
        try change(number) { $0.exemption = reason }
    }

    /// Voids a line: it stays, marked, and counts for nothing.
    public mutating func void(line number: Int, reason: String) throws(CartError) {
        guard SaleLimits.isText(reason) else { throw .reasonNeeded }
        try change(number) { $0.voided = reason }
    }

    static let nothing = Quantity(thousandths: 0) ?? .one

    private mutating func append(
        code: String?, name: String, department: String, taxClass: String, price: Amount, quantity: Quantity,
        seller: Seller? = nil
    ) throws(CartError) -> Int {
        guard lines.count < SaleLimits.lines else { throw .tooManyLines(most: SaleLimits.lines) }
        guard quantity > Self.nothing else { throw .quantityNotPositive }
        guard [code ?? name, name, department].allSatisfy(SaleLimits.isText) else { throw .nameNeeded }
        try check(price)
        let number = lines.count + 1
        let line = CartLine(
            number: number, code: code, name: name, department: department, taxClass: taxClass, listPrice: price,
            seller: seller, quantity: quantity)
        try commit(lines + [line], discount)
        return number
    }

    private mutating func change(_ number: Int, _ change: (inout CartLine) -> Void) throws(CartError) {
        guard let place = place(of: number) else { throw .noSuchLine(number) }
        guard !lines[place].isVoided else { throw .lineIsVoided(number) }
        var changed = lines
        change(&changed[place])
        try commit(changed, discount)
    }

    mutating func commit(_ lines: [CartLine], _ discount: Discount?) throws(CartError) {
        totals = try CartTotals(lines: lines, discount: discount, taxes: taxes, currency: currency)
        self.lines = lines
        self.discount = discount
    }

    private func place(of number: Int) -> Int? { lines.indices.contains(number &- 1) ? number - 1 : nil }

    func check(_ price: Amount) throws(CartError) {
        guard price.currency == currency else { throw .wrongCurrency(price.currency, cart: currency) }
        guard price.minorUnits >= 0 else { throw .negativePrice(price) }
        guard SaleLimits.holds(price.minorUnits) else { throw .tooLarge }
    }

    private func check(_ discount: Discount?, most: Amount) throws(CartError) {
        guard case .amount(let amount) = discount else { return }
        guard amount.currency == currency else { throw .wrongCurrency(amount.currency, cart: currency) }
        guard (0...most.minorUnits).contains(amount.minorUnits) else { throw .discountOutOfRange(most: most) }
    }
}

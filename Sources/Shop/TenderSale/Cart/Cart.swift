public import TenderModel

/// The goods of an open ticket.
///
/// A change that is refused leaves the cart as it was, so that its totals always hold.
public struct Cart: Hashable, Sendable {
    /// The currency.
    public let currency: Currency
    /// The tax classes as they were when the ticket was begun.
    public let taxes: TaxTable
    /// The lines, voided ones too, in the order they were rung up.
    public private(set) var lines: [CartLine] = []
    /// What is taken off the whole ticket.
    public private(set) var discount: Discount?
    /// What it comes to.
    public private(set) var totals: CartTotals

    /// Begins an empty cart.
    public init(currency: Currency, taxes: TaxTable) {
        self.currency = currency
        self.taxes = taxes
        totals = CartTotals(nothingIn: currency)
    }

    /// Whether there is nothing to sell on it.
    public var isEmpty: Bool { totals.lines.isEmpty }

    /// The line of a number, voided or not.
    public func line(_ number: Int) -> CartLine? { place(of: number).map { lines[$0] } }

    /// Rings up a product.
    ///
    /// - Parameters:
    ///   - product: What.
    ///   - quantity: How much.
    ///   - price: The price of one, for a product with an open price only.
    /// - Returns: The line's number.
    /// - Throws: `CartError` when the price is missing or cannot be, or the ticket is full.
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

    /// Rings up something without a code on a department.
    ///
    /// - Parameters:
    ///   - department: Which.
    ///   - price: The price of one.
    ///   - quantity: How much.
    ///   - name: What people call it; the department's name when it is nil.
    /// - Returns: The line's number.
    /// - Throws: `CartError` when the price cannot be, or the ticket is full.
    @discardableResult
    public mutating func add(
        to department: Department, price: Amount, quantity: Quantity = .one, name: String? = nil
    ) throws(CartError) -> Int {
        try append(
            code: nil, name: name ?? department.name, department: department.name, taxClass: department.taxClass,
            price: price, quantity: quantity)
    }

    /// Changes how much of a line is sold.
    public mutating func setQuantity(_ quantity: Quantity, ofLine number: Int) throws(CartError) {
        guard quantity > Self.nothing else { throw .quantityNotPositive }
        try change(number) { $0.quantity = quantity }
    }

    /// Gives a line another price, with a reason.
    public mutating func overridePrice(ofLine number: Int, to price: Amount, reason: String) throws(CartError) {
        try check(price)
        guard SaleLimits.isText(reason) else { throw .reasonNeeded }
        try change(number) { $0.override = CartLine.PriceOverride(price: price, reason: reason) }
    }

    /// Gives a line its marked price again.
    public mutating func removeOverride(ofLine number: Int) throws(CartError) {
        try change(number) { $0.override = nil }
    }

    /// Takes something off a line in place of what was taken off before; nil takes off nothing.
    public mutating func setDiscount(_ discount: Discount?, ofLine number: Int) throws(CartError) {
        guard let line = line(number), let marked = totals[line: line.number]?.marked else {
            throw line(number) == nil ? .noSuchLine(number) : .lineIsVoided(number)
        }
        try check(discount, most: marked)
        try change(number) { $0.discount = discount }
    }

    /// Takes something off the whole ticket in place of what was taken off before; nil takes off nothing.
    public mutating func setDiscount(_ discount: Discount?) throws(CartError) {
        try check(discount, most: totals.subtotal)
        try commit(lines, discount)
    }

    /// Takes no tax for a line: it leaves the price where tax is included, and is not added where it is not.
    ///
    /// - Parameters:
    ///   - number: The line.
    ///   - reason: Why, such as the number of a certificate; nil takes the tax again.
    /// - Throws: `CartError` for a line that is not there or voided, or a reason that cannot be kept.
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

public import TenderModel

/// What a cart comes to.
///
/// Rules: a line is its quantity times its price, and a share of a discount its percentage, both rounded half away from zero; a
/// discount of the ticket is spread over the lines by the largest remainder, so that its shares add up to it; tax is rounded half
/// away from zero once for each tax class on the ticket, and where prices include it the net is what remains.
public struct CartTotals: Hashable, Sendable {
    /// What a line comes to.
    public struct Line: Hashable, Sendable {
        /// The line's number.
        public let number: Int
        /// The price of one: for an exempted line without the tax that its price includes.
        public let unitPrice: Amount
        /// Quantity times price.
        public let marked: Amount
        /// What the line's own discount takes off.
        public let lineDiscount: Amount
        /// Its share of the ticket's discount.
        public let ticketDiscount: Amount
        /// What remains, as it is marked: with tax where prices include it.
        public let amount: Amount
        /// The tax class it is taxed by.
        public let taxClass: String
    }

    /// The lines that were not voided, in their order.
    public let lines: [Line]
    /// The sum of the lines after their own discounts, as they are marked.
    public let subtotal: Amount
    /// What the discount of the ticket takes off.
    public let ticketDiscount: Amount
    /// What all discounts take off.
    public let discount: Amount
    /// The taxes, one row for each class that occurs, in the order of the names.
    public let taxes: [TaxRow]
    /// The sum of the taxes.
    public let tax: Amount
    /// What the goods cost with tax, before cash is rounded.
    public let total: Amount

    /// What a line comes to; nil when it is not there or voided.
    public subscript(line number: Int) -> Line? { lines.first { $0.number == number } }
}

extension CartTotals {
    /// The totals of an empty cart.
    init(nothingIn currency: Currency) {
        let nothing = Amount(minorUnits: 0, currency: currency)
        self.init(
            lines: [], subtotal: nothing, ticketDiscount: nothing, discount: nothing, taxes: [], tax: nothing,
            total: nothing)
    }

    /// Adds up a cart.
    init(
        lines: [CartLine], discount ticketDiscount: Discount?, taxes: TaxTable, currency: Currency
    ) throws(CartError) {
        var drafts: [Draft] = []
        for line in lines where !line.isVoided { drafts.append(try Draft(line, taxes)) }
        let subtotal = try Self.bounded(drafts.reduce(Int128(0)) { $0 + Int128($1.remaining) })
        let reduction = ticketDiscount?.reduction(of: subtotal) ?? 0
        let shares = Shares.spread(reduction, over: drafts.map(\.remaining))
        for place in drafts.indices { drafts[place].share = shares[place] }
        let rows = try Self.taxRows(drafts, currency)
        func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: currency) }
        self.init(
            lines: drafts.map { $0.line(currency) }, subtotal: amount(subtotal), ticketDiscount: amount(reduction),
            discount: amount(try Self.bounded(drafts.reduce(Int128(reduction)) { $0 + Int128($1.lineDiscount) })),
            taxes: rows, tax: amount(try Self.bounded(rows.reduce(Int128(0)) { $0 + Int128($1.tax.minorUnits) })),
            total: amount(
                try Self.bounded(rows.reduce(Int128(0)) { $0 + Int128($1.net.minorUnits) + Int128($1.tax.minorUnits) }))
        )
    }

    private static func bounded(_ units: Int128) throws(CartError) -> Int64 {
        guard units.magnitude <= Int128(SaleLimits.money).magnitude else { throw .tooLarge }
        return Int64(units)
    }

    private static func taxRows(_ drafts: [Draft], _ currency: Currency) throws(CartError) -> [TaxRow] {
        var sums: [TaxClass: Int128] = [:]
        for draft in drafts { sums[draft.taxClass, default: 0] += Int128(draft.amount) }
        var rows: [TaxRow] = []
        for (taxClass, sum) in sums {
            let marked = try bounded(sum)
            let tax =
                taxClass.isIncluded
                ? Shares.tax(in: marked, at: taxClass.rate) : Shares.part(taxClass.rate, of: marked)
            rows.append(
                TaxRow(
                    taxClass: taxClass.name, rate: taxClass.rate, isIncluded: taxClass.isIncluded,
                    net: Amount(minorUnits: taxClass.isIncluded ? marked - tax : marked, currency: currency),
                    tax: Amount(minorUnits: tax, currency: currency)))
        }
        return rows.sorted { $0.taxClass < $1.taxClass }
    }

    /// A line while the ticket is added up.
    private struct Draft {
        let number: Int
        let taxClass: TaxClass
        let unitPrice: Int64
        let marked: Int64
        let lineDiscount: Int64
        var share: Int64 = 0

        var remaining: Int64 { marked - lineDiscount }
        var amount: Int64 { remaining - share }

        init(_ line: CartLine, _ taxes: TaxTable) throws(CartError) {
            guard let own = taxes[line.taxClass] else { throw .unknownTaxClass(line.taxClass) }
            let price = line.price.minorUnits
            number = line.number
            taxClass = line.exemption == nil ? own : .exempt
            unitPrice = line.exemption != nil && own.isIncluded ? price - Shares.tax(in: price, at: own.rate) : price
            marked = try CartTotals.bounded(Shares.product(line.quantity, unitPrice))
            lineDiscount = line.discount?.reduction(of: marked) ?? 0
        }

        func line(_ currency: Currency) -> Line {
            func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: currency) }
            return Line(
                number: number, unitPrice: amount(unitPrice), marked: amount(marked),
                lineDiscount: amount(lineDiscount),
                ticketDiscount: amount(share), amount: amount(self.amount), taxClass: taxClass.name)
        }
    }
}

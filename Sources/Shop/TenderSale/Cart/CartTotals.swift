public import TenderModel

/// The totals of a cart.
///
/// Rules: a line is its quantity times its price, and a percentage discount is that share; both are rounded half away
/// from zero. A ticket discount is spread over the lines by the largest remainder, so that its shares add up to it. Tax
/// is rounded half away from zero once per tax class on the ticket; where prices include it, the net is the remainder.
public struct CartTotals: Hashable, Sendable {
    /// The totals of a line.
    public struct Line: Hashable, Sendable {
        /// The line's number.
        public let number: Int
        /// The unit price; for an exempt line, without the tax that its price includes.
        public let unitPrice: Amount
        /// Quantity times price.
        public let marked: Amount
        /// The amount of the line's own discount.
        public let lineDiscount: Amount
        /// The line's share of the ticket discount.
        public let ticketDiscount: Amount
        /// The remaining amount as marked: with tax where prices include it.
        public let amount: Amount
        /// The tax class that applies.
        public let taxClass: String
    }

    /// The lines that were not voided, in order.
    public let lines: [Line]
    /// The sum of the lines as marked, after their own discounts.
    public let subtotal: Amount
    /// The amount of the ticket discount.
    public let ticketDiscount: Amount
    /// The amount of all discounts.
    public let discount: Amount
    /// The taxes, one row per class that occurs, ordered by name.
    public let taxes: [TaxRow]
    /// The sum of the taxes.
    public let tax: Amount
    /// The price of the goods with tax, before cash rounding.
    public let total: Amount

    /// The totals of a line; `nil` for a missing or voided one.
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

    /// A line while the totals are computed.
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

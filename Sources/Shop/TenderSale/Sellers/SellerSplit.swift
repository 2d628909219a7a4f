import TenderModel

/// The price of a ticket's goods for each of their sellers, and for the shop.
///
/// Tax that is added to prices is spread over the lines of its class by the largest remainder, so that the parts of all
/// sellers and of the shop add up to the total.
struct SellerSplit: Hashable, Sendable {
    /// The goods of one seller.
    struct Part: Hashable, Sendable {
        let account: String
        let name: String
        var gross: Int64
        var fee: Int64
    }

    /// The sellers, in the order of their first lines.
    private(set) var parts: [Part] = []
    /// The price of the shop's own goods.
    private(set) var own: Int64 = 0

    /// Splits the goods of a cart.
    init(_ cart: Cart) {
        let lines = zip(cart.lines.filter { !$0.isVoided }, cart.totals.lines).map { line, totals in
            Line(
                seller: line.seller, quantity: line.quantity, amount: totals.amount.minorUnits,
                taxClass: totals.taxClass)
        }
        self.init(lines, cart.totals.taxes)
    }

    /// Splits the goods of a finished ticket; those of a refund as positive figures.
    init(_ ticket: TicketRecord) {
        let lines = ticket.lines.map { line in
            Line(
                seller: line.seller, quantity: line.quantity, amount: Self.positive(line.amount.minorUnits),
                taxClass: line.taxClass)
        }
        self.init(lines, ticket.taxes)
    }

    /// The part of a line that counts here.
    private struct Line {
        let seller: Seller?
        let quantity: Quantity
        let amount: Int64
        let taxClass: String
    }

    private init(_ lines: [Line], _ taxes: [TaxRow]) {
        var gross = lines.map(\.amount)
        for row in taxes {
            let places = lines.indices.filter { lines[$0].taxClass == row.taxClass }
            let sum = Self.positive(row.net.minorUnits) + Self.positive(row.tax.minorUnits)
            for (place, share) in zip(places, Shares.spread(sum, over: places.map { gross[$0] })) {
                gross[place] = share
            }
        }
        for (place, line) in lines.enumerated() { add(line, gross[place]) }
    }

    /// Returns the figure without its sign; one from a damaged journal is clamped to what can be added up.
    private static func positive(_ units: Int64) -> Int64 {
        Int64(clamping: min(units.magnitude, UInt64(SaleLimits.money)))
    }

    private mutating func add(_ line: Line, _ gross: Int64) {
        guard let seller = line.seller else {
            own += gross
            return
        }
        let fee = seller.fee.units(of: gross, line.quantity)
        if let place = parts.firstIndex(where: { $0.account == seller.account }) {
            parts[place].gross += gross
            parts[place].fee += fee
        } else {
            parts.append(Part(account: seller.account, name: seller.name, gross: gross, fee: fee))
        }
    }
}

import TenderModel

/// What the goods of a ticket come to for each of their sellers, and for the shop.
///
/// The tax that is added to prices is spread over the lines of its class by the largest remainder, so that the parts of all
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
    /// What the shop's own goods come to.
    private(set) var own: Int64 = 0

    init(_ cart: Cart) {
        let lines = Array(zip(cart.lines.filter { !$0.isVoided }, cart.totals.lines))
        var gross = lines.map { $0.1.amount.minorUnits }
        for row in cart.totals.taxes {
            let places = lines.indices.filter { lines[$0].1.taxClass == row.taxClass }
            let sum = row.net.minorUnits + row.tax.minorUnits
            for (place, share) in zip(places, Shares.spread(sum, over: places.map { gross[$0] })) {
                gross[place] = share
            }
        }
        for (place, line) in lines.enumerated() { add(line.0, gross[place]) }
    }

    private mutating func add(_ line: CartLine, _ gross: Int64) {
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

public import TenderModel

/// The refundable rest of a sale.
public struct Refundable: Hashable, Sendable {
    /// The rest of a line; not negative.
    public struct Line: Hashable, Sendable {
        /// The line as it was sold.
        public let sold: SoldLine
        /// The remaining quantity.
        public internal(set) var quantity: Quantity
        /// The remaining amount, as marked.
        public internal(set) var amount: Amount
        /// The remaining discount.
        var discount: Amount
    }

    /// The sale.
    public let original: TicketRecord
    /// The rest of its lines, in order.
    public let lines: [Line]
    /// The rest of its taxes.
    public let taxes: [TaxRow]
    /// The rest of its total, with tax.
    public let total: Amount
    /// The rest of its card payments that can be refunded to the card.
    public let cards: [RefundPlan.Card]

    let cash: Amount
    let rounding: Amount
    let isUntouched: Bool

    /// Computes what is left.
    ///
    /// - Parameters:
    ///   - original: The sale.
    ///   - earlier: Every finished refund and void of it; a repeated one counts once.
    ///   - open: The plans of refunds that are not finished yet, such as parked ones.
    /// - Throws: `RefundError` when the records do not match, or nothing is left.
    public init(
        _ original: TicketRecord, earlier: [TicketRecord], open: [RefundPlan] = []
    ) throws(RefundError) {
        guard original.kind == .sale else { throw .notASale }
        var left = try RefundTally(original)
        for record in earlier { try left.take(record) }
        for plan in open { try left.take(plan) }
        self = left.refundable
        guard !left.isVoided, total.minorUnits > 0 || lines.contains(where: { $0.quantity > Cart.nothing }) else {
            throw .nothingLeft
        }
    }

    init(_ tally: RefundTally) {
        func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: tally.currency) }
        original = tally.original
        lines = tally.lines
        taxes = tally.taxes
        total = amount(tally.taxes.reduce(0) { $0 + $1.net.minorUnits + $1.tax.minorUnits })
        cards = tally.cards
        cash = amount(tally.cash)
        rounding = amount(tally.rounding)
        isUntouched = tally.isUntouched
    }
}

/// A tally that subtracts earlier refunds from a sale.
struct RefundTally {
    let original: TicketRecord
    let currency: Currency
    private(set) var lines: [Refundable.Line] = []
    private(set) var taxes: [TaxRow]
    private(set) var cards: [RefundPlan.Card]
    private(set) var cash: Int64 = 0
    private(set) var rounding: Int64 = 0
    private(set) var isVoided = false
    private(set) var isUntouched = true
    private var taken: Set<String> = []

    var refundable: Refundable { Refundable(self) }

    init(_ original: TicketRecord) throws(RefundError) {
        self.original = original
        currency = original.total.currency
        taxes = original.taxes
        cards = original.legs.compactMap { leg in
            guard leg.method.hasIntent, let intentID = leg.intentID, leg.standing.isRefundable else { return nil }
            return RefundPlan.Card(leg, intentID: intentID)
        }
        guard Self.isBounded(original, currency), Self.addsUp(original) else { throw .originalUnusable }
        lines = original.lines.map {
            Refundable.Line(sold: $0, quantity: $0.quantity, amount: $0.amount, discount: $0.discount)
        }
    }

    private static func isBounded(_ record: TicketRecord, _ currency: Currency) -> Bool {
        let amounts =
            record.lines.flatMap { [$0.amount, $0.discount, $0.unitPrice] }
            + record.legs.flatMap { [$0.amount, $0.tip] }
            + record.taxes.flatMap { [$0.net, $0.tax] } + [record.total]
        return amounts.allSatisfy { $0.currency == currency && (0...SaleLimits.money).contains($0.minorUnits) }
            && record.lines.allSatisfy { $0.quantity >= Cart.nothing }
    }

    /// Returns whether the tax rows match the lines and add up to the total, with each line and each row once.
    private static func addsUp(_ record: TicketRecord) -> Bool {
        guard record.lines.count <= SaleLimits.lines, Set(record.lines.map(\.number)).count == record.lines.count,
            Set(record.taxes.map(\.taxClass)).count == record.taxes.count
        else { return false }
        var marked: [String: Int128] = [:]
        for line in record.lines { marked[line.taxClass, default: 0] += Int128(line.amount.minorUnits) }
        var total: Int128 = 0
        for row in record.taxes {
            guard marked.removeValue(forKey: row.taxClass) ?? 0 == Int128(row.marked) else { return false }
            total += Int128(row.net.minorUnits) + Int128(row.tax.minorUnits)
        }
        return marked.isEmpty && total == Int128(record.total.minorUnits)
    }

    mutating func take(_ record: TicketRecord) throws(RefundError) {
        guard record.kind != .sale, record.original == original.id else { throw .earlierUnusable(record.id) }
        guard taken.insert(record.id).inserted else { return }
        try take(record.lines, record.taxes, from: record.id)
        for leg in record.legs {
            guard leg.amount.currency == currency, (-SaleLimits.money...0).contains(leg.amount.minorUnits) else {
                throw .earlierUnusable(record.id)
            }
            if leg.method == .cash { cash = try Self.sum(cash, leg.amount, in: record) }
            if leg.method.hasIntent, let id = leg.intentID { try takeCard(id, leg.amount, from: record.id) }
        }
        guard record.rounding.currency == currency else { throw .earlierUnusable(record.id) }
        rounding = try Self.sum(rounding, record.rounding, in: record)
        if record.kind == .void { isVoided = true }
    }

    private static func sum(_ sum: Int64, _ amount: Amount, in record: TicketRecord) throws(RefundError) -> Int64 {
        let (sum, overflow) = sum.addingReportingOverflow(amount.minorUnits)
        guard !overflow, SaleLimits.holds(sum) else { throw .earlierUnusable(record.id) }
        return sum
    }

    mutating func take(_ plan: RefundPlan) throws(RefundError) {
        guard plan.original == original.id else { throw .earlierUnusable(plan.original) }
        try take(plan.lines, plan.taxes, from: plan.original)
        if plan.kind == .void { isVoided = true }
    }

    private mutating func take(_ sold: [SoldLine], _ rows: [TaxRow], from id: String) throws(RefundError) {
        isUntouched = false
        for line in sold {
            guard let place = lines.firstIndex(where: { $0.sold.number == line.number }),
                let quantity = Quantity(thousandths: lines[place].quantity.thousandths + line.quantity.thousandths),
                let amount = lines[place].amount.less(line.amount), quantity >= Cart.nothing,
                let discount = lines[place].discount.less(line.discount)
            else { throw .earlierUnusable(id) }
            lines[place].quantity = quantity
            lines[place].amount = amount
            lines[place].discount = discount
        }
        for row in rows {
            guard let place = taxes.firstIndex(where: { $0.taxClass == row.taxClass }),
                let net = taxes[place].net.less(row.net), let tax = taxes[place].tax.less(row.tax)
            else { throw .earlierUnusable(id) }
            taxes[place].net = net
            taxes[place].tax = tax
        }
    }

    private mutating func takeCard(_ intentID: String, _ amount: Amount, from id: String) throws(RefundError) {
        guard let place = cards.firstIndex(where: { $0.intentID == intentID }) else { return }
        guard let left = cards[place].left.less(amount) else { throw .earlierUnusable(id) }
        cards[place].left = left
    }
}

extension TaxRow {
    /// The price of the row's lines, as marked.
    var marked: Int64 { isIncluded ? net.minorUnits &+ tax.minorUnits : net.minorUnits }
}

extension LegRecord.Standing {
    fileprivate var isRefundable: Bool {
        switch self {
        case .settled, .offline: true
        case .accepted: false
        }
    }
}

extension Amount {
    /// Returns the rest after a refund, a negative amount of the same currency; `nil` where that is more than there is.
    fileprivate func less(_ refunded: Amount) -> Amount? {
        guard refunded.currency == currency, (-minorUnits...0).contains(refunded.minorUnits) else { return nil }
        return Amount(minorUnits: minorUnits + refunded.minorUnits, currency: currency)
    }
}

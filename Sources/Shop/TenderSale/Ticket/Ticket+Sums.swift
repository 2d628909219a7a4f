public import TenderModel

/// The paid and unpaid sums; amounts of a refund or void are negative.
extension Ticket {
    /// The currency.
    public var currency: Currency { total.currency }

    /// The price of the goods with tax, before cash rounding.
    public var total: Amount {
        switch goods {
        case .sale(let cart): cart.totals.total
        case .refund(let plan): plan.total
        }
    }

    /// The effect of cash rounding.
    public var rounding: Amount { amount(roundingUnits) }

    /// The amount paid, without tips.
    public var paid: Amount { amount(paidUnits) }

    /// The amount of payments that are waiting, running or unknown.
    public var pending: Amount { amount(pendingUnits) }

    /// The unpaid amount: zero once the ticket can be finished.
    public var remaining: Amount { amount(totalUnits + roundingUnits - paidUnits) }

    /// The amount that no payment asks for yet.
    public var unassigned: Amount { amount(unassignedUnits) }

    /// The cash due if all of `unassigned` is paid in cash, rounded.
    public var cashDue: Amount { amount(cashDueUnits) }

    /// The tips of the payments that have money in them.
    public var tips: Amount { amount(sum { $0.isPaid ? $0.tip : nil }) }

    /// The change of all cash.
    public var change: Amount { amount(sum { $0.isPaid ? $0.change : nil }) }

    /// The leg whose outcome is unknown, which keeps the ticket from being finished.
    public var unknownLeg: TicketLeg? { legs.first { $0.state == .unknown } }

    /// The running card leg.
    public var runningLeg: TicketLeg? { legs.first { $0.state == .running } }

    var totalUnits: Int128 { Int128(total.minorUnits) }
    var roundingUnits: Int128 { sum { $0.isPaid ? $0.rounding : nil } }
    var paidUnits: Int128 { sum { $0.isPaid ? $0.amount : nil } }
    var pendingUnits: Int128 { sum { $0.isPending ? $0.amount : nil } }
    var unassignedUnits: Int128 { totalUnits + roundingUnits - paidUnits - pendingUnits }

    /// The cash of a ticket, and of all refunds of one sale, is rounded as a whole, so that many small sums neither
    /// lose nor gain.
    var cashDueUnits: Int128 {
        let given =
            sum { $0.isPaid && $0.method == .cash ? $0.amount : nil } + Int128(refund?.earlierCash.minorUnits ?? 0)
        let rounded = roundingUnits + Int128(refund?.earlierRounding.minorUnits ?? 0)
        let due = Int128(cashRounding.rounded(Int64(clamping: given - rounded + unassignedUnits))) - given
        return due.signum() == unassignedUnits.signum() ? due : 0
    }

    private func sum(_ part: (TicketLeg) -> Amount?) -> Int128 {
        legs.reduce(0) { $0 + Int128(part($1)?.minorUnits ?? 0) }
    }

    /// Sums of checked parts fit; those of a damaged file are clamped rather than wrapped.
    func amount(_ units: Int128) -> Amount { Amount(minorUnits: Int64(clamping: units), currency: currency) }
}

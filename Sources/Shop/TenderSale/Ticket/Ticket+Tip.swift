public import TenderModel

/// The tip that was named for the next payment: it is the ticket's, so that no other customer pays it.
extension Ticket {
    /// Names the tip of the next payment of a sale, in place of the one that was named before.
    ///
    /// - Parameter tip: The tip; nothing takes off what was named.
    /// - Throws: `TicketError.nothingDue` where nothing is left to be paid, `.tipOutOfRange`, or while a payment runs or is unknown.
    public mutating func nameTip(_ tip: NamedTip?) throws(TicketError) {
        try expectOpen()
        guard let tip else {
            namedTip = nil
            return
        }
        guard kind == .sale else { throw .notASale }
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        try expectNothingUnknown()
        guard unassignedUnits > 0 else { throw .nothingDue }
        if case .amount(let amount) = tip, amount.currency != currency {
            throw .wrongCurrency(amount.currency, ticket: currency)
        }
        guard (0...Int128(SaleLimits.money)).contains(units(of: tip)) else { throw .tipOutOfRange }
        namedTip = tip.isNothing ? nil : tip
    }

    /// Takes the named tip off for a payment that is about to be added; nil for none.
    public mutating func takeTip() -> Amount? {
        defer { namedTip = nil }
        return tipDue.minorUnits == 0 ? nil : tipDue
    }

    /// What the next payment takes of the named tip: nothing where nothing is left to be paid.
    public var tipDue: Amount { amount(tipDueUnits) }

    /// What the customer pays in all, as far as it is known: goods and rounding, and the tips that were paid, are asked for, or named.
    public var totalWithTips: Amount {
        guard kind == .sale else { return total }
        return amount(totalUnits + legs.reduce(tipDueUnits) { $0 + Int128($1.mayPay ? $1.tip.minorUnits : 0) })
    }

    /// What is not paid yet, with the tips that are asked for or named.
    public var remainingWithTips: Amount {
        guard kind == .sale else { return remaining }
        let asked = legs.reduce(tipDueUnits) { $0 + Int128($1.isPending ? $1.tip.minorUnits : 0) }
        return amount(Int128(remaining.minorUnits) + asked)
    }

    private var tipDueUnits: Int128 {
        guard let namedTip, unassignedUnits > 0 else { return 0 }
        return units(of: namedTip)
    }

    private func units(of tip: NamedTip) -> Int128 {
        switch tip {
        case .amount(let amount): Int128(amount.minorUnits)
        case .share(let share): (unassignedUnits * Int128(share.thousandths) + 50_000) / 100_000
        }
    }

    /// A payment that took nothing took no tip: the next one does.
    mutating func keepTip(of leg: TicketLeg) {
        guard kind == .sale, namedTip == nil, leg.tipSource == .before else { return }
        namedTip = .amount(leg.tip)
    }
}

extension NamedTip {
    fileprivate var isNothing: Bool {
        switch self {
        case .amount(let amount): amount.minorUnits == 0
        case .share(let share): share == .zero
        }
    }
}

public import TenderModel

/// The tip that was named for the next payment: it belongs to the ticket, so that no other customer pays it.
extension Ticket {
    /// Names the tip of a sale's next payment, in place of an earlier one.
    ///
    /// - Parameter tip: The tip; `nil` removes the named one.
    /// - Throws: `TicketError.nothingDue` where nothing is left to pay, `.tipOutOfRange`, or while a payment runs or is
    ///   unknown.
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

    /// Returns the named tip for a payment that is about to be added, and removes it; `nil` without one.
    public mutating func takeTip() -> Amount? {
        defer { namedTip = nil }
        return tipDue.minorUnits == 0 ? nil : tipDue
    }

    /// The part of the named tip that the next payment takes: zero where nothing is left to pay.
    public var tipDue: Amount { amount(tipDueUnits) }

    /// The customer's total as far as it is known: goods and rounding, and the tips that were paid, requested or named.
    public var totalWithTips: Amount {
        guard kind == .sale else { return total }
        return amount(totalUnits + legs.reduce(tipDueUnits) { $0 + Int128($1.mayPay ? $1.tip.minorUnits : 0) })
    }

    /// The unpaid amount, with the tips that are requested or named.
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

    /// Keeps the tip of a payment that took nothing for the next payment.
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

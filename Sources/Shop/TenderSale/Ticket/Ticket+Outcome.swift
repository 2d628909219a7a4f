import TenderModel

/// The outcome of a card payment.
extension Ticket {
    /// Records what was learned about a leg by card or link, even while the ticket is parked.
    ///
    /// Repeated news changes nothing, and an unknown outcome changes nothing once the outcome was known.
    ///
    /// - Parameters:
    ///   - id: The leg.
    ///   - outcome: What was learned.
    /// - Throws: `TicketError.contradiction` when a finished leg is given another end, `.amountDiffers` for more money
    ///   than was asked: both need a person to look.
    public mutating func resolve(_ id: String, _ outcome: LegOutcome) throws(TicketError) {
        let place = try place(of: id)
        guard legs[place].method.hasIntent else { throw .wrongMethod(leg: id) }
        if isKnown(outcome, of: legs[place]) { return }
        try expectAlive()
        switch (legs[place].state, outcome) {
        case (.running, .unknown): legs[place].state = .unknown
        case (.running, .settled(let money)), (.unknown, .settled(let money)), (.accepted, .settled(let money)),
            (.offline, .settled(let money)):
            try legs[place].take(money, isVoid: kind == .void)
            legs[place].state = .settled
        case (.running, .offline(let money)), (.unknown, .offline(let money)):
            guard kind == .sale else { throw .contradiction(leg: id) }
            try legs[place].take(money, isVoid: false)
            legs[place].state = .offline
        case (.running, .declined(let reason)), (.unknown, .declined(let reason)), (.accepted, .declined(let reason)),
            (.offline, .declined(let reason)):
            legs[place].state = .declined(reason: reason)
            keepTip(of: legs[place])
        case (.running, .canceled), (.unknown, .canceled), (.accepted, .canceled), (.offline, .canceled):
            legs[place].state = .canceled
            keepTip(of: legs[place])
        case (.waiting, _): throw .wrongState(leg: id)
        default: throw .contradiction(leg: id)
        }
    }

    /// Lets a ticket be finished although the outcome of a leg is unknown; the leg is accepted, never approved.
    ///
    /// - Throws: `TicketError.managerNeeded` for another role, `.textNeeded` without a reason and a reference.
    public mutating func accept(_ id: String, _ acceptance: Acceptance) throws(TicketError) {
        try expectOpen()
        let place = try place(of: id)
        guard acceptance.role == .manager else { throw .managerNeeded }
        guard [acceptance.by, acceptance.reason, acceptance.reference].allSatisfy(SaleLimits.isText) else {
            throw .textNeeded
        }
        guard legs[place].state == .unknown else { throw .wrongState(leg: id) }
        legs[place].state = .accepted(acceptance)
        legs[place].reference = acceptance.reference
    }

    /// Returns whether the outcome says only what is already known of the leg.
    private func isKnown(_ outcome: LegOutcome, of leg: TicketLeg) -> Bool {
        switch (leg.state, outcome) {
        case (.waiting, _), (.running, _): false
        case (_, .unknown): true
        case (.settled, .settled(let money)), (.refunding, .settled(let money)), (.refunded, .settled(let money)):
            money.amount == leg.amount && (money.refundID ?? leg.refundID) == leg.refundID
                && (leg.asked.minorUnits < 0 || (money.intentID ?? leg.intentID) == leg.intentID)
        case (.offline, .offline(let money)): money.amount == leg.amount
        case (.settled, .offline), (.declined, .declined), (.canceled, .canceled): true
        default: false
        }
    }
}

extension TicketLeg {
    /// Takes the money of a settlement, which is at most what was asked for.
    fileprivate mutating func take(_ money: LegOutcome.Settlement, isVoid: Bool) throws(TicketError) {
        // An offline payment stored for less than asked has let others pay the rest.
        let most = state == .offline ? amount : asked
        guard money.amount.currency == most.currency, money.tip.currency == most.currency else {
            throw .amountDiffers(leg: id, asked: most)
        }
        guard money.amount.minorUnits != 0, money.amount.minorUnits.signum() == most.minorUnits.signum(),
            money.amount.minorUnits.magnitude <= most.minorUnits.magnitude, !isVoid || money.amount == most
        else { throw .amountDiffers(leg: id, asked: most) }
        if asked.minorUnits < 0 {
            guard money.tip == tip else { throw .amountDiffers(leg: id, asked: asked) }
        } else {
            let source = money.tip == tip ? tipSource ?? .reader : .reader
            try setTip(money.tip, source)
        }
        if money.amount != amount, asked.minorUnits > 0 { sharing = sharing?.reduced(to: money.amount) }
        amount = money.amount
        isCaptured = money.isCaptured
        // A refund keeps the payment that it refunds.
        if asked.minorUnits > 0 { intentID = money.intentID ?? intentID }
        refundID = money.refundID
        card = money.card ?? card
        reference = money.reference ?? reference
    }
}

public import TenderModel

/// Payments by card, and payments settled elsewhere.
extension Ticket {
    /// Adds a card payment of a sale; `start(_:intentID:)` begins it.
    ///
    /// - Parameters:
    ///   - id: The leg's id, new on the ticket.
    ///   - amount: The amount to request; `nil` for all that no payment asks for yet.
    ///   - tip: A tip named beforehand.
    /// - Throws: `TicketError.outcomeUnknown` while another leg's outcome is unknown, `.amountOutOfRange` for more than
    ///   is due.
    public mutating func addCard(id: String, amount: Amount? = nil, tip: Amount? = nil) throws(TicketError) {
        try addPayment(id, .card, amount, tip)
    }

    /// Adds a payment of a sale on a page that the customer opens; `start(_:intentID:)` begins it.
    ///
    /// - Parameters: As for a card.
    /// - Throws: As for a card.
    public mutating func addLink(id: String, amount: Amount? = nil, tip: Amount? = nil) throws(TicketError) {
        try addPayment(id, .link, amount, tip)
    }

    private mutating func addPayment(
        _ id: String, _ method: LegRecord.Method, _ amount: Amount?, _ tip: Amount?
    ) throws(TicketError) {
        guard kind == .sale else { throw .notASale }
        try expectNothingUnknown()
        var leg = try newLeg(id, method, amount)
        try leg.setTip(tip, .before)
        legs.append(leg)
    }

    /// Adds a payment that is settled elsewhere, such as a voucher; on a refund, the money goes back that way.
    ///
    /// - Parameters:
    ///   - id: The leg's id, new on the ticket.
    ///   - name: The payment's name.
    ///   - amount: The amount that it pays; `nil` for all that no payment asks for yet.
    ///   - tip: A tip on top, of a sale.
    /// - Throws: `TicketError.amountOutOfRange` for more than is due.
    public mutating func addExternal(
        id: String, name: String, amount: Amount? = nil, tip: Amount? = nil
    ) throws(TicketError) {
        guard kind != .void else { throw .wrongMethod(leg: id) }
        guard SaleLimits.isText(name) else { throw .textNeeded }
        guard tip == nil || kind == .sale else { throw .notASale }
        var leg = try newLeg(id, .external(name), amount)
        try leg.setTip(tip, .before)
        legs.append(leg)
    }

    /// Adds a refund to a card that paid the sale; `start(_:intentID:)` begins it.
    ///
    /// - Parameters:
    ///   - id: The leg's id, new on the ticket.
    ///   - original: The refunded leg of the sale.
    ///   - amount: The amount, negative; `nil` for as much as is due and left of that leg. A void releases the leg as a
    ///     whole.
    /// - Throws: `TicketError.amountOutOfRange` for more than is due or left.
    public mutating func addCardRefund(id: String, of original: String, amount: Amount? = nil) throws(TicketError) {
        guard let refund else { throw .notARefund }
        guard let card = refund.cards.first(where: { $0.leg == original }) else { throw .noSuchLeg(original) }
        try expectNothingUnknown()
        let taken = legs.filter { $0.intentID == card.intentID && ($0.isPaid || $0.isPending) }
        let left = taken.reduce(Int128(card.left.minorUnits)) { $0 + Int128($1.amount.minorUnits) }
        let most = self.amount(-min(left, -unassignedUnits))
        guard refund.kind == .refund || (taken.isEmpty && amount ?? most == most) else {
            throw .amountOutOfRange(most: most)
        }
        guard most.minorUnits < 0, Int128((amount ?? most).minorUnits) >= -left else {
            throw .amountOutOfRange(most: most)
        }
        var leg = try newLeg(id, card.method, amount ?? most)
        leg.intentID = card.intentID
        leg.card = card.card
        if refund.kind == .void { leg.tip = self.amount(-Int128(card.tip.minorUnits)) }
        legs.append(leg)
    }

    /// Changes the amount of a waiting payment.
    public mutating func setAmount(_ amount: Amount, ofLeg id: String) throws(TicketError) {
        let place = try waitingPlace(id)
        guard kind != .void else { throw .wrongMethod(leg: id) }
        let most = self.amount(unassignedUnits + Int128(legs[place].amount.minorUnits))
        guard legs[place].intentID == nil || amount.minorUnits >= legs[place].amount.minorUnits else {
            throw .amountOutOfRange(most: legs[place].amount)
        }
        try expect(amount, within: most)
        legs[place].asked = amount
        legs[place].amount = amount
    }

    /// Sets the tip of a card payment that waits, or, from the receipt, of one that is held and not captured.
    public mutating func setTip(_ tip: Amount, ofLeg id: String) throws(TicketError) {
        try expectOpen()
        guard kind == .sale else { throw .notASale }
        let place = try place(of: id)
        guard legs[place].method.hasIntent else { throw .wrongMethod(leg: id) }
        switch legs[place].state {
        case .waiting: try legs[place].setTip(tip, .before)
        case .settled where !legs[place].isCaptured: try legs[place].setTip(tip, .receipt)
        case .running: throw .legIsRunning(id)
        case .settled, .declined, .canceled, .unknown, .offline, .accepted, .refunding, .refunded:
            throw .wrongState(leg: id)
        }
    }

    /// Cancels a waiting payment; it stays, marked as canceled.
    public mutating func cancelLeg(_ id: String) throws(TicketError) {
        let place = try waitingPlace(id)
        legs[place].state = .canceled
    }

    /// Begins a card payment or refund, which locks its amount.
    ///
    /// - Parameters:
    ///   - id: The leg.
    ///   - intentID: The payment intent of a sale's leg, unique among legs; a refund has that of the sale.
    /// - Throws: `TicketError` while another card leg runs or is unknown.
    public mutating func start(_ id: String, intentID: String? = nil) throws(TicketError) {
        let place = try waitingPlace(id)
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        try expectNothingUnknown()
        guard legs[place].method.hasIntent else { throw .wrongMethod(leg: id) }
        if kind == .sale {
            guard let intentID, SaleLimits.isText(intentID), !legs.contains(where: { $0.intentID == intentID }) else {
                throw .intentNeeded
            }
            legs[place].intentID = intentID
        }
        legs[place].sharing = sharing(of: legs[place])
        legs[place].state = .running
    }

    /// Returns the distribution of a card payment's money, or of its refund.
    private func sharing(of leg: TicketLeg) -> LegSharing? {
        switch goods {
        case .sale(let cart): return LegSharing(SellerSplit(cart), of: leg.amount)
        case .refund(let plan):
            guard let card = plan.cards.first(where: { $0.intentID == leg.intentID }), let sharing = card.sharing else {
                return nil
            }
            let others = legs.filter { $0.id != leg.id && $0.intentID == leg.intentID && ($0.isPaid || $0.isPending) }
            let taken = others.reduce(Int128(card.left.minorUnits)) { $0 + Int128($1.amount.minorUnits) }
            let before = Int128(sharing.whole.minorUnits) - taken
            return sharing.goingBack(
                from: amount(before), to: amount(before - Int128(leg.amount.minorUnits)))
        }
    }

    /// Records that an external payment was made.
    public mutating func settleExternal(_ id: String, reference: String? = nil) throws(TicketError) {
        let place = try waitingPlace(id)
        guard case .external = legs[place].method else { throw .wrongMethod(leg: id) }
        guard reference.map(SaleLimits.isText) ?? true else { throw .textNeeded }
        legs[place].reference = reference
        legs[place].state = .settled
    }

    /// Records that the hold of a settled card was captured.
    public mutating func markCaptured(_ id: String) throws(TicketError) {
        try expectAlive()
        let place = try place(of: id)
        guard legs[place].method.hasIntent else { throw .wrongMethod(leg: id) }
        guard legs[place].state == .settled, kind == .sale else { throw .wrongState(leg: id) }
        legs[place].isCaptured = true
    }

    /// Begins to refund the settled money of a card before the ticket is finished; the leg pays nothing from here on.
    ///
    /// - Throws: `TicketError.wrongState` for a leg that is not settled.
    public mutating func startRefund(_ id: String) throws(TicketError) {
        try expectOpen()
        let place = try place(of: id)
        guard legs[place].method.hasIntent, kind == .sale else { throw .wrongMethod(leg: id) }
        guard legs[place].state == .settled else { throw .wrongState(leg: id) }
        legs[place].state = .refunding
    }

    /// Records that the money of a card was not refunded: the leg pays again.
    ///
    /// Call it only with proof.
    public mutating func keepPayment(_ id: String) throws(TicketError) {
        try expectAlive()
        let place = try place(of: id)
        guard legs[place].state == .refunding else { throw .wrongState(leg: id) }
        legs[place].state = .settled
    }

    /// Records that settled money of a sale was refunded before the ticket was finished; call it only with proof.
    ///
    /// - Parameters:
    ///   - id: The leg.
    ///   - refundID: The refund of a captured card payment; `nil` for cash, and for a hold that was released.
    /// - Throws: `TicketError.wrongState` for a leg that is not settled.
    public mutating func refund(_ id: String, refundID: String? = nil) throws(TicketError) {
        try expectAlive()
        let place = try place(of: id)
        guard [.settled, .refunding].contains(legs[place].state) else { throw .wrongState(leg: id) }
        guard kind == .sale || !legs[place].method.hasIntent else { throw .wrongMethod(leg: id) }
        legs[place].state = .refunded(refundID: refundID)
    }

    // MARK: - Helpers of the steps

    func newLeg(_ id: String, _ method: LegRecord.Method, _ amount: Amount?) throws(TicketError) -> TicketLeg {
        try expectNew(id)
        guard unassignedUnits != 0 else { throw .nothingDue }
        let amount = amount ?? unassigned
        try expect(amount, within: unassigned)
        return TicketLeg(id: id, method: method, amount: amount)
    }

    func expectNew(_ id: String) throws(TicketError) {
        try expectOpen()
        guard SaleLimits.isText(id) else { throw .textNeeded }
        guard leg(id) == nil else { throw .legExists(id) }
        guard legs.count < SaleLimits.legs else { throw .tooManyLegs(most: SaleLimits.legs) }
    }

    func expectNothingUnknown() throws(TicketError) {
        if let leg = unknownLeg { throw .outcomeUnknown(leg.id) }
    }

    /// Expects an amount of the ticket's currency and sign that is not zero and at most `most`.
    func expect(_ amount: Amount, within most: Amount) throws(TicketError) {
        guard amount.currency == currency else { throw .wrongCurrency(amount.currency, ticket: currency) }
        guard amount.minorUnits != 0, amount.minorUnits.signum() == most.minorUnits.signum(),
            amount.minorUnits.magnitude <= most.minorUnits.magnitude
        else { throw .amountOutOfRange(most: most) }
    }

    func place(of id: String) throws(TicketError) -> Int {
        guard let place = legs.firstIndex(where: { $0.id == id }) else { throw .noSuchLeg(id) }
        return place
    }

    private func waitingPlace(_ id: String) throws(TicketError) -> Int {
        try expectOpen()
        let place = try place(of: id)
        switch legs[place].state {
        case .waiting: return place
        case .running: throw .legIsRunning(id)
        case .settled, .declined, .canceled, .unknown, .offline, .accepted, .refunding, .refunded:
            throw .wrongState(leg: id)
        }
    }
}

extension TicketLeg {
    /// Replaces the tip; `nil` leaves it.
    mutating func setTip(_ tip: Amount?, _ source: TipSource) throws(TicketError) {
        guard let tip else { return }
        guard tip.currency == amount.currency else { throw .wrongCurrency(tip.currency, ticket: amount.currency) }
        guard (0...SaleLimits.money).contains(tip.minorUnits) else { throw .tipOutOfRange }
        self.tip = tip
        tipSource = tip.minorUnits == 0 ? nil : source
    }
}

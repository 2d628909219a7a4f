import TenderModel

/// The rules for a finished ticket.
extension ShopBook {
    func admit(_ ticket: TicketRecord) throws(ShopError) {
        try expectOpen()
        guard self.ticket(id: ticket.id) == nil else { throw .ticketIsFinished(ticket.id) }
        guard !parked.contains(where: { $0.id == ticket.id }) else { throw .ticketIsParked(ticket.id) }
        guard ticket.number == nextTicketNumber else { throw .wrongTicketNumber(expected: nextTicketNumber) }
        try expectCurrency(ticket.amounts)
        guard ticket.kind == .sale ? ticket.total.minorUnits >= 0 : ticket.total.minorUnits <= 0 else {
            throw .wrongSign(ticket.kind)
        }
        try admitLegs(of: ticket)
        if ticket.kind == .sale {
            guard ticket.original == nil else { throw .wrongOriginal(ticket.original) }
        } else {
            try admitOriginal(of: ticket)
        }
    }

    /// Checks that the payments add up to the total, with cash rounding, and that none of them counts twice.
    private func admitLegs(of ticket: TicketRecord) throws(ShopError) {
        let due = try Self.sum([ticket.total, ticket.rounding], currency)
        guard try Self.sum(ticket.legs.map(\.amount), currency) == due else { throw .legsDoNotAddUp(expected: due) }
        var ids: Set<String> = []
        for leg in ticket.legs {
            guard ids.insert(leg.id).inserted else { throw .legRepeated(leg.id) }
            if leg.tendered != nil || leg.change != nil { try admitChange(leg) }
            guard ticket.kind == .sale, let intentID = leg.intentID else { continue }
            guard !isCounted(intentID: intentID), ids.insert("intent " + intentID).inserted else {
                throw .paymentCountedTwice(intentID: intentID)
            }
        }
    }

    private func admitChange(_ leg: LegRecord) throws(ShopError) {
        let zero = Amount(minorUnits: 0, currency: currency)
        let kept = try Self.checked { () throws(AmountError) in
            try (leg.tendered ?? zero).subtracting(leg.change ?? zero)
        }
        guard leg.method == .cash, try Self.sum([leg.amount, leg.tip], currency) == kept else {
            throw .changeDoesNotAddUp(leg: leg.id)
        }
    }

    // MARK: - Refunds and voids

    private func admitOriginal(of ticket: TicketRecord) throws(ShopError) {
        guard let id = ticket.original, let original = self.ticket(id: id), original.kind == .sale else {
            throw .wrongOriginal(ticket.original)
        }
        guard original.isTraining == ticket.isTraining else { throw .trainingDiffers }
        let back = refunded(ofTicket: id)
        let after = try Self.checked { () throws(AmountError) in
            var after = back
            try after.take(ticket)
            return after
        }
        guard !back.isVoided, after.total.minorUnits <= original.total.minorUnits else {
            let left = try Self.checked { () throws(AmountError) in try original.total.subtracting(back.total) }
            throw .refundTooLarge(left: left)
        }
        if ticket.kind == .void {
            let isByCard = (original.legs + ticket.legs).allSatisfy { $0.method == .card }
            guard isByCard, after.total == original.total, back == RefundedPart(currency: currency) else {
                throw .notVoidable(original.id)
            }
        }
        try admitLines(of: ticket, original, after)
        try admitCards(of: ticket, original, after)
    }

    /// Checks each line against its own: a cheap line cannot be refunded as an expensive one.
    ///
    /// Line 0 stands for an amount without lines.
    private func admitLines(
        of ticket: TicketRecord, _ original: TicketRecord, _ after: RefundedPart
    ) throws(ShopError) {
        for line in ticket.lines where line.number != 0 {
            guard let sold = original.lines.first(where: { $0.number == line.number }),
                Self.isPart(after.thousandths(ofLine: line.number), of: sold.quantity.thousandths),
                Self.isPart(after.amount(ofLine: line.number).minorUnits, of: sold.amount.minorUnits)
            else { throw .lineRefundTooLarge(line: line.number) }
        }
    }

    /// Checks that a card gets back at most what it paid, and that it is a card of the sale.
    private func admitCards(
        of ticket: TicketRecord, _ original: TicketRecord, _ after: RefundedPart
    ) throws(ShopError) {
        for leg in ticket.legs where leg.method.hasIntent {
            guard let intentID = leg.intentID, let paid = original.legs.first(where: { $0.intentID == intentID }),
                Self.isPart(
                    after.amount(ofIntent: intentID).minorUnits,
                    of: try Self.sum([paid.amount, paid.tip], currency).minorUnits)
            else { throw .cardRefundTooLarge(leg: leg.id) }
        }
    }

    private static func isPart(_ part: Int64, of whole: Int64) -> Bool {
        (min(0, whole)...max(0, whole)).contains(part)
    }

    // MARK: - Sums

    static func sum(_ amounts: [Amount], _ currency: Currency) throws(ShopError) -> Amount {
        try checked { () throws(AmountError) in
            var sum = Amount(minorUnits: 0, currency: currency)
            for amount in amounts { sum = try sum.adding(amount) }
            return sum
        }
    }

    static func checked<Value>(_ body: () throws(AmountError) -> Value) throws(ShopError) -> Value {
        do throws(AmountError) {
            return try body()
        } catch {
            throw .amount(error)
        }
    }
}

extension TicketRecord {
    /// Every amount on it.
    var amounts: [Amount] {
        var amounts = [total, rounding]
        for line in lines { amounts += [line.unitPrice, line.discount, line.amount, line.listPrice ?? line.amount] }
        for row in taxes { amounts += [row.net, row.tax] }
        for leg in legs { amounts += [leg.amount, leg.tip, leg.tendered ?? leg.amount, leg.change ?? leg.amount] }
        return amounts
    }
}

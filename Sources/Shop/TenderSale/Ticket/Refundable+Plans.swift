public import TenderModel

extension Refundable {
    /// A chosen line, and how much of it comes back.
    public struct Choice: Hashable, Sendable {
        /// The line's number on the sale.
        public var line: Int
        /// The quantity.
        public var quantity: Quantity

        /// Creates a choice.
        public init(line: Int, quantity: Quantity) {
            self.line = line
            self.quantity = quantity
        }
    }

    /// Plans the refund of some quantities of some lines: of each, the share of its remaining amount; with the last
    /// piece, all of it.
    ///
    /// - Throws: `RefundError` for a missing line, or for more of a line than is left.
    public func plan(lines choices: [Choice]) throws(RefundError) -> RefundPlan {
        guard !choices.isEmpty else { throw .amountOutOfRange(left: total) }
        var shares: [Share] = []
        for choice in choices {
            guard let place = lines.firstIndex(where: { $0.sold.number == choice.line }) else {
                throw .noSuchLine(choice.line)
            }
            guard !shares.contains(where: { $0.place == place }) else { throw .lineRepeated(choice.line) }
            let left = lines[place].quantity
            guard choice.quantity > Cart.nothing, choice.quantity <= left else {
                throw .quantityOutOfRange(line: choice.line, left: left)
            }
            shares.append(Share(place: place, quantity: choice.quantity, of: lines[place]))
        }
        return plan(shares.sorted { $0.place < $1.place }, taxes: taxes(of: shares))
    }

    /// Plans the refund of a sum, spread over the rest of the tax classes and of their lines; no goods come back.
    ///
    /// - Parameter amount: The sum with tax, positive.
    /// - Throws: `RefundError.amountOutOfRange` for more than is left, or nothing.
    public func plan(amount: Amount) throws(RefundError) -> RefundPlan {
        guard amount.currency == total.currency, amount.minorUnits > 0, amount.minorUnits <= total.minorUnits else {
            throw .amountOutOfRange(left: total)
        }
        let sums = Shares.spread(amount.minorUnits, over: taxes.map { $0.net.minorUnits + $0.tax.minorUnits })
        var shares: [Share] = []
        var rows: [TaxRow] = []
        for (row, sum) in zip(taxes, sums) where sum > 0 {
            let tax = Self.part(row.tax.minorUnits, sum, of: row.net.minorUnits + row.tax.minorUnits)
            rows.append(row.refunding(net: sum - tax, tax: tax))
            let places = lines.indices.filter { lines[$0].sold.taxClass == row.taxClass }
            let amounts = Shares.spread(
                row.isIncluded ? sum : sum - tax, over: places.map { lines[$0].amount.minorUnits })
            shares += zip(places, amounts).filter { $0.1 > 0 }.map { Share(place: $0, amount: $1) }
        }
        return plan(shares.sorted { $0.place < $1.place }, taxes: rows)
    }

    /// Plans the refund of everything that is left.
    public func planOfEverything() -> RefundPlan {
        let shares = lines.enumerated().filter {
            $0.element.quantity > Cart.nothing || $0.element.amount.minorUnits > 0
        }
        .map { Share(place: $0.offset, quantity: $0.element.quantity, of: $0.element) }
        return plan(shares, taxes: taxes(of: shares))
    }

    /// Plans the release of the holds, tips included, of a sale that only cards paid and that is not captured.
    ///
    /// Whether they are still held is not known here: the gateway knows, and refuses otherwise.
    ///
    /// - Throws: `RefundError.notVoidable` when there are refunds, or when anything but a settled card paid.
    public func planOfVoid() throws(RefundError) -> RefundPlan {
        let isByCard = original.legs.allSatisfy { $0.standing == .settled && $0.method == .card && $0.intentID != nil }
        guard isUntouched, isByCard, !original.legs.isEmpty, original.rounding.minorUnits == 0 else {
            throw .notVoidable
        }
        return planOfEverything().as(.void)
    }

    /// The refund of one line, as positive figures.
    private struct Share {
        let place: Int
        let quantity: Int64
        let amount: Int64
        let discount: Int64

        init(place: Int, amount: Int64) {
            self.place = place
            self.amount = amount
            quantity = 0
            discount = 0
        }

        init(place: Int, quantity: Quantity, of line: Refundable.Line) {
            self.place = place
            self.quantity = quantity.thousandths
            amount = Refundable.part(line.amount.minorUnits, quantity.thousandths, of: line.quantity.thousandths)
            discount = Refundable.part(line.discount.minorUnits, quantity.thousandths, of: line.quantity.thousandths)
        }
    }

    /// Returns a part's share of a value: all of it for the whole.
    private static func part(_ value: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        guard part < whole else { return value }
        return Int64(clamping: Shares.rounded(Int128(value) * Int128(part), by: Int128(whole)))
    }

    private func taxes(of shares: [Share]) -> [TaxRow] {
        taxes.compactMap { row in
            let own = shares.filter { lines[$0.place].sold.taxClass == row.taxClass }
            guard !own.isEmpty else { return nil }
            let marked = own.reduce(0) { $0 + $1.amount }
            let tax = Self.part(row.tax.minorUnits, marked, of: row.marked)
            return row.refunding(net: row.isIncluded ? marked - tax : marked, tax: tax)
        }
    }

    private func plan(_ shares: [Share], taxes: [TaxRow]) -> RefundPlan {
        let currency = total.currency
        let sold = shares.map { share in
            var line = lines[share.place].sold
            line.quantity = Quantity(thousandths: -share.quantity) ?? Cart.nothing
            line.amount = Amount(minorUnits: -share.amount, currency: currency)
            line.discount = Amount(minorUnits: -share.discount, currency: currency)
            return line
        }
        return RefundPlan(
            kind: .refund, original: original.id, isTraining: original.isTraining, lines: sold, taxes: taxes,
            total: Amount(
                minorUnits: taxes.reduce(0) { $0 + $1.net.minorUnits + $1.tax.minorUnits }, currency: currency),
            cards: cards.filter { $0.left.minorUnits > 0 || $0.tip.minorUnits > 0 }, earlierCash: cash,
            earlierRounding: rounding)
    }
}

extension TaxRow {
    fileprivate func refunding(net: Int64, tax: Int64) -> TaxRow {
        var row = self
        row.net = Amount(minorUnits: -net, currency: self.net.currency)
        row.tax = Amount(minorUnits: -tax, currency: self.tax.currency)
        return row
    }
}

extension RefundPlan {
    fileprivate func `as`(_ kind: TicketRecord.Kind) -> RefundPlan {
        RefundPlan(
            kind: kind, original: original, isTraining: isTraining, lines: lines, taxes: taxes, total: total,
            cards: cards, earlierCash: earlierCash, earlierRounding: earlierRounding)
    }
}

import TenderModel
import TenderSale

/// The goods on the ticket.
extension Register {
    func current() throws(RegisterRefusal) -> Ticket {
        guard let ticket else { throw .noTicket }
        return ticket
    }

    func expectShift() throws(RegisterRefusal) {
        guard let shift = book.shift else { throw .shop(.noShiftOpen) }
        guard shift.stage == .open else { throw .shop(.shiftHasEnded(shift.number)) }
    }

    /// Checks that there is a ticket to ring up on, or that one may be begun.
    private func expectSelling() throws(RegisterRefusal) {
        try expectShift()
        if ticket == nil, let sellingStop { throw .sellingStopped(sellingStop) }
    }

    mutating func sell(_ code: String, _ quantity: Quantity) throws(RegisterRefusal) -> [RegisterAction] {
        guard let product = setup.catalogue.product(code) else { throw .unknownCode(code) }
        guard product.isOpenPrice else {
            return try add { (cart) throws(CartError) in try cart.add(product, quantity: quantity) }
        }
        try admit(open: product, quantity)
        let question = RegisterQuestion.price(of: product, quantity)
        self.question = question
        return [.ask(question)]
    }

    /// Checks that an article with an open price can be rung up, before anybody is asked for the price.
    private func admit(open product: Product, _ quantity: Quantity) throws(RegisterRefusal) {
        try expectSelling()
        guard var ticket else { return }
        let nothing = Amount(minorUnits: 0, currency: setup.catalogue.currency)
        try Self.step { () throws(TicketError) in
            _ = try ticket.edit { (cart) throws(CartError) in
                try cart.add(product, quantity: quantity, price: nothing)
            }
        }
    }

    /// Rings up the article whose price was asked for; an invalid price leaves the question open.
    mutating func answer(price: Amount) throws(RegisterRefusal) -> [RegisterAction] {
        guard case .price(let product, let quantity) = question else { throw .nothingAsked }
        let actions = try add { (cart) throws(CartError) in
            try cart.add(product, quantity: quantity, price: price)
        }
        forgetQuestion()
        return actions
    }

    mutating func sell(
        _ price: Amount, _ number: Int, _ quantity: Quantity
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard setup.catalogue.departments.indices.contains(number &- 1) else { throw .unknownDepartment(number) }
        let department = setup.catalogue.departments[number - 1]
        return try add { (cart) throws(CartError) in try cart.add(to: department, price: price, quantity: quantity) }
    }

    private mutating func add(
        _ body: (inout Cart) throws(CartError) -> Int
    ) throws(RegisterRefusal) -> [RegisterAction] {
        try expectSelling()
        guard let person else { throw .nobodySignedIn }
        var changed =
            ticket
            ?? Ticket(
                id: newID(), cashier: person.id, currency: setup.catalogue.currency, taxes: setup.catalogue.taxes,
                cashRounding: setup.cashRounding)
        let line = try Self.step { () throws(TicketError) in try changed.edit(body) }
        ticket = changed
        selectedLine = line
        return [.shop(.keep(changed)), .tell(.added(line: line))]
    }

    /// Returns a line of the ticket that was not voided: the one with a number, or the selected one.
    func line(_ number: Int?) throws(RegisterRefusal) -> CartLine {
        guard let cart = try current().cart else { throw .ticket(.notASale) }
        let number = number ?? selectedLine ?? cart.lines.count
        guard let line = cart.line(number) else { throw .ticket(.cart(.noSuchLine(number))) }
        guard !line.isVoided else { throw .ticket(.cart(.lineIsVoided(number))) }
        return line
    }

    mutating func requestVoid(_ number: Int?, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        let line = try line(number)
        _ = try voided(line.number, "check")
        return try request(.voidLine(line.number), .voidLine, time)
    }

    private func voided(_ line: Int, _ reason: String) throws(RegisterRefusal) -> Ticket {
        var changed = try current()
        try Self.step { () throws(TicketError) in
            _ = try changed.edit { (cart) throws(CartError) in try cart.void(line: line, reason: reason) }
        }
        return changed
    }

    mutating func voidLine(_ number: Int, _ reason: String, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        let line = try line(number)
        let changed = try voided(number, reason)
        guard let amount = try current().cart?.totals.lines.first(where: { $0.number == number })?.amount else {
            throw .ticket(.cart(.noSuchLine(number)))
        }
        let kind = ShopEvent.Kind.lineVoided(ticket: changed.id, name: line.name, amount: amount, reason: reason)
        return try record(event(kind, time), then: .changed(changed, .lineVoided(number)))
    }

    mutating func requestLineDiscount(
        _ discount: LineCommand.Discount, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        let line = try line(nil)
        let marked = try current().cart?.totals.lines.first { $0.number == line.number }?.marked
        let permission = setup.permissions.needed(forDiscount: Self.share(discount, of: marked))
        return try request(.lineDiscount(discount.asCart, line: line.number), permission, time)
    }

    mutating func requestTicketDiscount(
        _ discount: LineCommand.Discount, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        guard let cart = try current().cart else { throw .ticket(.notASale) }
        let permission = setup.permissions.needed(forDiscount: Self.share(discount, of: cart.totals.subtotal))
        return try request(.ticketDiscount(discount.asCart), permission, time)
    }

    /// Returns a discount as a percentage, rounded up so that no sum slips under a limit.
    private static func share(_ discount: LineCommand.Discount, of sum: Amount?) -> Percentage {
        switch discount {
        case .share(let share): return share
        case .amount(let amount):
            let whole = Percentage(thousandths: 100_000) ?? .zero
            guard let sum, sum.minorUnits > 0, (0...sum.minorUnits).contains(amount.minorUnits) else { return whole }
            let base = Int128(sum.minorUnits)
            let share = (Int128(amount.minorUnits) * 100_000 + base - 1) / base
            return Percentage(thousandths: Int64(clamping: share)) ?? whole
        }
    }

    mutating func edit(
        _ time: Int64, _ body: (inout Cart) throws(CartError) -> Void
    ) throws(RegisterRefusal) -> [RegisterAction] {
        var changed = try current()
        try Self.step { () throws(TicketError) in try changed.edit(body) }
        return change(to: changed, .changed, time)
    }

    /// Replaces the ticket by a changed one, and finishes it when nothing is left to pay.
    mutating func change(to changed: Ticket, _ message: RegisterMessage, _ time: Int64) -> [RegisterAction] {
        ticket = changed
        return [.shop(.keep(changed)), .tell(message)] + finishIfPaid(time)
    }
}

extension LineCommand.Discount {
    var asTip: NamedTip {
        switch self {
        case .share(let share): .share(share)
        case .amount(let amount): .amount(amount)
        }
    }

    var asCart: TenderSale.Discount {
        switch self {
        case .share(let share): .percent(share)
        case .amount(let amount): .amount(amount)
        }
    }
}

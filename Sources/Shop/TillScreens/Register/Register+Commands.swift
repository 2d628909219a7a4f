import TenderModel
import TenderSale

/// The cashier's commands.
extension Register {
    mutating func perform(_ command: LineCommand, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        switch command {
        case .item(let code, let quantity): return try sell(code, quantity)
        case .department(let price, let number, let quantity): return try sell(price, number, quantity)
        case .voidLine(let line): return try requestVoid(line, time)
        case .lineDiscount(let discount): return try requestLineDiscount(discount, time)
        case .ticketDiscount(let discount): return try requestTicketDiscount(discount, time)
        case .priceOverride(let price):
            return try request(.overridePrice(price, line: try line(nil).number), .overridePrice, time)
        case .search(let text): return [.tell(.found(setup.catalogue.search(text)))]
        case .cash(let tendered): return try payCash(tendered, time)
        case .card(let amount): return try payByCard(amount, time)
        case .link(let amount): return try payByLink(amount, time)
        case .external(let amount): return try payExternal(amount, time)
        case .tip(let tip): return try nameTip(tip)
        case .park(let label): return try park(label, time)
        case .recall(let label): return try recall(label, time)
        case .refund(let number):
            guard let number else { throw .noSuchReceipt }
            let what = RegisterRefund(number: number)
            _ = try plan(what)
            return try request(.refund(what), .refund, time)
        case .reprint(let number):
            guard let number = number ?? book.tickets.last?.number, book.ticket(number: number) != nil else {
                throw .noSuchReceipt
            }
            return try request(.reprint(number), .reprint, time)
        case .noSale(let reason):
            try expectShift()
            return try request(.openDrawer, .openDrawer, reason: reason, time)
        case .paidIn(let amount, let reason): return try requestMove(amount, isIn: true, reason, time)
        case .paidOut(let amount, let reason): return try requestMove(amount, isIn: false, reason, time)
        case .accept, .offlineQueue, .saveCard, .reader, .customer: throw .notHere
        case .up(let lines): return select(up: true, lines)
        case .down(let lines): return select(up: false, lines)
        case .plain(let name): return try perform(name, time)
        }
    }

    private mutating func perform(
        _ name: CommandEntry.Name, _ time: Int64
    ) throws(RegisterRefusal) -> [RegisterAction] {
        switch name {
        case .cancelTicket:
            var gone = try current()
            try Self.step { () throws(TicketError) in try gone.cancel(reason: "check") }
            return try request(.cancelTicket, .cancelTicket, time)
        case .total:
            _ = try current()
            return try finish(time)
        case .refundPayment: return try requestRefundOfPayment(time)
        case .readSellers:
            _ = try reportedDate()
            return try request(.readSellers, .readReport, time)
        case .readX: return try request(.readReport, .readReport, time)
        case .recall: return [.tell(.parkedTickets(parked))]
        case .unresolved: return [.tell(.unresolved(unknownLegs))]
        default: throw .notHere
        }
    }

    private mutating func select(up isUp: Bool, _ lines: Int) -> [RegisterAction] {
        guard let count = ticket?.cart?.lines.count, count > 0 else { return [] }
        let steps = min(max(lines, 0), count)
        selectedLine = min(max((selectedLine ?? count) + (isUp ? -steps : steps), 1), count)
        return []
    }
}

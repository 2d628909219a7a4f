import TenderModel

/// The ticket's own steps.
extension Ticket {
    /// Changes the cart of a sale.
    ///
    /// - Parameter body: The change; when it throws, nothing changes.
    /// - Throws: `TicketError` while a payment runs or is unknown, when the goods would cost less than is already paid
    ///   or asked for, or the cart's own error as `.cart`.
    @discardableResult
    public mutating func edit<Value>(
        _ body: (inout Cart) throws(CartError) -> Value
    ) throws(TicketError) -> Value {
        try expectOpen()
        guard case .sale(var cart) = goods else { throw .notASale }
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        if let leg = unknownLeg { throw .outcomeUnknown(leg.id) }
        let value: Value
        do throws(CartError) {
            value = try body(&cart)
        } catch {
            throw .cart(error)
        }
        guard cart.currency == currency else { throw .wrongCurrency(cart.currency, ticket: currency) }
        let least = paidUnits + pendingUnits - roundingUnits
        guard least == 0 || Int128(cart.totals.total.minorUnits) >= least else { throw .belowPaid(amount(least)) }
        goods = .sale(cart)
        return value
    }

    /// Parks the ticket, even while the outcome of a payment is unknown, but not while one runs.
    public mutating func park(label: String) throws(TicketError) {
        try expectOpen()
        guard SaleLimits.isText(label) else { throw .textNeeded }
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        phase = .parked(label: label)
    }

    /// Recalls a parked ticket.
    public mutating func recall() throws(TicketError) {
        guard case .parked = phase else { throw .ticketIsNotParked }
        phase = .open
    }

    /// Cancels the ticket, only if no money was taken and none is on its way.
    public mutating func cancel(reason: String) throws(TicketError) {
        try expectAlive()
        guard SaleLimits.isText(reason) else { throw .textNeeded }
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        if let leg = unknownLeg { throw .outcomeUnknown(leg.id) }
        if let leg = legs.first(where: { $0.isPaid || $0.state == .refunding }) { throw .moneyTaken(leg: leg.id) }
        for place in legs.indices where legs[place].state == .waiting { legs[place].state = .canceled }
        phase = .canceled(reason: reason)
    }

    /// Records that the till was restarted: the outcome of a payment that ran is unknown.
    public mutating func restarted() {
        for place in legs.indices where legs[place].state == .running { legs[place].state = .unknown }
    }

    /// Creates the record of a ticket that is paid in full.
    ///
    /// - Parameter number: The receipt number.
    /// - Throws: `TicketError` when something is still to be paid, runs, waits or is unknown, or when the ticket is
    ///   empty.
    public mutating func finish(number: Int) throws(TicketError) -> TicketRecord {
        try expectOpen()
        if let leg = runningLeg { throw .legIsRunning(leg.id) }
        if let leg = unknownLeg { throw .outcomeUnknown(leg.id) }
        guard !isEmpty else { throw .ticketIsEmpty }
        if let leg = legs.first(where: { $0.state == .waiting }) { throw .wrongState(leg: leg.id) }
        guard remaining.minorUnits == 0 else { throw .notPaid(remaining) }
        phase = .finished(number: number)
        return record(number: number)
    }

    private var isEmpty: Bool {
        switch goods {
        case .sale(let cart): cart.isEmpty
        case .refund(let plan): plan.lines.isEmpty
        }
    }

    func expectAlive() throws(TicketError) {
        switch phase {
        case .open, .parked: break
        case .finished, .canceled: throw .ticketIsOver
        }
    }

    func expectOpen() throws(TicketError) {
        try expectAlive()
        guard phase == .open else { throw .ticketIsParked }
    }
}

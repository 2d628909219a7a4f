import TenderModel
import TenderSale
import TillScreens

/// The card legs of open and finished tickets, which separate the journal's payments from those that nobody waits for.
struct OpenLegs {
    private var tickets: [String: Ticket] = [:]
    private var settled: Set<String> = []
    private var stored: Set<String> = []
    /// The payments of finished tickets that a manager accepted and whose outcome is still unknown.
    private var accepted: [String: (leg: TicketLeg, isVoid: Bool)] = [:]

    init(tickets: [Ticket], events: [ShopEvent]) {
        for ticket in tickets { keep(ticket) }
        for event in events { record(event) }
    }

    mutating func keep(_ ticket: Ticket) { tickets[ticket.id] = ticket }

    mutating func forget(_ id: String) { tickets[id] = nil }

    mutating func record(_ event: ShopEvent) {
        switch event.kind {
        case .ticketFinished(let record):
            settled.formUnion(record.legs.filter { $0.method == .card && $0.standing == .settled }.map(\.id))
            stored.formUnion(record.legs.filter { $0.standing == .offline }.map(\.id))
            for leg in record.legs where leg.isAccepted && leg.method.hasIntent {
                accepted[leg.id] = (TicketLeg(unknown: leg), record.kind == .void)
            }
        case .acceptedKnown(_, let leg, _, let paid):
            accepted[leg.id] = nil
            if leg.method == .card, paid.minorUnits != 0 { settled.insert(leg.id) }
        default: break
        }
    }

    /// Returns whether a receipt has accepted the payment and its outcome is still unknown.
    func isAccepted(_ id: String) -> Bool { accepted[id] != nil }

    /// Returns the leg of an open ticket, one that a finished ticket has accepted, or the refund of a payment on an
    /// open one.
    func open(_ id: String) -> TicketLeg? {
        guard let payment = Register.payment(refundedAs: id) else {
            return tickets.values.lazy.compactMap { $0.leg(id) }.first ?? accepted[id]?.leg
        }
        let leg = tickets.values.lazy.compactMap { $0.leg(payment) }.first
        return leg?.state == .refunding ? try? leg?.refund(id: id) : nil
    }

    /// Returns the open ticket of a leg, or of the payment that a refund returns.
    func ticket(ofLeg id: String) -> Ticket? {
        let leg = Register.payment(refundedAs: id) ?? id
        return tickets.values.first { $0.leg(leg) != nil }
    }

    /// Returns whether a refund with this id releases a hold instead of refunding money.
    func isRelease(_ id: String) -> Bool {
        guard let ticket = ticket(ofLeg: id) else { return accepted[id]?.isVoid == true }
        guard let payment = Register.payment(refundedAs: id) else { return ticket.kind == .void }
        return ticket.leg(payment)?.isCaptured == false
    }

    /// Returns whether an open ticket is refunding this payment without knowing the outcome yet.
    func isRefunding(_ intentID: String) -> Bool {
        tickets.values.contains { ticket in
            ticket.legs.contains { leg in
                leg.intentID == intentID
                    && (leg.state == .refunding || leg.asked.minorUnits < 0 && leg.isPending)
            }
        } || accepted.values.contains { $0.leg.intentID == intentID && $0.leg.asked.minorUnits < 0 }
    }

    /// Returns whether a finished ticket counts the leg as paid.
    func isSettled(_ id: String) -> Bool { settled.contains(id) }

    /// Returns whether a finished ticket counts the leg as stored offline.
    func isStored(_ id: String) -> Bool { stored.contains(id) }

    /// Returns the stored payments of a ticket's legs that were never paid: the ticket reports them, and its goods are
    /// still here.
    static func refused(_ ticket: Ticket) -> [String] {
        ticket.legs.filter { leg in
            // A refund names the payment too, and says nothing about it.
            guard leg.asked.minorUnits > 0 else { return false }
            return switch leg.state {
            case .declined, .canceled: leg.intentID.map { PaymentIntent.isOffline(id: $0) } ?? false
            case .waiting, .running, .settled, .unknown, .offline, .accepted, .refunding, .refunded: false
            }
        }
        .compactMap(\.intentID)
    }

    /// Returns the paid payments of a ticket's legs, which are claimed once the ticket is saved.
    static func paid(_ ticket: Ticket) -> [String] {
        ticket.legs.filter { leg in
            leg.method == .card && leg.asked.minorUnits > 0 && leg.intentID != leg.id
                && (leg.state == .settled || leg.state == .offline)
        }
        .compactMap(\.intentID)
    }
}

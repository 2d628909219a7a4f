import TenderModel
import TenderSale
import TillScreens

/// The card legs of open and finished tickets, by which the journal's payments are told from those that nobody waits for.
struct OpenLegs {
    private var tickets: [String: Ticket] = [:]
    private var settled: Set<String> = []
    private var stored: Set<String> = []
    /// The payments of finished tickets that a manager accepted, of which nobody knows yet.
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

    /// Whether a payment is the receipt's that accepted it, and nobody knows of it yet.
    func isAccepted(_ id: String) -> Bool { accepted[id] != nil }

    /// The leg of an open ticket, or one that a finished ticket has accepted, or the refund that gives a payment of one back.
    func open(_ id: String) -> TicketLeg? {
        guard let payment = Register.payment(givenBackAs: id) else {
            return tickets.values.lazy.compactMap { $0.leg(id) }.first ?? accepted[id]?.leg
        }
        let leg = tickets.values.lazy.compactMap { $0.leg(payment) }.first
        return leg?.state == .givingBack ? try? leg?.refund(id: id) : nil
    }

    /// The open ticket that a leg is on, or the payment that a refund gives back.
    func ticket(ofLeg id: String) -> Ticket? {
        let leg = Register.payment(givenBackAs: id) ?? id
        return tickets.values.first { $0.leg(leg) != nil }
    }

    /// Whether a refund of this name releases what is held, in place of giving money back.
    func isRelease(_ id: String) -> Bool {
        guard let ticket = ticket(ofLeg: id) else { return accepted[id]?.isVoid == true }
        guard let payment = Register.payment(givenBackAs: id) else { return ticket.kind == .void }
        return ticket.leg(payment)?.isCaptured == false
    }

    /// Whether an open ticket gives money of this payment back, and does not know yet whether it did.
    func isGivingBack(_ intentID: String) -> Bool {
        tickets.values.contains { ticket in
            ticket.legs.contains { leg in
                leg.intentID == intentID
                    && (leg.state == .givingBack || leg.asked.minorUnits < 0 && leg.isPending)
            }
        } || accepted.values.contains { $0.leg.intentID == intentID && $0.leg.asked.minorUnits < 0 }
    }

    /// Whether a finished ticket counts the leg as paid.
    func isSettled(_ id: String) -> Bool { settled.contains(id) }

    /// Whether a finished ticket counts the leg as stored offline.
    func isStored(_ id: String) -> Bool { stored.contains(id) }

    /// The stored payments of a ticket's legs that were never paid: the ticket tells it, and its goods are still here.
    static func refused(_ ticket: Ticket) -> [String] {
        ticket.legs.filter { leg in
            // What goes back names the payment too, and tells nothing of it.
            guard leg.asked.minorUnits > 0 else { return false }
            return switch leg.state {
            case .declined, .canceled: leg.intentID.map { PaymentIntent.isOffline(id: $0) } ?? false
            case .waiting, .running, .settled, .unknown, .offline, .accepted, .givingBack, .givenBack: false
            }
        }
        .compactMap(\.intentID)
    }

    /// The payments of a ticket's legs that are paid: they are claimed once the ticket is kept.
    static func paid(_ ticket: Ticket) -> [String] {
        ticket.legs.filter { leg in
            leg.method == .card && leg.asked.minorUnits > 0 && leg.intentID != leg.id
                && (leg.state == .settled || leg.state == .offline)
        }
        .compactMap(\.intentID)
    }
}

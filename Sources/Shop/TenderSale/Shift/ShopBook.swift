public import TenderModel

/// The folded events of a till: the shift, the tickets, the numbers, and what may happen next.
///
/// Pure. Folding the same events in the same order gives the same value; a repeated event counts once.
public struct ShopBook: Hashable, Sendable {
    /// An event in the journal that would be refused today: it counts, and somebody should know.
    public struct Finding: Hashable, Sendable {
        /// The event's id.
        public let eventID: String
        /// The error that would refuse it.
        public let error: ShopError
    }

    /// The currency of the drawer and of every ticket.
    public let currency: Currency
    /// The shift that is not yet closed.
    public private(set) var shift: OpenShift?
    /// The finished tickets, in the order they were finished.
    public private(set) var tickets: [TicketRecord] = []
    /// The tickets that are parked or have a card running, in the order of their first event.
    public private(set) var pending: [PendingTicket] = []
    /// The payments of finished sales that are stored offline, and whose end the events do not report, in order.
    public private(set) var storedLegs: [LegRecord] = []
    /// The payments of finished sales that were stored offline and never paid.
    public private(set) var lostLegs: Set<String> = []
    /// The payments that were accepted with an unknown outcome, and that somebody has to look at, in order.
    public private(set) var accepted: [AcceptedPayment] = []
    /// The amounts booked as refunds of payments without a ticket, by intent.
    public private(set) var refundedOrphans: [String: Amount] = [:]
    /// The reports of the closed shifts, as they were made.
    public private(set) var closed: [ShiftReport] = []
    /// The number of the next ticket.
    public private(set) var nextTicketNumber = 1
    /// The number of the next shift.
    public private(set) var nextShiftNumber = 1
    /// The number of the next Z report.
    public private(set) var nextZNumber = 1
    /// The events that were written although they would be refused.
    public private(set) var findings: [Finding] = []

    private var seen: Set<String> = []
    private var placesByID: [String: Int] = [:]
    private var placesByNumber: [Int: Int] = [:]
    private var returned: [String: RefundedPart] = [:]
    private var placesByOriginal: [String: [Int]] = [:]
    private var countedIntents: Set<String> = []
    private var countedLegs: Set<String> = []
    /// The events since the last shift that the next one has to book.
    private var between: [ShopEvent] = []

    /// Creates the book of a till that has sold nothing.
    public init(currency: Currency) { self.currency = currency }

    /// Folds the events of the journal; those that would be refused today count all the same, and are findings.
    public init(currency: Currency, folding events: some Sequence<ShopEvent>) {
        self.init(currency: currency)
        for event in events { fold(event) }
    }

    /// Folds the next event of the journal; one that would be refused today counts all the same, and is a finding.
    public mutating func fold(_ event: ShopEvent) {
        do throws(ShopError) {
            try check(event, isWritten: true)
        } catch {
            findings.append(Finding(eventID: event.id, error: error))
        }
        apply(event)
    }

    /// Takes the next event, once it is written.
    ///
    /// - Throws: `ShopError`; the book then stays as it was.
    public mutating func take(_ event: ShopEvent) throws(ShopError) {
        try admit(event)
        apply(event)
    }

    /// Returns whether an event was taken.
    public func hasTaken(_ id: String) -> Bool { seen.contains(id) }

    /// The tickets that are parked, in the order of their first event.
    public var parked: [PendingTicket] { pending.filter(\.isParked) }

    /// The tickets for which a card was started or which were recalled, and which have not been finished, parked or
    /// canceled since: a shift cannot end with one of them.
    public var running: [PendingTicket] { pending.filter { !$0.isParked } }

    /// Returns the finished ticket with an id.
    public func ticket(id: String) -> TicketRecord? { placesByID[id].map { tickets[$0] } }

    /// Returns the finished ticket with a number.
    public func ticket(number: Int) -> TicketRecord? { placesByNumber[number].map { tickets[$0] } }

    /// Returns the refunded part of a sale.
    public func refunded(ofTicket id: String) -> RefundedPart { returned[id] ?? RefundedPart(currency: currency) }

    /// Returns the finished refunds and voids of a sale, in order.
    public func takenBack(ofTicket id: String) -> [TicketRecord] { (placesByOriginal[id] ?? []).map { tickets[$0] } }

    /// Returns whether a finished ticket counts a card payment.
    public func isCounted(intentID: String) -> Bool { countedIntents.contains(intentID) }

    /// Returns whether a finished ticket counts a payment, by the id of its leg.
    public func isCounted(leg: String) -> Bool { countedLegs.contains(leg) }

    /// The cash that the last shift left in the drawer; `nil` before the first close.
    public var lastCounted: CashCount? { closed.last?.counted }

    // MARK: - Folding

    private mutating func apply(_ event: ShopEvent) {
        guard seen.insert(event.id).inserted else { return }
        if case .shiftOpened(let float) = event.kind { open(event, float) }
        shift?.events.append(event)
        switch event.kind {
        case .shiftEnded: shift?.stage = .ended
        case .drawerCounted(let count): shift?.counted = count
        case .shiftClosed(let report): close(report)
        case .ticketFinished(let ticket): finish(ticket, event.time)
        case .ticketCanceled(let id, _): pending.removeAll { $0.id == id }
        case .ticketParked(let id, let label): change(id, event) { $0.label = label }
        case .ticketRecalled(let id): change(id, event) { $0.label = nil }
        case .cardStarted(let id, let leg, let intentID, let amount):
            let card = PendingTicket.Card(leg: leg, intentID: intentID, amount: amount)
            change(id, event) { if !$0.cards.contains(card) { $0.cards.append(card) } }
        case .offlineApproved(let leg, let intentID):
            storedLegs.removeAll { $0.id == leg }
            countedIntents.insert(intentID)
        case .offlineLost(let leg, _, _, _):
            storedLegs.removeAll { $0.id == leg }
            lostLegs.insert(leg)
        case .acceptedKnown(let number, let leg, let intentID, let paid): know(number, leg, intentID, paid)
        case .lossAcknowledged(let leg, _): accepted.removeAll { $0.id == leg }
        case .orphanGivenBack(let intentID, _, let amount, _): refundedOrphans[intentID] = amount
        case .orphanKept(let intentID, _): refundedOrphans[intentID] = nil
        case .shiftOpened, .lineVoided, .paidIn, .paidOut, .drawerOpened, .signedIn, .signedOut, .allowed, .reprinted,
            .cardSavingStarted:
            break
        }
        if shift == nil, event.kind.isBooked { between.append(event) }
    }

    private mutating func open(_ event: ShopEvent, _ float: CashCount) {
        let number = event.shift ?? nextShiftNumber
        let left = lastCounted?.total
        shift = OpenShift(
            number: number, businessDate: event.businessDate, openedAt: event.time, openedBy: event.cashier,
            float: float, floatDifference: left.flatMap { try? float.total.subtracting($0) })
        shift?.events = between
        between = []
        nextShiftNumber = max(nextShiftNumber, following(number))
    }

    private mutating func close(_ report: ShiftReport) {
        closed.append(report)
        nextZNumber = max(nextZNumber, following(report.number ?? 0))
        shift = nil
    }

    private mutating func finish(_ ticket: TicketRecord, _ time: Int64) {
        pending.removeAll { $0.id == ticket.id }
        placesByID[ticket.id] = tickets.count
        placesByNumber[ticket.number] = tickets.count
        tickets.append(ticket)
        nextTicketNumber = max(nextTicketNumber, following(ticket.number))
        countedLegs.formUnion(ticket.legs.map(\.id))
        accepted += ticket.legs.filter { $0.isAccepted && $0.method.hasIntent && !ticket.isTraining }
            .map { AcceptedPayment(receipt: ticket.number, leg: $0, time: time) }
        if ticket.kind == .sale { countedIntents.formUnion(ticket.legs.compactMap(\.intentID)) }
        if !ticket.isTraining { storedLegs += ticket.legs.filter { $0.standing == .offline } }
        guard let original = ticket.original else { return }
        placesByOriginal[original, default: []].append(tickets.count - 1)
        var back = refunded(ofTicket: original)
        // Overflow is refused before it is written; if it was written all the same, nothing more can be refunded.
        if (try? back.take(ticket)) == nil { back.total = Amount(minorUnits: .max, currency: currency) }
        returned[original] = back
    }

    /// Records the outcome of an accepted payment: one that was paid in full belongs to the receipt like any other; one
    /// that was not still has to be looked at.
    private mutating func know(_ number: Int, _ leg: LegRecord, _ intentID: String?, _ paid: Amount) {
        guard let place = accepted.firstIndex(where: { $0.id == leg.id && $0.receipt == number }) else { return }
        if let intentID { countedIntents.insert(intentID) }
        guard paid == accepted[place].amount else {
            accepted[place].state = .lost(paid: paid)
            return
        }
        accepted.remove(at: place)
        guard let ticket = placesByNumber[number],
            let own = tickets[ticket].legs.firstIndex(where: { $0.id == leg.id })
        else { return }
        tickets[ticket].legs[own].standing = .settled
        tickets[ticket].legs[own].intentID = intentID ?? tickets[ticket].legs[own].intentID
    }

    private func following(_ number: Int) -> Int { number == .max ? number : number + 1 }

    private mutating func change(_ id: String, _ event: ShopEvent, _ body: (inout PendingTicket) -> Void) {
        let place = pending.firstIndex { $0.id == id } ?? pending.endIndex
        if place == pending.endIndex { pending.append(PendingTicket(id: id, time: event.time)) }
        pending[place].time = event.time
        pending[place].cashier = event.cashier
        body(&pending[place])
    }
}

extension ShopEvent.Kind {
    /// Whether a shift has to book the event, even if none was open.
    fileprivate var isBooked: Bool {
        switch self {
        case .acceptedKnown, .orphanGivenBack, .orphanKept: true
        default: false
        }
    }
}

import TenderModel

/// The totals of a shift's events: plain sums, and nothing added up earlier.
struct ShiftTotals {
    private let zero: Amount
    private var kinds = RowTally()
    private(set) var departments = RowTally()
    private(set) var taxes = TaxTally()
    private(set) var discounts: ShiftReport.Row
    private(set) var payments = RowTally()
    private(set) var tips = RowTally()
    private(set) var rounding: Amount
    private(set) var cashSales: Amount
    private(set) var paidIn: ShiftReport.Row
    private(set) var paidOut: ShiftReport.Row
    private(set) var drawerOpenings = 0
    private(set) var audit = RowTally()
    private(set) var accepted: [ShiftReport.Row] = []
    private(set) var offline: ShiftReport.Row
    /// The payments in `offline`.
    private var stored: [LegRecord] = []

    init(_ shift: OpenShift, currency: Currency) throws(AmountError) {
        zero = Amount(minorUnits: 0, currency: currency)
        rounding = zero
        cashSales = zero
        discounts = .init(name: "discounts", count: 0, amount: zero)
        paidIn = .init(name: "paid in", count: 0, amount: zero)
        paidOut = .init(name: "paid out", count: 0, amount: zero)
        offline = .init(name: "offline", count: 0, amount: zero)
        for (place, kind) in TicketRecord.Kind.allCases.enumerated() {
            try kinds.add(kind.rawValue, key: String(place), count: 0, zero)
        }
        if let difference = shift.floatDifference, difference.minorUnits != 0 {
            try audit.add("float differs from last count", difference)
        }
        for event in shift.events { try take(event) }
    }

    /// Sales, refunds and voids, in this order.
    var tickets: [ShiftReport.Row] { kinds.sorted }

    /// Returns the cash that should be in the drawer, for the X report, the Z report and other callers.
    func expectedCash(float: Amount) throws(AmountError) -> Amount {
        try float.adding(cashSales).adding(paidIn.amount).subtracting(paidOut.amount)
    }

    private mutating func take(_ event: ShopEvent) throws(AmountError) {
        switch event.kind {
        case .ticketFinished(let ticket): try take(ticket)
        case .paidIn(let amount, _): try paidIn.add(amount)
        case .paidOut(let amount, _): try paidOut.add(amount)
        case .drawerOpened: drawerOpenings += 1
        case .lineVoided(_, _, let amount, _): try audit.add("line voided", amount)
        case .ticketCanceled: try audit.add("ticket canceled", zero)
        case .allowed(let action, _, _): try audit.add("allowed: " + action, zero)
        case .reprinted: try audit.add("reprinted", zero)
        case .offlineApproved(let leg, _): try end(leg)
        case .offlineLost(let leg, let amount, let tip, let reason):
            try end(leg)
            try lose(amount, tip, isDeclined: reason != nil)
        case .acceptedKnown(_, let leg, _, let paid): try take(known: leg, paid)
        case .orphanGivenBack(_, _, let amount, _): try audit.add("given back without a ticket", amount)
        case .orphanKept(_, let amount):
            try audit.add("given back without a ticket", count: -1, zero.subtracting(amount))
        case .lossAcknowledged: try audit.add("loss acknowledged", zero)
        case .shiftOpened, .shiftEnded, .drawerCounted, .shiftClosed, .ticketParked, .ticketRecalled, .cardStarted,
            .cardSavingStarted, .signedIn, .signedOut:
            break
        }
    }

    private mutating func take(_ ticket: TicketRecord) throws(AmountError) {
        guard !ticket.isTraining else { return try audit.add("training ticket", ticket.total) }
        let place = TicketRecord.Kind.allCases.firstIndex(of: ticket.kind) ?? 0
        try kinds.add(ticket.kind.rawValue, key: String(place), ticket.total)
        for line in ticket.lines {
            try departments.add(line.department, line.amount)
            if line.discount.minorUnits != 0 { try discounts.add(line.discount) }
        }
        for row in ticket.taxes { try taxes.add(row) }
        rounding = try rounding.adding(ticket.rounding)
        for leg in ticket.legs { try take(leg) }
    }

    /// Books the outcome of an accepted payment: one that was not paid is no longer card money but a loss; one that was
    /// paid counts like any other.
    private mutating func take(known leg: LegRecord, _ paid: Amount) throws(AmountError) {
        accepted.removeAll { $0.name == leg.id }
        let missing = try leg.whole.subtracting(paid)
        guard missing.minorUnits != 0 else { return try audit.add("accepted, paid after all", paid) }
        let (name, key) = leg.method.row
        let ofTip = Amount(
            minorUnits: missing.minorUnits.magnitude < leg.tip.minorUnits.magnitude
                ? missing.minorUnits : leg.tip.minorUnits, currency: missing.currency)
        try payments.add(name, key: key, count: 0, ofTip.subtracting(missing))
        if ofTip.minorUnits != 0 { try tips.add(name, key: key, count: 0, zero.subtracting(ofTip)) }
        try payments.add("never paid", key: "4", missing)
    }

    /// Books a payment; cash leaves its own amount in the drawer, since the cash tendered and the change cancel out.
    private mutating func take(_ leg: LegRecord) throws(AmountError) {
        let (name, key) = leg.method.row
        let whole = try leg.amount.adding(leg.tip)
        try payments.add(name, key: key, leg.amount)
        if leg.tip.minorUnits != 0 { try tips.add(name, key: key, leg.tip) }
        if leg.method == .cash { cashSales = try cashSales.adding(whole) }
        switch leg.standing {
        case .settled: break
        case .offline:
            try offline.add(whole)
            stored.append(leg)
        case .accepted: accepted.append(.init(name: leg.id, count: 1, amount: whole))
        }
    }
}

/// The outcome of payments that were stored offline.
extension ShiftTotals {
    /// Ends a stored payment, which is no longer pending; one that an earlier shift stored is in the Z report of that
    /// shift.
    private mutating func end(_ leg: String) throws(AmountError) {
        guard let place = stored.firstIndex(where: { $0.id == leg }) else { return }
        let ended = stored.remove(at: place)
        offline.count -= 1
        offline.amount = try offline.amount.subtracting(ended.amount.adding(ended.tip))
    }

    /// Goods were sold, and no card paid for them: what the sale had booked as paid by card moves to a row of its own.
    private mutating func lose(_ amount: Amount, _ tip: Amount, isDeclined: Bool) throws(AmountError) {
        let (card, lost) = (LegRecord.Method.card.row, isDeclined ? "offline declined" : "offline deleted")
        try payments.add(card.name, key: card.key, count: 0, zero.subtracting(amount))
        try payments.add(lost, key: "4" + lost, amount)
        guard tip.minorUnits != 0 else { return }
        try tips.add(card.name, key: card.key, count: 0, zero.subtracting(tip))
        try tips.add(lost, key: "4" + lost, tip)
    }
}

extension ShiftReport.Row {
    /// Counts one more payment.
    mutating func add(_ amount: Amount) throws(AmountError) {
        self.amount = try self.amount.adding(amount)
        count += 1
    }
}

extension LegRecord.Method {
    /// The method's name on a report.
    public var name: String { row.name }

    /// The method's name on a report, and its sort key: cash, cards, links, then the others by name.
    fileprivate var row: (name: String, key: String) {
        switch self {
        case .cash: ("cash", "0")
        case .card: ("card", "1")
        case .link: ("link", "2")
        case .external(let name): (name, "3" + name)
        }
    }
}

import TenderModel

/// The transfers to sellers: what follows from the finished tickets, and how far each is.
///
/// Pure. Folding the same tickets and steps gives the same book; a ticket that comes twice counts once, and a transfer that
/// is made stays made.
public struct TransferBook: Hashable, Sendable {
    /// The transfers, in the order of their tickets.
    public private(set) var transfers: [SellerTransfer] = []
    private var places: [String: Int] = [:]

    /// Begins without tickets.
    public init() {}

    /// Folds what lies in the journal.
    public init(_ history: ShopHistory) {
        for event in history.events { take(event) }
        for step in history.transferSteps { take(step) }
    }

    /// What is not made yet, in the order in which it is to be: nothing comes back before it was sent.
    public var open: [SellerTransfer] { transfers.filter { !$0.isMade } }

    /// The transfer of an id.
    public subscript(id: String) -> SellerTransfer? { places[id].map { transfers[$0] } }

    /// What came back of a transfer.
    public func takenBack(of id: String) -> Int64 {
        transfers.reduce(0) { sum, transfer in
            guard transfer.way == .back(of: id), transfer.isMade else { return sum }
            return sum + transfer.amount.minorUnits
        }
    }

    /// Whether money that is to come back waits for what came back of the same transfer before, of which nobody knows: the
    /// gateway tells how much came back in all, so that one must be known before the next one leaves.
    public func isHeldUp(_ id: String) -> Bool {
        guard let transfer = self[id], transfer.way != .out, transfer.state != .sent else { return false }
        return transfers.contains { $0.way == transfer.way && $0.state == .sent }
    }

    /// Takes an event: a finished ticket, or a payment that was accepted and is known to be paid; nothing follows from others.
    public mutating func take(_ event: ShopEvent) {
        switch event.kind {
        case .ticketFinished(let ticket): take(ticket)
        case .acceptedKnown(_, let leg, let intentID, let paid) where paid == leg.whole:
            var paid = leg
            paid.standing = .settled
            paid.intentID = intentID ?? leg.intentID
            take(paid)
        default: break
        }
    }

    /// Takes a finished ticket; what its cards paid for sellers becomes due, or due back.
    public mutating func take(_ ticket: TicketRecord) {
        guard !ticket.isTraining else { return }
        for leg in ticket.legs { take(leg) }
    }

    private mutating func take(_ leg: LegRecord) {
        guard let sharing = leg.sharing, sharing.way == .transfers, leg.standing == .settled,
            let intentID = leg.intentID
        else { return }
        for part in sharing.parts where part.net.minorUnits != 0 { add(part, leg, intentID) }
    }

    private mutating func add(_ part: LegSharing.Part, _ leg: LegRecord, _ intentID: String) {
        let id = "\(leg.id)/\(part.account)"
        guard places[id] == nil else { return }
        var way = SellerTransfer.Way.out
        if part.net.minorUnits < 0 {
            guard
                let original = transfers.first(where: {
                    $0.way == .out && $0.intentID == intentID && $0.account == part.account
                })
            else { return }
            way = .back(of: original.id)
        }
        places[id] = transfers.count
        transfers.append(
            SellerTransfer(
                id: id, leg: leg.id, intentID: intentID, account: part.account, name: part.name,
                amount: Amount(
                    minorUnits: Int64(clamping: part.net.minorUnits.magnitude), currency: part.net.currency), way: way))
    }

    /// Takes a step that is written.
    public mutating func take(_ record: TransferRecord) {
        guard let place = places[record.transfer], !transfers[place].isMade else { return }
        switch record.step {
        case .leaving: transfers[place].state = .sent
        case .made(let id): transfers[place].state = .made(id)
        case .refused(let reason):
            transfers[place].state = .refused(reason)
            transfers[place].attempt += 1
        }
    }
}

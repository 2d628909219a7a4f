import TenderModel

/// The transfers to sellers: those that follow from the finished tickets, and the progress of each.
///
/// Pure. Folding the same tickets and steps gives the same book; a repeated ticket counts once, and a transfer that was
/// made stays made.
public struct TransferBook: Hashable, Sendable {
    /// The transfers, in the order of their tickets.
    public private(set) var transfers: [SellerTransfer] = []
    private var places: [String: Int] = [:]

    /// Creates a book without tickets.
    public init() {}

    /// Folds the contents of the journal.
    public init(_ history: ShopHistory) {
        for event in history.events { take(event) }
        for step in history.transferSteps { take(step) }
    }

    /// The transfers still to be made, in their order: nothing is reversed before it was sent.
    public var open: [SellerTransfer] { transfers.filter { !$0.isMade } }

    /// Returns the transfer with an id.
    public subscript(id: String) -> SellerTransfer? { places[id].map { transfers[$0] } }

    /// Returns the amount reversed of a transfer.
    public func takenBack(of id: String) -> Int64 {
        transfers.reduce(0) { sum, transfer in
            guard transfer.way == .back(of: id), transfer.isMade else { return sum }
            return sum + transfer.amount.minorUnits
        }
    }

    /// Returns whether a reversal waits for an earlier one of the same transfer whose outcome is unknown: the gateway
    /// reports only how much was reversed in total, so the outcome of one must be known before the next is sent.
    public func isHeldUp(_ id: String) -> Bool {
        guard let transfer = self[id], transfer.way != .out, transfer.state != .sent else { return false }
        return transfers.contains { $0.way == transfer.way && $0.state == .sent }
    }

    /// Takes an event: a finished ticket, or an accepted payment that is now known to be paid; ignores others.
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

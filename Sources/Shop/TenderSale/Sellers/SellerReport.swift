public import TenderModel

/// The sales of each seller on a business date, and where the money is.
///
/// Goods count as they were sold, with tax, however they were paid. Card payments are shared with the sellers, less the
/// fee; other payments are held by the shop.
public struct SellerReport: Hashable, Sendable, Codable {
    /// The figures of one seller; refunds are negative.
    public struct Row: Hashable, Sendable, Codable {
        /// The seller's name.
        public let name: String
        /// The connected account.
        public let account: String
        /// The sales, with tax.
        public internal(set) var sales: Amount
        /// The refunds of sales on any day.
        public internal(set) var refunds: Amount
        /// The fees kept from card payments, less those refunded.
        public internal(set) var fees: Amount
        /// The amount sent to the seller, less what was reversed.
        public internal(set) var transferred: Amount
        /// The transfers still due, less what is to come back: their outcome is unknown, or they were refused.
        public internal(set) var open: Amount
        /// The amount paid in cash or otherwise, less what was refunded that way: the shop holds it.
        public internal(set) var held: Amount
    }

    /// The day.
    public let businessDate: String
    /// The sellers, by name.
    public let sellers: [Row]

    /// Adds up a day's tickets.
    ///
    /// - Parameter transfers: The transfers of all tickets, of which those of the day count.
    /// - Throws: `AmountError` for sums beyond 64 bits.
    public init(
        _ businessDate: String, of events: some Sequence<ShopEvent>, transfers: TransferBook, currency: Currency
    ) throws(AmountError) {
        let events = Array(events)
        var tally = SellerTally(currency, Set(events.compactMap(\.kind.paidAfterAll)))
        for event in events where event.businessDate == businessDate {
            guard case .ticketFinished(let ticket) = event.kind, !ticket.isTraining else { continue }
            try tally.add(ticket, transfers)
        }
        self.businessDate = businessDate
        sellers = tally.rows.sorted { ($0.name, $0.account) < ($1.name, $1.account) }
    }

    /// The rows as a CSV table, with column names first and amounts with a decimal point.
    public var csv: String {
        let head = "name,account,sales,refunds,fees,transferred,open,held,currency"
        let rows = sellers.map { row in
            let sums = [row.sales, row.refunds, row.fees, row.transferred, row.open, row.held].map(\.decimal)
            return ([Self.quoted(row.name), row.account] + sums + [row.sales.currency.code]).joined(separator: ",")
        }
        return ([head] + rows).joined(separator: "\n") + "\n"
    }

    /// Quotes a field, and turns one that a spreadsheet would take for a formula into text.
    private static func quoted(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@".contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "")
            + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

/// The sums while a day is added up.
private struct SellerTally {
    private(set) var rows: [SellerReport.Row] = []
    private let zero: Amount
    /// The payments that were accepted and are now known to be paid.
    private let known: Set<String>

    init(_ currency: Currency, _ known: Set<String>) {
        zero = Amount(minorUnits: 0, currency: currency)
        self.known = known
    }

    mutating func add(_ ticket: TicketRecord, _ transfers: TransferBook) throws(AmountError) {
        for part in SellerSplit(ticket).parts {
            let place = place(part.name, part.account)
            let units = ticket.kind == .sale ? part.gross : -part.gross
            let amount = Amount(minorUnits: units, currency: zero.currency)
            if ticket.kind == .sale {
                rows[place].sales = try rows[place].sales.adding(amount)
            } else {
                rows[place].refunds = try rows[place].refunds.adding(amount)
            }
            rows[place].held = try rows[place].held.adding(amount)
        }
        for leg in ticket.legs {
            guard let sharing = leg.sharing, leg.standing == .settled || known.contains(leg.id) else { continue }
            for part in sharing.parts { try add(part, leg, sharing.way, transfers) }
        }
    }

    private mutating func add(
        _ part: LegSharing.Part, _ leg: LegRecord, _ way: LegSharing.Way, _ transfers: TransferBook
    ) throws(AmountError) {
        let place = place(part.name, part.account)
        rows[place].fees = try rows[place].fees.adding(part.fee)
        rows[place].held = try rows[place].held.subtracting(part.gross)
        let isThere =
            way == .destination || transfers["\(leg.id)/\(part.account)"]?.isMade ?? (part.net.minorUnits == 0)
        if isThere {
            rows[place].transferred = try rows[place].transferred.adding(part.net)
        } else {
            rows[place].open = try rows[place].open.adding(part.net)
        }
    }

    private mutating func place(_ name: String, _ account: String) -> Int {
        if let place = rows.firstIndex(where: { $0.account == account }) { return place }
        rows.append(
            SellerReport.Row(
                name: name, account: account, sales: zero, refunds: zero, fees: zero, transferred: zero, open: zero,
                held: zero))
        return rows.count - 1
    }
}

extension ShopEvent.Kind {
    /// The id of the leg of an accepted payment that turned out to be paid in full; `nil` for anything else.
    fileprivate var paidAfterAll: String? {
        guard case .acceptedKnown(_, let leg, _, let paid) = self, paid == leg.whole else { return nil }
        return leg.id
    }
}

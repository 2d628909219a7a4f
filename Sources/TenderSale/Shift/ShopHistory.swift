public import TenderFlow
public import TenderModel

/// What a till wrote into its journal, sorted: events to be folded, receipts to be printed again, and what cannot be read.
///
/// Pure. Every record is in exactly one of the three.
public struct ShopHistory: Hashable, Sendable {
    /// A record that is neither an event nor a receipt that this program knows.
    public struct Unreadable: Hashable, Sendable, CustomStringConvertible {
        /// Its place among the till's records, from 0.
        public let place: Int
        /// What it says that it is.
        public let kind: String
        /// Why it cannot be read.
        public let error: ShopRecordError

        /// A sentence for people.
        public var description: String { "record \(place + 1) of the till: \(error)" }
    }

    /// The events, in order.
    public private(set) var events: [ShopEvent] = []
    /// The receipts, in the order in which they were made.
    public private(set) var receipts: [Receipt] = []
    /// What cannot be read; totals that leave it out may be wrong.
    public private(set) var unreadable: [Unreadable] = []

    /// Sorts the till's records of a journal.
    public init(_ records: some Sequence<ShopRecord>) {
        for (place, record) in records.enumerated() {
            do throws(ShopRecordError) {
                try take(record)
            } catch {
                unreadable.append(Unreadable(place: place, kind: record.kind, error: error))
            }
        }
    }

    private mutating func take(_ record: ShopRecord) throws(ShopRecordError) {
        if record.kind == Receipt.recordKind {
            receipts.append(try Receipt(record))
        } else {
            events.append(try ShopEvent(record))
        }
    }

    /// The currency of the till, as its first shift tells it; nil before that.
    public var currency: Currency? {
        for event in events {
            if case .shiftOpened(let float) = event.kind { return float.total.currency }
        }
        return nil
    }

    /// The events folded; nil before the first shift, whose float tells the currency.
    public func book() -> ShopBook? { currency.map { ShopBook(currency: $0, folding: events) } }

    /// The receipt of the ticket of a number; nil where none was kept.
    public func receipt(number: Int) -> Receipt? { receipts.last { $0.kind.isOfTicket && $0.number == number } }

    /// The receipt that a ticket got last.
    public var lastReceipt: Receipt? { receipts.last { $0.kind.isOfTicket && $0.number != nil } }

    /// The Z of a number as it was printed; nil where none was kept.
    public func zReport(number: Int) -> Receipt? { receipts.last { $0.kind == .zReport && $0.number == number } }
}

extension Receipt.Kind {
    /// Whether it is the receipt of a finished ticket: one that was refused has none, and reports have numbers of their own.
    fileprivate var isOfTicket: Bool {
        switch self {
        case .sale, .void, .refund, .offline, .pending: true
        case .declined, .xReport, .zReport, .dayReport, .paidIn, .paidOut: false
        }
    }
}

public import TenderFlow
public import TenderModel

/// What a till wrote into its journal, sorted: events to be folded, receipts to be printed again,
/// steps of transfers to sellers and of links, and what cannot be read.
///
/// Pure. Every record is in exactly one of the five. Receipts are read when they are asked for: they take most of the time.
public struct ShopHistory: Sendable {
    /// A record that is no event, receipt or step of a transfer or link that this program knows.
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
    /// The steps of transfers to sellers, in order.
    public private(set) var transferSteps: [TransferRecord] = []
    /// The steps of links on which customers pay, in order.
    public private(set) var linkSteps: [LinkRecord] = []
    /// What cannot be read, receipts aside; totals that leave it out may be wrong.
    public private(set) var unreadable: [Unreadable] = []
    private var receiptRecords: [(place: Int, record: ShopRecord)] = []

    /// Sorts the till's records of a journal.
    public init(_ records: some Sequence<ShopRecord>) {
        for (place, record) in records.enumerated() {
            if record.kind == Receipt.recordKind {
                receiptRecords.append((place, record))
                continue
            }
            do throws(ShopRecordError) {
                switch record.kind {
                case TransferRecord.recordKind: transferSteps.append(try TransferRecord(record))
                case LinkRecord.recordKind: linkSteps.append(try LinkRecord(record))
                default: events.append(try ShopEvent(record))
                }
            } catch {
                unreadable.append(Unreadable(place: place, kind: record.kind, error: error))
            }
        }
    }

    // MARK: - Events

    /// The currency of the till, as its first shift tells it; nil before that.
    public var currency: Currency? {
        for event in events {
            if case .shiftOpened(let float) = event.kind { return float.total.currency }
        }
        return nil
    }

    /// The events folded; nil before the first shift, whose float tells the currency.
    public func book() -> ShopBook? { currency.map { ShopBook(currency: $0, folding: events) } }

    // MARK: - Receipts

    /// How many receipts there are, readable or not.
    public var receiptCount: Int { receiptRecords.count }

    /// Reads all receipts, in the order in which they were made.
    ///
    /// - Returns: the receipts, and those that cannot be read.
    public func receipts() -> (read: [Receipt], unreadable: [Unreadable]) {
        var read: [Receipt] = []
        var unreadable: [Unreadable] = []
        for (place, record) in receiptRecords {
            do throws(ShopRecordError) {
                read.append(try Receipt(record))
            } catch {
                unreadable.append(Unreadable(place: place, kind: record.kind, error: error))
            }
        }
        return (read, unreadable)
    }

    /// The receipt of the ticket of a number; nil where none was kept that can be read.
    public func receipt(number: Int) -> Receipt? { last(number) { $0.isOfTicket } }

    /// The Z of a number as it was printed; nil where none was kept that can be read.
    public func zReport(number: Int) -> Receipt? { last(number) { $0 == .zReport } }

    /// What was printed last, of whatever kind; nil where nothing was kept that can be read.
    public var lastReceipt: Receipt? {
        for (_, record) in receiptRecords.reversed() {
            if let receipt = try? Receipt(record) { return receipt }
        }
        return nil
    }

    private func last(_ number: Int, _ isWanted: (Receipt.Kind) -> Bool) -> Receipt? {
        for (_, record) in receiptRecords.reversed() where Receipt.mayHave(number, record) {
            if let receipt = try? Receipt(record), receipt.number == number, isWanted(receipt.kind) { return receipt }
        }
        return nil
    }
}

extension Receipt.Kind {
    /// Whether it is the receipt of a finished ticket: one that was refused has none, and reports have numbers of their own.
    fileprivate var isOfTicket: Bool {
        switch self {
        case .sale, .void, .refund, .offline, .pending: true
        case .declined, .xReport, .zReport, .dayReport, .paidIn, .paidOut, .link, .sellerReport: false
        }
    }
}

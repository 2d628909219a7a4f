public import TenderFlow
public import TenderModel

/// A till's journal, sorted: events to fold, receipts to reprint, steps of transfers to sellers and of links,
/// bundles of head office, and what cannot be read.
///
/// Pure. Every record is in exactly one of the six. Receipts are decoded on demand, since they take most of the time.
public struct ShopHistory: Sendable {
    /// A record that is not an event, a receipt, a bundle, or a step of a transfer or link known to this program.
    public struct Unreadable: Hashable, Sendable, CustomStringConvertible {
        /// Its place among the till's records, from 0.
        public let place: Int
        /// The kind that it claims to be.
        public let kind: String
        /// The reason that it cannot be read.
        public let error: ShopRecordError

        /// A sentence for people to read.
        public var description: String { "record \(place + 1) of the till: \(error)" }
    }

    /// The events, in order.
    public private(set) var events: [ShopEvent] = []
    /// The steps of transfers to sellers, in order.
    public private(set) var transferSteps: [TransferRecord] = []
    /// The steps of payment links, in order.
    public private(set) var linkSteps: [LinkRecord] = []
    /// The bundles that the till sold with, in order.
    public private(set) var bundles: [BundleRecord] = []
    /// The unreadable records, receipts aside; totals that leave them out may be wrong.
    public private(set) var unreadable: [Unreadable] = []
    private var receiptRecords: [(place: Int, record: ShopRecord)] = []

    /// Sorts a till's records of a journal.
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
                case BundleRecord.recordKind: bundles.append(try BundleRecord(record))
                default: events.append(try ShopEvent(record))
                }
            } catch {
                unreadable.append(Unreadable(place: place, kind: record.kind, error: error))
            }
        }
    }

    // MARK: - Events

    /// The till's currency, from its first shift; `nil` before that.
    public var currency: Currency? {
        for event in events {
            if case .shiftOpened(let float) = event.kind { return float.total.currency }
        }
        return nil
    }

    /// Folds the events, or returns `nil` before the first shift, whose float determines the currency.
    public func book() -> ShopBook? { currency.map { ShopBook(currency: $0, folding: events) } }

    // MARK: - Receipts

    /// The number of receipts, readable or not.
    public var receiptCount: Int { receiptRecords.count }

    /// Reads all receipts, in the order in which they were created.
    ///
    /// - Returns: The receipts, and those that cannot be read.
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

    /// Returns the receipt of the ticket with a number; `nil` if no readable one is stored.
    public func receipt(number: Int) -> Receipt? { last(number) { $0.isOfTicket } }

    /// Returns the Z report with a number as it was printed; `nil` if no readable one is stored.
    public func zReport(number: Int) -> Receipt? { last(number) { $0 == .zReport } }

    /// The last print of any kind; `nil` if no readable one is stored.
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
    /// Whether it is the receipt of a finished ticket: a declined one has none, and reports have numbers of their own.
    fileprivate var isOfTicket: Bool {
        switch self {
        case .sale, .void, .refund, .offline, .pending: true
        case .declined, .xReport, .zReport, .dayReport, .paidIn, .paidOut, .link, .sellerReport: false
        }
    }
}

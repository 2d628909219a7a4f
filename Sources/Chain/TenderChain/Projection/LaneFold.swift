import TenderFlow
import TenderModel
public import TenderRecords
import TenderSale

/// What the records of one journal say, folded by the code that the till itself uses.
///
/// A record that cannot be read, or does not follow from the one before, is a finding, and the later ones go on.
public struct LaneFold: Sendable {
    /// A record as it is stored.
    public struct Record: Hashable, Sendable {
        /// Its place in the journal, from 1.
        public var sequence: Int64
        /// Its hash.
        public var hash: [UInt8]
        /// Its bytes.
        public var body: [UInt8]

        /// Describes a record.
        public init(sequence: Int64, hash: [UInt8], body: [UInt8]) {
            self.sequence = sequence
            self.hash = hash
            self.body = body
        }
    }

    /// The kinds of findings after which a lane's totals are incomplete.
    public static let gaps = ["broken_chain", "missing_record", "unknown_version", "unreadable_record"]

    /// The kinds of findings that somebody should look at, and that leave out nothing.
    public static let warnings = ["absurd_clock", "refused_event"]

    /// The kinds of a till's records that no table is computed from.
    private static let others = [
        Receipt.recordKind, TransferRecord.recordKind, LinkRecord.recordKind, BundleRecord.recordKind,
    ]

    /// The last record that was taken.
    public private(set) var head: JournalHead
    private var book: ShopBook?
    /// What came before the first shift, whose float tells the currency.
    private var early: [ShopEvent] = []
    private var histories: [String: PaymentHistory] = [:]
    private var pending = ProjectedRows()
    private var touched: Set<String> = []
    private var days: Set<String> = []
    private var isShopTouched = false
    private var lastTime: Int64 = 0
    private var isClockAbsurd = false

    /// Starts before a journal's first record.
    public init(start: JournalHead) { head = start }

    /// Takes the next record.
    public mutating func take(_ record: Record) {
        if record.sequence > head.sequence &+ 1 {
            find("missing_record", head.sequence &+ 1, "\(record.sequence - head.sequence - 1) records are missing")
        }
        let isInPlace =
            record.sequence != head.sequence &+ 1
            || RecordChain.hash(record.body, sequence: record.sequence, previous: head.hash) == record.hash
        head.sequence = record.sequence
        head.hash = record.hash
        // What was changed counts in no total.
        guard isInPlace else {
            return find("broken_chain", record.sequence, "the record is not as it was written, or not in its place")
        }
        do throws(RecordError) {
            fold(try RecordCodec.decode(record.body, sequence: record.sequence))
        } catch {
            if case .unknownVersion(let version) = error {
                find("unknown_version", record.sequence, "version \(version) is of a newer program")
            } else {
                find("unreadable_record", record.sequence, "\(error)")
            }
        }
    }

    /// Passes over records that are not there.
    public mutating func skip(to sequence: Int64) {
        guard sequence > head.sequence else { return }
        find("missing_record", head.sequence &+ 1, "\(sequence - head.sequence) records are missing")
        head.sequence = sequence
    }

    /// Returns what the records since the last call say, with the present state of all that they touched.
    public mutating func drain() -> ProjectedRows {
        defer { forget() }
        for id in touched.sorted() {
            guard let history = histories[id] else { continue }
            pending.add(payment: history)
            for refund in history.refunds { pending.add(refund, of: history) }
        }
        addShop()
        return pending
    }

    /// Forgets what the records since the last call say: their rows are there already.
    public mutating func forget() {
        pending = ProjectedRows()
        touched = []
        days = []
        isShopTouched = false
    }

    // MARK: - Folding

    private mutating func fold(_ record: RecordedEntry) {
        check(record)
        guard let shopRecord = record.entry.shopRecord else {
            let id = record.entry.intentID
            touched.insert(id)
            // What is unresolved stands in the figures of the open shift.
            if let day = book?.shift?.businessDate {
                isShopTouched = true
                days.insert(day)
            }
            if histories[id]?.apply(record) == nil { histories[id] = PaymentHistory(record) }
            return
        }
        guard !Self.others.contains(shopRecord.kind) else {
            return
        }
        do throws(ShopRecordError) {
            fold(try ShopEvent(shopRecord), record.sequence)
        } catch {
            find("unreadable_record", record.sequence, "\(error)")
        }
    }

    /// A clock that was never set, or set to nowhere, is no reason to lose a sale, and one to look.
    private mutating func check(_ record: RecordedEntry) {
        let time = record.stamp.unixMilliseconds
        lastTime = max(lastTime, time)
        let wasAbsurd = isClockAbsurd
        isClockAbsurd = !(1_577_836_800_000..<4_102_444_800_000).contains(time)
        guard isClockAbsurd, !wasAbsurd else { return }
        find("absurd_clock", record.sequence, "it was written at \(time / 1000) seconds since 1970")
    }

    private mutating func fold(_ event: ShopEvent, _ sequence: Int64) {
        isShopTouched = true
        days.insert(event.businessDate)
        if book == nil, case .shiftOpened(let float) = event.kind {
            book = ShopBook(currency: float.total.currency, folding: early)
            early = []
        }
        let findings = book?.findings.count ?? 0
        if book?.fold(event) == nil { early.append(event) }
        for finding in book?.findings.dropFirst(findings) ?? [] {
            find("refused_event", sequence, "the event would be refused today: \(finding.error)")
        }
        if let name = event.cashier { pending.add(.people, [.key(name), .time(event.time)]) }
        switch event.kind {
        case .ticketFinished(let ticket): pending.add(ticket, of: event, at: sequence)
        case .shiftClosed(let report): addZ(report, sequence)
        default: break
        }
    }

    private mutating func find(_ kind: String, _ sequence: Int64, _ detail: String) {
        pending.add(.findings, [.integer(sequence), .text(kind), .words(detail)])
    }

    // MARK: - The shop's figures

    private mutating func addZ(_ report: ShiftReport, _ sequence: Int64) {
        guard let text = report.text else { return find("unreadable_record", sequence, "the report is no JSON") }
        let day = ProjectedRows.Cell.key(report.businessDate)
        pending.add(
            .zReports,
            [
                .integer(Int64(report.number ?? 0)), .integer(sequence), .integer(Int64(report.shift)), day,
                .time(report.madeAt), .text(text),
            ])
        pending.add(
            .shifts,
            [.integer(Int64(report.shift)), day, .time(report.openedAt), .flag(false), .text(text)])
    }

    /// Adds the figures of the open shift, and of the days that were touched.
    private mutating func addShop() {
        guard isShopTouched, let book else { return }
        var reports = book.closed
        do {
            if let open = try openReport(book), let text = open.text {
                reports.append(open)
                pending.add(
                    .shifts,
                    [
                        .integer(Int64(open.shift)), .key(open.businessDate), .time(open.openedAt), .flag(true),
                        .text(text),
                    ])
            }
            for day in days.sorted() where reports.contains(where: { $0.businessDate == day }) {
                try pending.add(DayReport(day, of: reports, currency: book.currency), book.currency)
            }
        } catch {
            find("unreadable_record", head.sequence, "the figures cannot be added up: \(error)")
        }
    }

    /// The figures of the open shift, as `tender report day` takes them from the journal.
    private func openReport(_ book: ShopBook) throws -> ShiftReport? {
        guard let shift = book.shift else { return nil }
        let unresolved = histories.values.filter(\.isOpen).sorted { $0.sequence < $1.sequence }
            .map(PendingAttempt.init).filter { $0.state != .storedOffline }.map(\.intentID)
        return try book.report(at: max(lastTime, shift.openedAt), by: nil, unresolved: unresolved)
    }
}

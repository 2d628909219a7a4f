import TenderFlow
import TenderModel
import TenderRecords

/// The state that survives a process: the records folded, and the card data of stored payments.
///
/// The place and time of a record do not matter here and would only make equal states differ, so the histories are
/// ordered by name.
struct TerminalDisk: Hashable {
    /// Derived from the histories, and not compared.
    private struct Book: Hashable {
        var book = JournalBook()

        static func == (left: Book, right: Book) -> Bool { true }

        func hash(into hasher: inout Hasher) {}
    }

    private var book = Book()
    private(set) var histories: [PaymentHistory] = []
    private(set) var payloads: [String] = []
    /// The id of the machine's boot.
    var boot: UInt64 = 1

    private var now: Stamp { Stamp(unixMilliseconds: 0, upMilliseconds: 0, boot: boot) }

    /// A moment long after every record.
    var later: Stamp { Stamp(unixMilliseconds: 1_000_000_000, upMilliseconds: 1_000_000_000, boot: boot) }

    func history(of id: String) -> PaymentHistory? { histories.first { $0.intentID == id } }

    var unresolved: [PaymentHistory] { histories.filter { $0.isUnresolved || $0.isRequestUnresolved } }

    var open: [PaymentHistory] { histories.filter(\.isOpen) }

    /// Returns the reason that a record may not be written now; `nil` if it may.
    func refusal(of entry: JournalEntry) -> JournalError? {
        do throws(JournalError) {
            try book.book.admit(entry, at: now) { history(of: $0) }
            return nil
        } catch {
            return error
        }
    }

    /// Writes a record, unless the journal refuses it.
    mutating func write(_ entry: JournalEntry, payload: String? = nil) -> JournalError? {
        if let refusal = refusal(of: entry) { return refusal }
        let record = RecordedEntry(sequence: 0, stamp: now, entry: entry)
        let known = histories
        book.book.apply(record) { id in known.first { $0.intentID == id } }
        if let index = histories.firstIndex(where: { $0.intentID == entry.intentID }) {
            histories[index].apply(record)
        } else {
            let place = histories.firstIndex { $0.intentID > entry.intentID } ?? histories.count
            histories.insert(PaymentHistory(record), at: place)
        }
        if let payload { payloads.append(payload) }
        if entry.event.endsPayload { payloads.removeAll { $0 == entry.intentID } }
        return nil
    }
}

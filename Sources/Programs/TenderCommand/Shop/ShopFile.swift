import CommandLineOptions
import Tender
import TenderSale

/// A till's records in a journal, read without locking it: a till may be working on it.
struct ShopFile {
    /// The path of the journal.
    let path: String
    /// The till's records.
    let history: ShopHistory
    /// The till's events folded.
    let book: ShopBook
    /// The payments that a report lists as unresolved.
    let unresolved: [String]
    /// The offline payments, whatever their outcome.
    let offline: [OfflinePayment]

    /// Reads the journal that the options name.
    static func read(_ arguments: Arguments) async throws -> ShopFile {
        try await read(JournalAccess.readPath(arguments))
    }

    /// Reads a journal.
    ///
    /// - Throws: `JournalError`, `DamagedJournal`, and `CommandLineError` where no till wrote into it.
    static func read(_ path: String) async throws -> ShopFile {
        let (records, report) = try await JournalInspector(path: path).records()
        try DamagedJournal.expectNone(report, path)
        let history = ShopHistory(records.compactMap(\.entry.shopRecord))
        guard let book = history.book() else {
            if let first = history.unreadable.first {
                throw DamagedJournal(description: "the journal \(path) holds no shift that can be read: \(first)")
            }
            throw CommandLineError("no shift was ever opened in the journal \(path): see tender journal show \(path)")
        }
        return ShopFile(
            path: path, history: history, book: book, unresolved: unresolved(records),
            offline: OfflinePayment.all(in: records))
    }

    /// The problems of the till's records, a sentence each.
    var findings: [String] {
        let refused = book.findings.map { "event \($0.eventID) would be refused today: \($0.error)" }
        return (history.unreadable.map(\.description) + refused).map(\.withoutControls)
    }

    /// Reports the findings, and returns the exit code that they mean.
    func end(_ output: Output) -> ExitCode {
        for finding in findings { output.remark("tender: \(finding)") }
        return findings.isEmpty ? .done : .checkFailed
    }

    /// Returns the payments with an unknown outcome, or which were not reported to anybody or claimed.
    private static func unresolved(_ records: [RecordedEntry]) -> [String] {
        PendingAttempt.open(in: records).filter { $0.state != .storedOffline }.map(\.intentID)
    }
}

extension DamagedJournal {
    /// - Throws: `DamagedJournal` for the first finding.
    static func expectNone(_ report: JournalInspector.Report, _ path: String) throws {
        guard let finding = report.findings.first else { return }
        // Such a finding is a sentence of its own, and says what to do.
        if case .unknownFile(let words) = finding { throw DamagedJournal(description: words) }
        throw DamagedJournal(
            description: "the journal \(path) is damaged: \(finding). See tender journal verify \(path)")
    }
}

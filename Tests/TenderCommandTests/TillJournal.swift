import Foundation
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderSale
import TenderTestSupport

/// A journal that a till has open and writes into, and the command line beside it.
final class TillJournal {
    static let day = "2026-11-21"
    static let time: Int64 = 1_795_283_045_000
    static let binding = JournalBinding(gateway: "https://gateway.test", account: "acct_1")

    let folder: String
    let path: String
    private let journal: SQLiteJournal
    private(set) var book = ShopBook(currency: .eur)
    private var count = 0

    init() async throws {
        folder = NSTemporaryDirectory() + "tender-reports-" + UUID().uuidString
        let state = folder + "/.local/state/tender"
        path = state + "/shop.journal"
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        journal = try await SQLiteJournal(path: path, binding: Self.binding)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    // MARK: - What the till does

    func write(_ record: ShopRecord) async throws { try await journal.append(record) }

    func write(_ entry: JournalEntry) async throws { try await journal.append(entry) }

    func write(_ kind: ShopEvent.Kind) async throws {
        try await write(
            ShopEvent(
                id: newID(), time: Self.time, businessDate: book.shift?.businessDate ?? Self.day,
                shift: book.shift?.number, cashier: "ann", kind: kind))
    }

    func open(float: Int64 = 10_000, on day: String = day) async throws {
        try await write(
            book.opening(
                id: newID(), at: Self.time, businessDate: day, by: "ann", float: CashCount(total: Self.euro(float))))
    }

    /// Finishes a sale in cash; keeps its receipt unless told otherwise.
    func sell(_ cents: Int64, locale: String = "en", isKept: Bool = true) async throws {
        let number = book.nextTicketNumber
        let rate = try Percentage(thousandths: 19_000).orThrow()
        let ticket = TicketRecord(
            id: "t\(number)", number: number, cashier: "ann",
            lines: [
                SoldLine(
                    number: 1, name: "Käse", department: "Food", quantity: .one, unitPrice: Self.euro(cents),
                    discount: Self.euro(0), amount: Self.euro(cents), taxClass: "A")
            ],
            taxes: [
                TaxRow(
                    taxClass: "A", rate: rate, isIncluded: true, net: Self.euro(cents - cents * 19 / 119),
                    tax: Self.euro(cents * 19 / 119))
            ],
            total: Self.euro(cents), rounding: Self.euro(0),
            legs: [LegRecord(id: "l\(number)", method: .cash, amount: Self.euro(cents), tip: Self.euro(0))])
        try await write(.ticketFinished(ticket))
        if isKept { try await write(TenderSale.Receipt(ticket, context: Self.context(locale)).record()) }
    }

    /// Ends and closes the shift; keeps its Z unless told otherwise.
    func close(counted: Int64, isKept: Bool = true) async throws {
        try await write(book.ending(id: newID(), at: Self.time, by: "ann", openTickets: []))
        try await write(
            book.closing(
                id: newID(), at: Self.time, by: "bob", counted: CashCount(total: Self.euro(counted)), unresolved: []))
        let report = try book.closed.last.orThrow()
        if isKept { try await write(TenderSale.Receipt(report: report, context: Self.context("en")).record()) }
    }

    private func write(_ event: ShopEvent) async throws {
        try book.take(event)
        try await write(event.record())
    }

    private func newID() -> String {
        count += 1
        return "e\(count)"
    }

    static func context(_ locale: String) -> ReceiptContext {
        ReceiptContext(
            merchant: ReceiptMerchant(name: "Café Löwe"),
            time: ReceiptTime(milliseconds: time, offsetMinutes: 60), locale: ReceiptLocale(locale), cashier: "Ann",
            qrText: "https://shop.example/r")
    }

    static func euro(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    // MARK: - The command line

    /// Runs `tender` as the till's user; gives its exit code and what it wrote.
    func tender(_ arguments: String...) throws -> (code: Int32?, output: String) {
        try run([Self.program()] + arguments)
    }

    /// The JSON object that `tender` prints.
    func json(_ arguments: String...) throws -> NSDictionary {
        let silent = ["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"]
        let (_, output) = try run(silent + [Self.program()] + arguments + ["--json"])
        return try (JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary).orThrow()
    }

    private func run(_ words: [String]) throws -> (code: Int32?, output: String) {
        try ChildProcess(["env", "HOME=\(folder)", "LANG=C.UTF-8"] + words, in: folder).wait()
    }

    /// The program that was built beside the tests.
    static func program() throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: own).deletingLastPathComponent().appending(path: "tender").path
    }
}

struct Missing: Error {}

extension Optional {
    /// The value.
    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

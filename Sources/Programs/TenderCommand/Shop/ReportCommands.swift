import CommandLineOptions
import Tender
import TenderSale

/// The shared parts of the three reports.
private enum Report {
    static let date = Option("date", "DAY", "the business date; the last one when left out", as: .day)
    static let options: [any DeclaredOption] = [JournalAccess.readOption] + ShopPaper.options + [Output.json]
    static let notes = """
        The journal is only read, so that a till may be at work on it. Without --journal it is the only one in
        $XDG_STATE_HOME/tender or ~/.local/state/tender.
        """

    /// Returns the requested business date: one with a shift, by default the last one.
    static func date(_ arguments: Arguments, _ reports: [ShiftReport]) throws -> String {
        let days = reports.map(\.businessDate)
        guard let last = days.last else { throw CommandLineError("no shift was opened yet: open one at the till") }
        guard let date = arguments[date]?.description else { return last }
        guard days.contains(date) else {
            throw CommandLineError("no shift is booked on \(date): the last day with one is \(last)")
        }
        return date
    }

    /// The JSON object of a report.
    struct Answer<Figures: Encodable>: Encodable {
        var outcome: String
        var journal: String
        var report: Figures
        /// Whether it is the printed report as stored; `nil` for one that is created now.
        var isStored: Bool?
        var findings: [String]

        init(_ report: Figures, _ file: ShopFile, isStored: Bool? = nil) {
            outcome = file.findings.isEmpty ? "done" : "damaged"
            journal = file.path
            self.report = report
            self.isStored = isStored
            findings = file.findings
        }
    }
}

/// The command that prints the figures of the open shift.
enum ReportXCommand: Command {
    static let name = "report x"
    static let summary = "print the figures of the open shift"
    static let options: [any DeclaredOption] = Report.options
    static let notes = Report.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let paper = ShopPaper(arguments)
        let file = try await ShopFile.read(arguments)
        guard let shift = file.book.shift else { throw CommandLineError(closed(file)) }
        let now = max(ShopPaper.now, shift.openedAt)
        let report = try file.book.report(at: now, by: nil, unresolved: file.unresolved)
        let receipt = TenderSale.Receipt(report: report, context: paper.context(file.history, at: now))
        output.line(paper.text(receipt, isReprint: false))
        output.snakeCaseObject(Report.Answer(report, file))
        return file.end(output)
    }

    private static func closed(_ file: ShopFile) -> String {
        let last = file.book.closed.last?.number
        return "no shift is open: open one at the till"
            + (last.map { ", or see tender report z (the last one is Z \($0))" } ?? "")
    }
}

/// The command that prints the figures that closed a shift, as they were then.
enum ReportZCommand: Command {
    static let name = "report z"
    static let summary = "print the figures that closed a shift"
    private static let number = Option(
        "number", "N", "the number of the Z; the last one when left out", as: .number(in: 1...Int.max))
    static let options: [any DeclaredOption] = [number] + Report.options
    static let notes = "A Z never changes: it is printed as it was, with the mark of a reprint.\n\n\(Report.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let paper = ShopPaper(arguments)
        let wanted = arguments[number]
        let file = try await ShopFile.read(arguments)
        let report = try self.report(wanted, file.book.closed)
        let stored = report.number.flatMap { file.history.zReport(number: $0) }
        if stored == nil {
            output.remark("tender: the paper of this Z was not kept: it is made of its figures, which were")
        }
        let receipt =
            stored.map(paper.translated)
            ?? TenderSale.Receipt(report: report, context: paper.context(file.history, at: report.madeAt))
        output.line(paper.text(receipt, isReprint: true))
        output.snakeCaseObject(Report.Answer(report, file, isStored: stored != nil))
        guard stored == nil || stored?.report == report else {
            output.remark("tender: the paper that was kept does not have the figures that closed the shift")
            return .checkFailed
        }
        return file.end(output)
    }

    private static func report(_ wanted: Int?, _ closed: [ShiftReport]) throws -> ShiftReport {
        guard let last = closed.last else {
            throw CommandLineError("there is no Z yet: end and close the shift at the till, or see tender report x")
        }
        guard let wanted else { return last }
        guard let found = closed.last(where: { $0.number == wanted }) else {
            throw CommandLineError("there is no Z \(wanted): the last one is Z \(last.number ?? 0)")
        }
        return found
    }
}

/// The command that prints the figures of a business date.
enum ReportDayCommand: Command {
    static let name = "report day"
    static let summary = "print the figures of a business date, all shifts added up"
    static let options: [any DeclaredOption] = [Report.date] + Report.options
    static let notes = Report.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let paper = ShopPaper(arguments)
        let file = try await ShopFile.read(arguments)
        let book = file.book
        let now = max(ShopPaper.now, book.shift?.openedAt ?? 0)
        let open = try book.shift.map { _ in try book.report(at: now, by: nil, unresolved: file.unresolved) }
        let reports = book.closed + (open.map { [$0] } ?? [])
        let report = try DayReport(Report.date(arguments, reports), of: reports, currency: book.currency)
        let receipt = TenderSale.Receipt(day: report, context: paper.context(file.history, at: now))
        output.line(paper.text(receipt, isReprint: false))
        output.snakeCaseObject(Report.Answer(report, file))
        return file.end(output)
    }
}

/// The command that prints the sales of each seller on a business date.
enum ReportSellersCommand: Command {
    static let name = "report sellers"
    static let summary = "print what was sold for each seller on a business date, and where the money is"
    private static let csv = Option(flag: "csv", "print a table with commas")
    static let options: [any DeclaredOption] = [Report.date, csv, JournalAccess.readOption, Output.json]
    static let notes = """
        Sales and refunds count with tax, however they were paid. What a card paid is shared: the fee is the shop's, the rest is
        transferred, or open while nobody knows or the gateway refuses. What was paid otherwise the shop holds.

        \(Report.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let file = try await ShopFile.read(arguments)
        let book = file.book
        let open = try book.shift.map {
            try book.report(at: max(ShopPaper.now, $0.openedAt), by: nil, unresolved: file.unresolved)
        }
        let date = try Report.date(arguments, book.closed + (open.map { [$0] } ?? []))
        let report = try SellerReport(
            date, of: file.history.events, transfers: TransferBook(file.history), currency: book.currency)
        output.line(arguments[Self.csv] ? String(report.csv.dropLast()) : text(report))
        output.snakeCaseObject(Report.Answer(report, file))
        return file.end(output)
    }

    private static func text(_ report: SellerReport) -> String {
        guard !report.sellers.isEmpty else { return "\(report.businessDate): nothing was sold for a seller" }
        let rows = report.sellers.map { row in
            """
            \(row.name.withoutControls) (\(row.account))
              sold \(row.sales), given back \(row.refunds)
              fees \(row.fees), transferred \(row.transferred), open \(row.open)
              held by the shop \(row.held)
            """
        }
        return ([report.businessDate] + rows).joined(separator: "\n")
    }
}

import ChainServer
import CommandLineOptions
import Tender
import TenderSale

/// The command that prints the figures of a business date over the lanes of a chain.
enum ChainReportDayCommand: Command {
    static let name = "chain report day"
    static let summary = "print the figures of a business date over all lanes, added up"
    static let options: [any DeclaredOption] = ChainReport.options
    static let notes =
        "It is tender report day over the shifts of all these lanes, by the same code.\n\n\(ChainReport.notes)"

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let scope = ChainReport.scope(arguments)
        let day = try await ChainReport.day(arguments, office)
        let shifts = try await office.shifts(on: day, scope)
        let byCurrency = Dictionary(grouping: shifts) { $0.report.float.currency }
        var reports: [DayReport] = []
        for (currency, shifts) in byCurrency.sorted(by: { $0.key.code < $1.key.code }) {
            let report = try DayReport(day, of: shifts.map(\.report), currency: currency)
            reports.append(report)
            tell(report, Set(shifts.map { "\($0.shop) \($0.lane)" }).count, output)
        }
        return ChainReport.end(reports, on: day, try await office.doubts(scope), output)
    }

    private static func tell(_ report: DayReport, _ lanes: Int, _ output: Output) {
        output.line(
            "\(report.businessDate): \(report.shifts) shifts of \(lanes) lanes\(report.isOpen ? ", still open" : "")")
        let parts: [(String, [ShiftReport.Row])] = [
            ("tickets", report.tickets), ("departments", report.departments), ("payments", report.payments),
            ("tips", report.tips), ("cash", [report.paidIn, report.paidOut]),
        ]
        for (title, rows) in parts where rows.contains(where: { $0.count != 0 }) {
            output.line(title)
            output.line(ChainReport.table(rows.map { [$0.name, "\($0.count)", "\($0.amount)"] }))
        }
        if !report.taxes.isEmpty {
            output.line("taxes")
            output.line(
                ChainReport.table(report.taxes.map { [$0.taxClass, "net \($0.net)", "tax \($0.tax)"] }))
        }
        output.line("rounding \(report.rounding), drawers' difference \(report.difference)")
    }
}

/// The command that prints what was sold of each article.
enum ChainReportArticlesCommand: Command {
    static let name = "chain report articles"
    static let summary = "print what was sold of each article on a business date, less what was given back"
    static let options: [any DeclaredOption] = ChainReport.options
    static let notes = ChainReport.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await ChainReport.run(arguments, output) {
            try await $0.articles(on: $1, $2)
        } cells: {
            let quantity = Quantity(thousandths: $0.thousandths).map { "\($0)" } ?? "\($0.thousandths)/1000"
            return [
                [$0.code, $0.name].compactMap(\.self).joined(separator: " "), $0.department, quantity,
                ChainReport.text($0.amount, $0.currency),
            ]
        }
    }
}

/// The command that prints the taxes.
enum ChainReportTaxesCommand: Command {
    static let name = "chain report taxes"
    static let summary = "print the taxes of a business date by class and rate"
    static let options: [any DeclaredOption] = ChainReport.options
    static let notes = ChainReport.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await ChainReport.run(arguments, output) {
            try await $0.taxes(on: $1, $2)
        } cells: {
            [
                $0.taxClass,
                (Percentage(thousandths: $0.rate).map { "\($0)" } ?? "?") + ($0.isIncluded ? "" : " on top"),
                "net " + ChainReport.text($0.net, $0.currency), "tax " + ChainReport.text($0.tax, $0.currency),
            ]
        }
    }
}

/// The command that prints what each person sold.
enum ChainReportCashiersCommand: Command {
    static let name = "chain report cashiers"
    static let summary = "print what each person sold and took back on a business date"
    static let options: [any DeclaredOption] = ChainReport.options
    static let notes = ChainReport.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await ChainReport.run(arguments, output) {
            try await $0.cashiers(on: $1, $2)
        } cells: {
            [
                "\($0.shop), \($0.cashier)", "\($0.sales) sold", ChainReport.text($0.salesTotal, $0.currency),
                "\($0.takenBack) taken back", ChainReport.text($0.takenBackTotal, $0.currency),
            ]
        }
    }
}

/// The command that prints what lies in the drawers.
enum ChainReportCashCommand: Command {
    static let name = "chain report cash"
    static let summary = "print what should lie and what was counted in each drawer on a business date"
    static let options: [any DeclaredOption] = ChainReport.options
    static let notes = ChainReport.notes

    private struct Row: Encodable {
        var shop: String
        var lane: String
        var shift: Int
        var isOpen: Bool
        var float: Amount
        var expected: Amount
        var counted: Amount?
        var difference: Amount?

        init(_ shift: OfficeServer.Shift) {
            (shop, lane) = (shift.shop, shift.lane)
            (self.shift, isOpen) = (shift.report.shift, shift.report.number == nil)
            (float, expected) = (shift.report.float, shift.report.expectedCash)
            (counted, difference) = (shift.report.counted?.total, shift.report.difference)
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        try await ChainReport.run(arguments, output) {
            try await $0.shifts(on: $1, $2).map(Row.init)
        } cells: {
            [
                "\($0.shop), \($0.lane), shift \($0.shift)", "expected \($0.expected)",
                $0.counted.map { "counted \($0)" } ?? "open", $0.difference.map { "difference \($0)" } ?? "",
            ]
        }
    }
}

/// The command that lists payments of all lanes that are not over.
enum ChainPaymentsCommand: Command {
    static let name = "chain payments"
    static let summary = "list the payments of all lanes that are not over"
    private static let unknown = Option(flag: "unknown", "only those whose outcome is unknown")
    private static let held = Option(flag: "held", "only those that hold money")
    static let options: [any DeclaredOption] = [
        unknown, held, ChainReport.shop, ChainReport.lane, ChainAccess.server, Output.json,
    ]
    static let notes = ChainReport.notes

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let scope = ChainReport.scope(arguments)
        let rows = try await office.openPayments(
            isUnknown: arguments[unknown], isHeld: arguments[held], scope)
        if rows.isEmpty { output.line("There is none.") }
        output.line(
            ChainReport.table(
                rows.map {
                    [
                        "\($0.shop), \($0.lane)", $0.intent, $0.order ?? "", $0.state,
                        ChainReport.text($0.amount, $0.currency), PendingReport.time($0.opened),
                    ]
                }))
        return ChainReport.end(rows, on: nil, try await office.doubts(scope), output)
    }
}

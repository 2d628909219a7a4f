import ChainServer
import CommandLineOptions
import Tender
import TenderSale

/// The shared parts of the reports about a chain.
enum ChainReport {
    static let date = Option("date", "DAY", "the business date; the last one when left out", as: .day)
    static let shop = Option<String?>("shop", "NAME", "only this shop", as: .text)
    static let lane = Option<String?>("lane", "NAME", "only lanes with this name", as: .text)
    static let options: [any DeclaredOption] = [date, shop, lane, ChainAccess.server, Output.json]
    static let notes = """
        The figures are those that tender chain project has computed. Lanes that are silent, incomplete or not computed to their end are
        named; the exit code is 7 then. Currencies are never added to each other.

        \(ChainAccess.notes)
        """

    /// The lanes that the options name.
    static func scope(_ arguments: Arguments) -> OfficeServer.Scope {
        OfficeServer.Scope(shop: arguments[shop], lane: arguments[lane])
    }

    /// Returns the requested business date, by default the last one.
    static func day(_ arguments: Arguments, _ office: OfficeServer) async throws -> String {
        if let day = arguments[date] { return day.description }
        guard let last = try await office.lastDay(scope(arguments)) else {
            throw ChainError("no shift is known: tender chain project computes what has come")
        }
        return last
    }

    /// The JSON object of a report.
    struct Answer<Rows: Encodable>: Encodable {
        var outcome: String
        var day: String?
        var rows: [Rows]
        var doubts: [OfficeServer.Doubt]
    }

    /// Prints a report of a business date as a table, a row for each of what `rows` finds.
    static func run<Row: Encodable>(
        _ arguments: Arguments, _ output: Output,
        rows: (OfficeServer, String, OfficeServer.Scope) async throws -> [Row], cells: (Row) -> [String]
    ) async throws -> ExitCode {
        let office = try await OfficeServer.connect(try arguments[ChainAccess.server])
        let (scope, day) = (scope(arguments), try await day(arguments, office))
        let found = try await rows(office, day, scope)
        output.line(day)
        output.line(table(found.map(cells)))
        return end(found, on: day, try await office.doubts(scope), output)
    }

    /// Shows the rows and the lanes of which they may not know everything; returns the exit code.
    static func end<Rows: Encodable>(
        _ rows: [Rows], on day: String?, _ doubts: [OfficeServer.Doubt], _ output: Output
    ) -> ExitCode {
        tell(doubts, output)
        output.snakeCaseObject(
            Answer(outcome: doubts.isEmpty ? "complete" : "incomplete", day: day, rows: rows, doubts: doubts))
        return doubts.isEmpty ? .done : .checkFailed
    }

    /// Names the lanes of which a report may not know everything.
    static func tell(_ doubts: [OfficeServer.Doubt], _ output: Output) {
        for doubt in doubts { output.line("! \(doubt.shop), \(doubt.lane): \(doubt.reason)".withoutControls) }
    }

    /// An amount with its currency, as people write it.
    static func text(_ units: Int64?, _ code: String?) -> String {
        guard let units, let currency = code.flatMap({ Currency($0) }) else { return "?" }
        return "\(Amount(minorUnits: units, currency: currency))"
    }

    /// Columns of text, the last one to the right.
    static func table(_ rows: [[String]]) -> String {
        guard let count = rows.first?.count else { return "" }
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let filling = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + filling : filling + text
            }
            return "  " + cells.joined(separator: "  ").withoutControls
        }.joined(separator: "\n")
    }
}

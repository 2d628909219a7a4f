import ChainServer
import CommandLineOptions
import FoundationEssentials
import Tender
import TenderUplink

/// The command that moves settled payments of past months out of a journal.
enum JournalArchiveCommand: Command {
    static let name = "journal archive"
    static let summary = "move the settled payments of past months out of a journal, into an archive"
    static let operands: [any DeclaredOperand] = [JournalAccess.file]
    private static let through = RequiredOption<Month>(
        "through", "MONTH", "the last month that goes, in UTC; it has to be over", as: .month, example: "2026-01")
    private static let folder = Option(
        "output", "FOLDER", "where the archive goes; beside the journal when left out", as: .file)
    private static let server = Option(
        "server", "FILE", "the file of the lane's server, to which is copied what it does not have yet", as: .file)
    private static let withoutCopy = Option(
        flag: "without-copy", "for a shop without a head office: nobody has a copy of what goes")
    private static let dryRun = Option(flag: "dry-run", "only count what would go")
    static let options: [any DeclaredOption] = [through, folder, server, withoutCopy, dryRun, Output.json]
    static let notes = """
        While no till has the journal open. A payment goes whole: when all of its records are of these months, nothing about it is
        open, and head office has all of them, as the uplink's note beside the journal says, or the server. The till's own
        records (shifts, tickets, totals) stay, and so do payments that were taken offline or by a semi-integrated terminal.

        The archive is a file beside the journal, FILE.archive-MONTH-…, from which records are read when somebody asks for them:
        keep it there, or put it back when a refund or a report names it. The journal keeps each record's hash, so that the chain
        verifies. Given again after it was interrupted, the command goes on.

        Earlier versions of this program do not open a journal with archives.
        """

    private struct Report: Encodable {
        var outcome: String
        var payments: Int
        var records: Int
        var staying: Int
        var archive: String?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (path, month) = (try arguments[JournalAccess.file], try arguments[through])
        guard month.end <= Int64(Date().timeIntervalSince1970 * 1000) else {
            throw CommandLineError("\(month) is not over in UTC: name an earlier month")
        }
        let (_, inspected) = try await JournalInspector(path: path).shopRecords()
        try DamagedJournal.expectNone(inspected, path)
        guard let binding = inspected.binding else { throw CommandLineError("\(path) belongs to no gateway") }
        let wish = ArchiveWish(
            before: month.end, label: month.description, copied: try await copied(path, arguments),
            folder: arguments[folder], isTrial: arguments[dryRun])
        let journal = try await SQLiteJournal(path: path, binding: binding)
        let report: ArchiveReport
        do throws(JournalError) {
            report = try await journal.archive(wish)
            await journal.close()
        } catch {
            await journal.close()
            throw error
        }
        tell(report, wish, output)
        return .done
    }

    /// Returns the end of the copy that head office has; `nil` where there is none.
    private static func copied(_ path: String, _ arguments: Arguments) async throws -> JournalHead? {
        let server = arguments[server]
        guard !arguments[withoutCopy] else {
            guard server == nil else { throw CommandLineError("give --server or --without-copy, not both") }
            return nil
        }
        guard let server else { return try noted(path) }
        let uplink = Uplink(journal: path, server: try ServerFile.read(server))
        let state = try await uplink.run(untilCurrent: true)
        guard case .current(let place) = state else {
            throw ChainError("the server does not have all of the journal: \(state)")
        }
        return place.head
    }

    /// Returns the end of the copy as the uplink noted it.
    private static func noted(_ path: String) throws -> JournalHead {
        let note = (try? Data(contentsOf: URL(filePath: UplinkNote.path(journal: path)))).flatMap {
            UplinkNote(Array($0))
        }
        guard let place = note?.place else {
            throw CommandLineError(
                "no uplink has noted beside \(path) what head office has: give --server FILE, or --without-copy")
        }
        return place.head
    }

    private static func tell(_ report: ArchiveReport, _ wish: ArchiveWish, _ output: Output) {
        let what = "\(report.payments) payments with \(report.records) records"
        if let archive = report.archive {
            output.line("\(what) are in \(archive).")
        } else {
            output.line(wish.isTrial ? "\(what) would go." : "Nothing is left to be moved.")
        }
        if report.staying > 0 { output.line("\(report.staying) payments that began as early stay.") }
        output.snakeCaseObject(
            Report(
                outcome: "done", payments: report.payments, records: report.records, staying: report.staying,
                archive: report.archive))
    }
}

import CommandLineOptions
import FoundationEssentials
import Tender
import TenderService

/// The command that verifies that a journal is as it was written.
enum JournalVerifyCommand: Command {
    static let name = "journal verify"
    static let summary = "check that a journal is as it was written"
    static let operands: [any DeclaredOperand] = [JournalAccess.file]
    private static let head = Option(
        "head", "H", "the head to compare with: its line, or a file that holds it; FILE.head when left out", as: .text)
    static let options: [any DeclaredOption] = [head, JournalAccess.archives, Output.json]
    static let notes = """
        Changes nothing; the journal may be in use. It reads every record and checks the chain of hashes, the card data of
        offline payments, the database and the head: an edited or deleted record, a cut at the end and a swapped file are
        found (7), and a file that is not a journal of this program. Records that tender journal archive moved are read from
        their archives: one that is missing or changed is found too. Whoever can write the
        journal and its head can make both anew: keep the head's line elsewhere now and then, and give it with --head.
        """

    private struct Report: Encodable {
        var outcome: String
        var journal: String?
        var gateway: String?
        var account: String?
        var records: Int64
        var archived: Int64
        var head: String?
        var comparedWith: String?
        var recordsAfterHead: Int64?
        var findings: [String]
        var findingCount: Int

        init(_ report: JournalInspector.Report) {
            outcome = report.isClean ? "clean" : report.lacksOnlyArchives ? "incomplete" : "damaged"
            journal = report.journalID
            gateway = report.binding?.gateway.withoutCredentials
            account = report.binding?.account
            records = report.recordCount
            archived = report.archivedCount
            head = report.last?.description
            comparedWith = report.head?.description
            recordsAfterHead = report.recordsAfterHead
            findings = report.findings.map(\.description)
            findingCount = report.findingCount
        }

        enum CodingKeys: String, CodingKey {
            case outcome, journal, gateway, account, records, archived, head, findings
            case comparedWith = "compared_with"
            case recordsAfterHead = "records_after_head"
            case findingCount = "finding_count"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[JournalAccess.file]
        let head = try arguments[Self.head].map(head) ?? .beside
        let report = try await JournalInspector(path: path).verify(
            head, archived: .read(arguments[JournalAccess.archives]))
        tell(report, path, output)
        output.object(Report(report))
        return report.isClean ? .done : .checkFailed
    }

    private static func head(_ text: String) throws -> JournalInspector.Head {
        if let head = JournalHead(text) { return .given(head) }
        guard let content = try? String(contentsOf: URL(filePath: text), encoding: .utf8) else {
            throw CommandLineError("--head takes a head's line or a file that holds one, not '\(text)'")
        }
        guard let head = JournalHead(content) else { throw CommandLineError("the file \(text) holds no head") }
        return .given(head)
    }

    private static func tell(_ report: JournalInspector.Report, _ path: String, _ output: Output) {
        output.line("Journal \(path)\(report.binding.map { ", \($0)" } ?? "")")
        output.line("  records   \(report.recordCount)")
        if report.archivedCount > 0 { output.line("  archived  \(report.archivedCount) of the journal's records") }
        if let last = report.last { output.line("  head      \(last)") }
        for finding in report.findings { output.line("  found     \(finding)") }
        if report.findingCount > report.findings.count {
            output.line("  found     \(report.findingCount - report.findings.count) more")
        }
        if let count = report.recordsAfterHead, count > 0 {
            output.line("  note      \(count) records follow the head that it was compared with, and continue from it")
        }
        if report.head == nil {
            output.line("  note      there is no head to compare with: a cut at the end would not be seen")
        }
        output.line(
            report.isClean
                ? "Nothing is wrong."
                : report.lacksOnlyArchives
                    ? "What is here is as it was written. What is archived was not checked."
                    : "The journal is not as it was written: keep its files, and compare its payments with the gateway."
        )
    }
}

enum JournalShowCommand: Command {
    static let name = "journal show"
    static let summary = "show the records of a journal"
    static let operands: [any DeclaredOperand] = [JournalAccess.file]
    static let options: [any DeclaredOption] = [JournalAccess.archives, Output.json]
    static let notes =
        "Changes nothing; the journal may be in use. It holds no card numbers, and payloads are not shown."

    private struct Report: Encodable {
        var outcome: String
        var records: [JournalLine]
        var findings: [String]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[JournalAccess.file]
        let (records, report) = try await JournalInspector(path: path).records(
            archived: .read(arguments[JournalAccess.archives]))
        let lines = records.map(JournalLine.init)
        for line in lines { output.line(line.text) }
        if !report.isClean {
            output.remark("tender: this is not all that was written: see tender journal verify \(path)")
        }
        output.object(
            Report(
                outcome: report.isClean ? "done" : "damaged", records: lines,
                findings: report.findings.map(\.description)))
        return report.isClean ? .done : .checkFailed
    }
}

/// The command that binds a journal to another key of the same account.
enum JournalRebindCommand: Command {
    static let name = "journal rebind"
    static let summary = "bind a journal to a new API key of the same account"
    static let operands: [any DeclaredOperand] = [JournalAccess.file]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions
    static let notes = """
        After the API key was changed, or the gateway has another address: the account must be the same one, since the
        journal's open payments are looked for there.
        """

    private struct Report: Encodable {
        var outcome = "done"
        var gateway: String
        var account: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[JournalAccess.file]
        let binding = try JournalAccess.binding(arguments)
        let before = try await JournalInspector(path: path).verify().binding
        await (try SQLiteJournal(path: path, binding: binding, rebinds: true)).close()
        output.line("The journal \(path) belonged to \(before.map { "\($0)" } ?? "nobody"), and now to \(binding).")
        output.object(Report(gateway: binding.gateway, account: binding.account))
        return .done
    }
}

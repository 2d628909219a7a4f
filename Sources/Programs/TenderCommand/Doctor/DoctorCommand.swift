import CommandLineOptions
import Tender

/// The command that checks what a sale needs on this machine, and says how to fix what is missing.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "check what a sale needs on this machine, and say how to fix what is missing"
    static let journal = Option("journal", "FILE", "the journal to look at", as: .file)
    static let options: [any DeclaredOption] =
        GatewayAccess.options + [journal, ServiceFolder.option, ServeCommand.port, Output.json]
    static let notes = """
        Looks at the kernel and its USB and serial ports, the udev rules, pcscd, the readers that are attached, the clock,
        the local service and its tokens, and with --gateway and --journal at these. It changes nothing. Exit code 7 when something will stop a sale.
        """

    private struct Report: Encodable {
        var outcome: String
        var findings: [Finding]
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        var findings = MachineChecks.all() + UDevChecks.all()
        findings += await ReaderChecks.all()
        findings += try await ServiceChecks.all(arguments)
        findings += try await ChainChecks.all(arguments)
        findings += try await LocalServiceChecks.all(arguments)
        findings.forEach { tell($0, output) }
        let wrong = findings.count { $0.state == .wrong }
        output.line("")
        output.line(wrong == 0 ? "Nothing stands in the way of a sale." : "\(wrong) to mend before a sale.")
        output.object(Report(outcome: wrong == 0 ? "clean" : "findings", findings: findings))
        return wrong == 0 ? .done : .checkFailed
    }

    private static func tell(_ finding: Finding, _ output: Output) {
        let subject = finding.subject + String(repeating: " ", count: max(1, 12 - finding.subject.count))
        let state = finding.state.rawValue + String(repeating: " ", count: max(1, 7 - finding.state.rawValue.count))
        output.line(state + subject + finding.message)
        if let mend = finding.mend { output.line(String(repeating: " ", count: 19) + mend) }
    }
}

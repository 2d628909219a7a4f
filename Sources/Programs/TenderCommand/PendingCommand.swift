import CommandLineOptions
import Tender

/// The command that lists what somebody still has to look at, and resolves what the gateway can.
enum PendingCommand: Command {
    static let name = "pending"
    static let summary = "resolve and list what is still open: unknown outcomes, unclaimed approvals, holds"
    static let options: [any DeclaredOption] =
        GatewayAccess.options + [SemiIntegrated.option, JournalAccess.option, Waiting.option, Output.json]
    static let notes = """
        With --gateway what earlier runs left without a result is resolved: the gateway is asked, and what is undecided is
        canceled under a journalled key. Without, the journal that --journal names is only read.

        \(JournalAccess.notes)
        """

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        guard arguments.isGiven(GatewayAccess.gateway) || arguments.isGiven(SemiIntegrated.option) else {
            return try await read(arguments, output)
        }
        return try await Payment.withJournal(arguments, policy: Waiting.policy) { terminal, _ in
            await Waiting.bounded(arguments) { await terminal.waitForRecovery() }
            try await terminal.refreshHolds()
            return tell(try await terminal.pendingAttempts(), output)
        }
    }

    private static func read(_ arguments: Arguments, _ output: Output) async throws -> ExitCode {
        guard let path = arguments[JournalAccess.option] else {
            throw CommandLineError("--gateway URL or --journal FILE is required")
        }
        let (records, report) = try await JournalInspector(path: path).records()
        try DamagedJournal.expectNone(report, path)
        return tell(PendingAttempt.open(in: records), output)
    }

    private static func tell(_ pending: [PendingAttempt], _ output: Output) -> ExitCode {
        let report = PendingReport(pending)
        report.tell(output)
        return report.exitCode
    }
}
